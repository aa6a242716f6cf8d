import { existsSync } from "node:fs";
import { join } from "node:path";
import { printProgress, root, run, ScriptError } from "./process.mjs";
import { hashSources, readStamp, removeStamp, writeStamp } from "./stamp.mjs";

const STEPS = [
  ["node_modules/@react-router/dev/bin.js", "build"],
  ["scripts/licences.mjs"],
  ["scripts/precompress.mjs"],
];
const stamp = join(root, "build", ".stamp");

/** Builds if the sources differ from those of the last complete build. */
export async function ensureBuilt() {
  const isBuilt = existsSync(join(root, "build", "server", "index.js"));
  if (isBuilt && readStamp(stamp) === hashSources(root)) return;
  printProgress("Building the product");
  if ((await build()) !== 0) throw new ScriptError("The build failed: see the message above.");
}

/** Builds, and returns the exit code. */
export async function build() {
  // Before the build: files edited during it must count as newer.
  const sources = hashSources(root);
  removeStamp(stamp);
  const env = { ...process.env, NODE_ENV: "production" };
  for (const step of STEPS) {
    const code = await run(process.execPath, step, { env });
    if (code !== 0) return code;
  }
  writeStamp(stamp, sources);
  return 0;
}
