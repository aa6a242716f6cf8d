import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";

export type Balancer = {
  url: string;
  /** What it has written to its log of errors: which process it could not reach, and why. */
  errors(): string;
  stop(): Promise<void>;
};

/** The balancer of docs/operations.md ("Several processes") in front of these ports; needs nginx. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), "promptory-nginx-"));
  const port = await freePort();
  const servers = ports.map((one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=2s;`);
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 1024; }
    http {
      access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      upstream shop { least_conn; ${servers.join(" ")} }
      server {
        listen 127.0.0.1:${port};
        client_max_body_size 0;
        location = /balancer { return 204; }
        location / {
          proxy_pass http://shop; proxy_http_version 1.1; proxy_set_header Connection "";
          proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr;
          proxy_next_upstream error timeout; proxy_connect_timeout 1s;
        }
      }
    }`,
  );
  execFileSync("nginx", ["-t", "-c", join(folder, "nginx.conf")], { stdio: "pipe" });
  const child = spawn("nginx", ["-c", join(folder, "nginx.conf")], { stdio: "ignore" });
  const url = `http://localhost:${port}`;
  // Not by the shop: a process that does not run yet would count as failed, and get one request alone
  // when it does, until that has its response.
  await waitUntilListening(child, `${url}/balancer`);
  return {
    url,
    errors: () => readFileSync(join(folder, "error.log"), "utf8"),
    stop: async () => {
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
