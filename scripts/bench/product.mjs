import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** As set in the container image. */
const HEAP = ["--max-semi-space-size=8", "--max-old-space-size=256"];

/** Prints a row of the results. */
export function row(name, value) {
  console.log(`${name.padEnd(44)} ${value}`);
}

/** Starts the built product with the data in `dataDir`; resolves once it has served a page. */
export async function start(dataDir, { workers = 1 } = {}) {
  const port = await freePort();
  const startedAt = Date.now();
  const child = spawn(process.execPath, [...HEAP, join(root, "build/server/index.js")], {
    cwd: root,
    env: {
      ...{ ...process.env, NODE_ENV: "production", PORT: String(port), DATA_DIR: dataDir },
      WORKERS: String(workers),
      MALLOC_ARENA_MAX: "2",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const url = `http://localhost:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the product stopped:\n${output}`);
    const page = await fetch(`${url}/en`).catch(() => null);
    if (page?.ok) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const readySeconds = (Date.now() - startedAt) / 1000;
  return { child, url, dataDir, startedAt, readySeconds, output: () => output };
}

/** Resolves once the demo catalogue is complete. */
export async function waitForSeed(running) {
  for (;;) {
    const list = await fetch(`${running.url}/api/products`).then((response) => response.json());
    if (list.meta.total >= 72 && /catalogue is complete|seed.*complete/i.test(running.output()))
      return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

export function stop(running) {
  return new Promise((resolve) => {
    running.child.once("exit", resolve);
    running.child.kill("SIGTERM");
  });
}

/** The cookies of a demo user, by default a member. */
export async function signIn(url, email = "buyer@promptory.test") {
  const headers = { "content-type": "application/x-www-form-urlencoded", origin: url };
  const body = new URLSearchParams({ email, password: "promptory-demo" });
  const response = await fetch(`${url}/en/login`, {
    method: "POST",
    headers,
    body,
    redirect: "manual",
  });
  const cookies = response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    // A flash message would be shown once, on an individual page.
    .filter((pair) => !pair.startsWith("toast="));
  if (response.status >= 400 || cookies.length === 0)
    throw new Error(`sign-in failed: ${response.status}`);
  return cookies.join("; ");
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
