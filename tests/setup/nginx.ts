import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";

export type Balancer = {
  url: string;
  /** True when a request goes to the process of this port, now one of those that it chooses from. */
  chooses(port: number): Promise<boolean>;
  /** What it has written to its log of errors: which process it could not reach, and why. */
  errors(): string;
  stop(): Promise<void>;
};

/** How long it leaves out a process that could not be reached, or said that it is stopping. */
const LEFT_OUT_SECONDS = 4;
/** How often it is asked for /readyz, by which a process that is stopping is left out. */
const QUESTION_MS = 100;

/** The balancer of docs/operations.md ("Several processes") in front of these ports; needs nginx. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), "promptory-nginx-"));
  const port = await freePort();
  const servers = ports.map(
    (one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=${LEFT_OUT_SECONDS}s;`,
  );
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 1024; }
    http {
      access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      upstream shop { zone shop 64k; least_conn; ${servers.join(" ")} }
      server {
        listen 127.0.0.1:${port};
        client_max_body_size 0;
        proxy_http_version 1.1; proxy_set_header Connection "";
        proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr;
        proxy_next_upstream error timeout; proxy_connect_timeout 1s;
        add_header x-upstream $upstream_addr;
        location = /balancer { return 204; }
        location = /readyz { proxy_pass http://shop; proxy_next_upstream error timeout http_503; }
        location / { proxy_pass http://shop; }
      }
    }`,
  );
  execFileSync("nginx", ["-t", "-c", join(folder, "nginx.conf")], { stdio: "pipe" });
  const child = spawn("nginx", ["-c", join(folder, "nginx.conf")], { stdio: "ignore" });
  const url = `http://localhost:${port}`;
  // Not by the shop: a process that does not run yet would count as failed, and get one request alone
  // when it does, until that has its response.
  await waitUntilListening(child, `${url}/balancer`);
  const ask = () => void fetch(`${url}/readyz?only=process`).catch(() => {});
  const questions = setInterval(ask, QUESTION_MS);
  return {
    url,
    chooses: async (chosen) => {
      const { headers } = await fetch(`${url}/healthz`);
      return headers.get("x-upstream") === `127.0.0.1:${chosen}`;
    },
    errors: () => readFileSync(join(folder, "error.log"), "utf8"),
    stop: async () => {
      clearInterval(questions);
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGQUIT");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
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
