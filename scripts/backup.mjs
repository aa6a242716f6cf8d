// Saves the shop into one file, also while it runs: `npm run backup -- FILE`.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { requireNode } from "./lib/node-version.mjs";
import { fail, root } from "./lib/process.mjs";

try {
  requireNode();
  process.chdir(root);
  if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
  await ensureInstalled();
  await ensureBuilt();
  process.env.NODE_ENV = "production";
  await import(new URL("../build/server/backup.js", import.meta.url).href);
} catch (error) {
  fail(error);
}
