import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../servers/free-port.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const READY_TIMEOUT_MS = 600_000;

export type RunningProduct = {
  url: string;
  dataDir: string;
  process: ChildProcess;
  /** Everything the process has printed so far. */
  output(): string;
  /** Sends SIGTERM and waits for the exit. The data stays. */
  stop(): Promise<void>;
  /** Stops it and removes the data. */
  remove(): Promise<void>;
};

/**
 * Starts the built product as an operator would, on a free port with its own data; `folder` is the
 * checkout of another build.
 */
export async function startProduct(
  options: { env?: Record<string, string>; dataDir?: string; port?: number; folder?: string } = {},
): Promise<RunningProduct> {
  const cwd = options.folder ?? root;
  const entry = join(cwd, "build/server/index.js");
  if (!existsSync(entry)) throw new Error("there is no build: run `npm run build` first");
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "promptory-e2e-"));
  const port = options.port ?? (await freePort());
  const child = spawn(process.execPath, [entry], {
    cwd,
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      LOG_LEVEL: "info",
      SANDBOX_PAY_LATER_MS: "3000",
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const keep = (chunk: Buffer) => {
    printed += chunk.toString();
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const url = `http://localhost:${port}`;
  await waitUntilReady(url, child, () => printed);
  const stop = () => stopProcess(child);
  return {
    url,
    dataDir,
    process: child,
    output: () => printed,
    stop,
    remove: async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(url: string, child: ChildProcess, output: () => string) {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the product stopped:\n${output()}`);
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill("SIGKILL");
  throw new Error(`the product was not ready in time:\n${output()}`);
}

function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}
