// The whole product with one command: what is missing is installed and built, then it is served.
// Node's own modules only, for nothing else is there on a fresh machine.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { requireNode } from "./lib/node-version.mjs";
import { stopWithNpm } from "./lib/npm-parent.mjs";
import { requireFreePort } from "./lib/port.mjs";
import { fail, root, say } from "./lib/process.mjs";

try {
  requireNode();
  stopWithNpm();
  process.chdir(root);
  // `npm start -- --workers 4`, or `max` for one for each core.
  const { workers } = parseArgs({ options: { workers: { type: "string" } } }).values;
  if (workers !== undefined) process.env.WORKERS = workers;
  if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
  // First, because it is no fun to hear of it after a minute of building.
  await requireFreePort(process.env);
  await ensureInstalled();
  await ensureBuilt();
  say("Starting");
  process.env.NODE_ENV = "production";
  // In this very process, so that signals reach the server and its exit code is ours.
  await import(new URL("../build/server/index.js", import.meta.url).href);
} catch (error) {
  fail(error);
}
