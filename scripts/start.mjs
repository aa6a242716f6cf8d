// Runs the whole product with one command: installs and builds what is missing, then serves. Uses
// only Node's own modules, because a fresh machine has nothing else.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { requireNode } from "./lib/node-version.mjs";
import { stopWithNpm } from "./lib/npm-parent.mjs";
import { requireFreePort } from "./lib/port.mjs";
import { fail, printProgress, root, ScriptError } from "./lib/process.mjs";

/** `npm start -- --workers 4`, or `max` for one per core. */
function readOptions() {
  try {
    return parseArgs({ options: { workers: { type: "string" } } }).values;
  } catch (error) {
    throw new ScriptError(`${error.message}. Usage: npm start -- [--workers NUMBER|max]`);
  }
}

try {
  requireNode();
  stopWithNpm();
  process.chdir(root);
  const { workers } = readOptions();
  if (workers !== undefined) process.env.WORKERS = workers;
  if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
  // Checked first, because otherwise it would only be reported after a minute of building.
  await requireFreePort(process.env);
  await ensureInstalled();
  await ensureBuilt();
  printProgress("Starting");
  process.env.NODE_ENV = "production";
  // In this process, so that signals reach the server and its exit code is ours.
  await import(new URL("../build/server/index.js", import.meta.url).href);
} catch (error) {
  fail(error);
}
