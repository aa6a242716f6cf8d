// Runs the product with hot reload, offline, on the embedded database.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { stopAfter } from "./lib/database-folder.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { requireNode } from "./lib/node-version.mjs";
import { stopWithNpm } from "./lib/npm-parent.mjs";
import { portFrom, requireFreePort } from "./lib/port.mjs";
import { fail, root } from "./lib/process.mjs";

try {
  requireNode();
  stopWithNpm();
  process.chdir(root);
  if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
  await requireFreePort(process.env);
  await ensureInstalled();
} catch (error) {
  fail(error);
}

const program = join(root, "node_modules", "@react-router", "dev", "bin.js");
const child = spawn(
  process.execPath,
  [program, "dev", "--port", String(portFrom(process.env)), ...process.argv.slice(2)],
  { stdio: "inherit", env: { ...process.env, NODE_ENV: "development" } },
);
// Ctrl-C in a terminal reaches the child directly; a supervisor's signal reaches only this process.
process.on("SIGINT", () => process.stdin.isTTY || child.kill("SIGINT"));
process.on("SIGTERM", () => child.kill("SIGTERM"));
process.on("SIGHUP", () => child.kill("SIGTERM"));
child.on("exit", async (code, signal) => {
  // The development server exits without closing its database.
  const dataDir = resolve(root, process.env.DATA_DIR || ".data");
  await stopAfter(dataDir, child.pid).catch((error) => console.error(error.message));
  process.exit(code ?? (signal === null ? 1 : 0));
});
