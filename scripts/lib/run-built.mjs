import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";
import { requireNode } from "./node-version.mjs";
import { fail, root } from "./process.mjs";

/**
 * Runs a built program, `build/server/NAME.js`, in this process, with the settings of `.env`;
 * installs and builds first if necessary. An error exits the process with its message.
 */
export async function runBuilt(name) {
  try {
    requireNode();
    process.chdir(root);
    if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
    await ensureInstalled();
    await ensureBuilt();
    process.env.NODE_ENV = "production";
    await import(new URL(`../../build/server/${name}.js`, import.meta.url).href);
  } catch (error) {
    fail(error);
  }
}
