import { readdir, readFile, readlink } from "node:fs/promises";
import { createServer } from "node:net";
import { ask, ScriptError } from "./process.mjs";

const DEFAULT_PORT = 3000;

/** The port from the environment. Throws a ScriptError if it is invalid. */
export function portFrom(env) {
  if (env.PORT === undefined || env.PORT === "") return DEFAULT_PORT;
  const port = Number(env.PORT);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new ScriptError(`PORT is "${env.PORT}", which is no port: use a number from 1 to 65535.`);
}

/** Null if a server may listen there, else the error's code. */
export function portProblem(port, host) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error) => resolve(error.code ?? "unknown"));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(null)));
  });
}

/** Throws a ScriptError that names the program on the port, if it can be determined. */
export async function requireFreePort(env) {
  const port = portFrom(env);
  // As in the server's configuration, except for a local APP_URL, which it does not resolve.
  const given = env.HOST?.replace(/^\[(.+)\]$/, "$1");
  const host = given || (env.APP_URL ? "0.0.0.0" : "127.0.0.1");
  const problem = await portProblem(port, host);
  if (problem === null) return;
  if (problem === "EACCES") {
    throw new ScriptError(
      `Port ${port} needs more rights than this user has: set PORT to another.`,
    );
  }
  if (problem !== "EADDRINUSE") {
    throw new ScriptError(
      `Nothing can listen on ${host}:${port} (${problem}): check HOST and PORT.`,
    );
  }
  const who = await findListener(port);
  throw new ScriptError(
    `Port ${port} is taken${who ? ` by ${who}` : ""}: stop that program, ` +
      `or choose another port, for example PORT=${port + 1} npm start.`,
  );
}

/** "node (process 123)", or null if it cannot be determined. */
async function findListener(port) {
  const pid =
    process.platform === "linux" ? await findLinuxListener(port) : await findListenerByLsof(port);
  if (!pid) return null;
  const name = await ask("ps", ["-o", "comm=", "-p", String(pid)]);
  const fromProc = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => null);
  return `${(fromProc ?? name ?? "a program").trim()} (process ${pid})`;
}

async function findListenerByLsof(port) {
  const found = await ask("lsof", ["-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-t"]);
  return found?.split("\n")[0] || null;
}

/** The kernel's table lists the socket; the process with its descriptor has it open. */
async function findLinuxListener(port) {
  const sockets = new Set();
  for (const table of ["tcp", "tcp6"]) {
    const text = await readFile(`/proc/net/${table}`, "utf8").catch(() => "");
    for (const line of text.split("\n").slice(1)) {
      const fields = line.trim().split(/\s+/);
      const isListening = fields[3] === "0A";
      if (isListening && Number.parseInt(fields[1].split(":").at(-1), 16) === port) {
        sockets.add(`socket:[${fields[9]}]`);
      }
    }
  }
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    for (const fd of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const target = await readlink(`/proc/${pid}/fd/${fd}`).catch(() => "");
      if (sockets.has(target)) return pid;
    }
  }
  return null;
}
