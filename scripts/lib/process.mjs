import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The checkout, wherever the command was called from. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** A failure explained by one sentence; a stack trace would not help. */
export class ScriptError extends Error {}

/** Exits with a sentence, or with the stack of an unexpected error. */
export function fail(error) {
  console.error(error instanceof ScriptError ? `\n${error.message}` : error);
  process.exit(1);
}

/** Prints a line of progress. */
export function printProgress(text) {
  console.log(`› ${text}`);
}

/**
 * Runs a command to completion with inherited output, without input, and returns its exit code: 127
 * when it cannot be started, 124 on a timeout. With `onOutput` it prints nothing and passes each
 * chunk to it instead.
 */
export function run(command, args, options = {}) {
  const { env = process.env, timeoutMs, quiet = false, onOutput } = options;
  return new Promise((resolve) => {
    const output = onOutput ? "pipe" : quiet ? "ignore" : "inherit";
    const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", output, output] });
    child.stdout?.on("data", onOutput);
    child.stderr?.on("data", onOutput);
    let isLate = false;
    const timer =
      timeoutMs &&
      setTimeout(() => {
        isLate = true;
        child.kill("SIGKILL");
      }, timeoutMs);
    const end = (code) => {
      clearTimeout(timer);
      resolve(isLate ? 124 : (code ?? 1));
    };
    child.once("error", () => end(127));
    child.once("close", end);
  });
}

/**
 * Runs npm: the one that runs this script, if any, because `npm` itself is a script that differs by
 * system.
 */
export function npm(args, options) {
  const own = process.env.npm_execpath;
  if (own && /npm-cli\.c?js$/.test(own)) return run(process.execPath, [own, ...args], options);
  return process.platform === "win32"
    ? run("cmd", ["/c", "npm", ...args], options)
    : run("npm", args, options);
}

/** The output of a short command, or null if it fails. */
export function ask(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "ignore"] });
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
    });
    child.once("error", () => resolve(null));
    child.once("close", (code) => resolve(code === 0 ? text : null));
  });
}
