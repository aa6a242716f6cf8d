import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";

export type Balancer = {
  url: string;
  /** Sends a request; returns true if nginx chose the process on this port for it. */
  chooses(port: number): Promise<boolean>;
  /** Its error log: which processes it could not reach, and why. */
  errors(): string;
  /** Kills all its processes immediately, and restarts it at the same address. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

/** The interval of the check for stopping processes, which are then left out. */
const QUESTION_MS = 100;

/** Reads the blocks of docs/operations.md ("Several processes"). */
function readDocumented(): string {
  const page = readFileSync(new URL("../../../docs/operations.md", import.meta.url), "utf8");
  return /```nginx\n(.*?)```/s.exec(page)?.[1] ?? "";
}

/** Replaces a part of the text; throws if it is missing. */
function replaceOnce(text: string, what: string | RegExp, other: string): string {
  const replaced = text.replace(what, () => other);
  if (replaced === text) throw new Error(`docs/operations.md: nginx has no ${what}`);
  return replaced;
}

/** Returns the documented blocks for these ports of this machine, without TLS. */
function toConfig(folder: string, port: number, ports: readonly number[]): string {
  const documented = readDocumented();
  const [settings = ""] = /max_fails=[^;]*/.exec(documented) ?? [];
  const servers = ports.map((one) => `server 127.0.0.1:${one} ${settings};`).join("\n");
  const upstreams = replaceOnce(documented, /( *server 10\.[^\n]*\n)+/, `${servers}\n`);
  const own = `listen 127.0.0.1:${port};
    add_header x-upstream $upstream_addr;
    location = /balancer { return 204; }`;
  return `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 4096; }
    http {
      access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      ${replaceOnce(upstreams, "listen 443 ssl;", own)}
    }`;
}

/**
 * Starts the load balancer of docs/operations.md ("Several processes") in front of these ports;
 * needs nginx.
 */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), "promptory-nginx-"));
  // Started by root, it runs as another user, who keeps large bodies below this folder.
  chmodSync(folder, 0o755);
  const port = await freePort();
  writeFileSync(join(folder, "nginx.conf"), toConfig(folder, port, ports));
  execFileSync("nginx", ["-t", "-c", join(folder, "nginx.conf")], { stdio: "pipe" });
  const url = `http://localhost:${port}`;
  let child = await startNginx(folder, url);
  const ask = () => void fetch(`${url}/stopping`).catch(() => {});
  const questions = setInterval(ask, QUESTION_MS);
  return {
    url,
    chooses: async (chosen) => {
      const { headers } = await fetch(`${url}/healthz`);
      return headers.get("x-upstream") === `127.0.0.1:${chosen}`;
    },
    errors: () => readFileSync(join(folder, "error.log"), "utf8"),
    kill: async () => {
      const exited = once(child, "exit");
      // The group, because the workers would outlive the master process.
      process.kill(-(child.pid ?? 0), "SIGKILL");
      await exited;
      child = await startNginx(folder, url);
    },
    stop: async () => {
      clearInterval(questions);
      const exited = once(child, "exit");
      child.kill("SIGQUIT");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts nginx in its own process group, with its workers. */
async function startNginx(folder: string, url: string): Promise<ChildProcess> {
  const options = { stdio: "ignore", detached: true } as const;
  const child = spawn("nginx", ["-c", join(folder, "nginx.conf")], options);
  // Not through the shop: a process that does not run yet would count as failed, and after its
  // start get only one request until that has its response.
  await waitUntilListening(child, `${url}/balancer`);
  return child;
}

async function waitUntilListening(child: ChildProcess, url: string): Promise<void> {
  while (child.exitCode === null) {
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("nginx does not start");
}
