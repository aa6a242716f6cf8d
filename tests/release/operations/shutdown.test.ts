import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { originalKey } from "#api/catalog/images.ts";
import type { Database } from "#api/db/client.ts";
import { createLocalFiles } from "#api/providers/files/local-files.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createUser, giveCredits, PASSWORD } from "#tests/factories.ts";
import { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";
import { isThorough } from "#tests/setup/sample.ts";

// The built product is asked to shut down while people use it.

/**
 * A burst that even a busy machine serves within the drain limit; the large one is for a release.
 */
const [BUYERS, BUYS_EACH] = isThorough ? [8, 5] : [4, 3];
const BUYS = BUYERS * BUYS_EACH;

let product: RunningProduct;
/** One shop for all tests: creating one takes longer than starting it. */
const dataDir = mkdtempSync(join(tmpdir(), "promptory-shutdown-"));
afterEach(() => product.stop());
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const start = (env: Record<string, string> = {}) =>
  startProduct({ dataDir, env: { SEED_DEMO: "0", LOG_LEVEL: "info", ...env } });

/** Resolves with the exit code; null if a signal ended the process. */
async function exitCodeOf({ process: child }: RunningProduct): Promise<number | null> {
  // Until its output has been read to the end too, which the exit event does not wait for.
  const ended = child.exitCode !== null || child.signalCode !== null;
  if (!ended || !child.stdout?.readableEnded) await once(child, "close");
  return child.exitCode;
}

describe("a process that is asked to shut down", () => {
  it("responds to each request of a burst, exits with 0 and stops its database", async () => {
    product = await start();
    const connections = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
    // Complete requests: one that a busy client has not finished after three seconds is ended.
    let sent = 0;
    let onAllSent = () => {};
    const fetcher = (request: Request) =>
      sendOver(connections, request, () => {
        sent += 1;
        if (sent === BUYS) onAllSent();
      });
    const { agents, productIds } = await withProductDatabase(async (database) => {
      const files = createLocalFiles(join(product.dataDir, "files"));
      await files.put(originalKey(PICTURE_HASH), Buffer.from("picture"));
      return prepareBuyers(database, fetcher);
    }, product.dataDir);
    for (const agent of agents) await signIn(agent);
    sent = 0;
    onAllSent = () => product.process.kill("SIGTERM");
    const burst = agents.flatMap((agent) =>
      productIds.map(async (id) => {
        const response = await agent.post("/api/purchase/prompt", { prompt_id: id });
        return response.status;
      }),
    );
    expect(await Promise.all(burst)).toEqual(Array.from({ length: BUYS }, () => 200));
    expect(await exitCodeOf(product)).toBe(0);
    expect(existsSync(join(product.dataDir, "postgres/postmaster.pid"))).toBe(false);
    await withProductDatabase(async (database) => {
      expect(await database`SELECT 1 FROM orders`).toHaveLength(BUYS);
      expect(await listViolations(database)).toEqual([]);
    }, product.dataDir);
  });

  it("is not ready from then on, asks clients to disconnect, and waits for no half of a request", async () => {
    product = await start({ DRAIN_DELAY_MS: "5000" });
    const { port } = new URL(product.url);
    const halves = [
      "GET / HTTP/1.1\r\nhost: localhost\r\n",
      "POST /api/login HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{",
    ].map((text) => {
      const socket = connect(Number(port), "127.0.0.1", () => socket.write(text));
      socket.on("error", () => {});
      return once(socket, "close");
    });
    expect((await fetch(`${product.url}/health`)).status).toBe(200);
    product.process.kill("SIGTERM");
    await expect.poll(() => fetch(`${product.url}/readyz`).then(({ status }) => status)).toBe(503);
    expect((await fetch(`${product.url}/readyz?only=process`)).status).toBe(503);
    const alive = await fetch(`${product.url}/healthz`);
    expect([alive.status, alive.headers.get("connection")]).toEqual([200, "close"]);
    await Promise.all(halves);
    expect(await exitCodeOf(product)).toBe(0);
    expect(product.output()).not.toContain("Requests still run");
  });

  it("logs what nobody caught, drains all the same, and exits with 1", async () => {
    const crash = join(import.meta.dirname, "../../fixtures/crash-on-signal.mjs");
    product = await start({ NODE_OPTIONS: `--import ${crash}` });
    product.process.kill("SIGUSR2");
    expect(await exitCodeOf(product)).toBe(1);
    expect(product.output()).toContain("nobody caught this");
    expect(product.output()).toContain("unhandledRejection: stopping");
    expect(existsSync(join(product.dataDir, "postgres/postmaster.pid"))).toBe(false);
  });
});

it("a process that cannot write is alive, but not ready", async () => {
  product = await start();
  const statusOf = (path: string) => fetch(`${product.url}${path}`).then(({ status }) => status);
  // Nobody, not even root, can create a file below a file.
  const probe = join(product.dataDir, "files/probe");
  rmSync(probe, { recursive: true });
  writeFileSync(probe, "");
  const paths = ["/readyz", "/readyz?only=process", "/healthz"];
  // Results are cached for a second.
  await expect.poll(() => Promise.all(paths.map(statusOf))).toEqual([503, 200, 200]);
  await expect.poll(() => product.output()).toContain("files: ");
  rmSync(probe);
  await expect.poll(() => statusOf("/readyz")).toBe(200);

  await withProductDatabase(async (database) => {
    await database`ALTER DATABASE promptory SET default_transaction_read_only = on`;
    await database`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  }, product.dataDir);
  // The ended connections must be detected first.
  const ask = async () => {
    const status = await statusOf("/readyz");
    return status === 503 ? product.output() : `ready: ${status}`;
  };
  await expect.poll(ask).toContain("the database is read-only");
});

const PICTURE_HASH = "0".repeat(64);

async function prepareBuyers(database: Database, fetcher: (request: Request) => Promise<Response>) {
  const hash = PICTURE_HASH;
  await database`INSERT INTO categories (slug) VALUES ('burst')`;
  await database`INSERT INTO pictures VALUES (${hash}, 1, 1, '#000000')`;
  const rows = await database<{ id: number }[]>`
    INSERT INTO products (slug, category_id, titles, prompt, price_cents, picture_hash)
    SELECT 'burst-' || n, (SELECT id FROM categories), '{"en": "Burst"}', 'All at once', 100,
      ${hash} FROM generate_series(1, ${BUYS_EACH}::int) AS n RETURNING id`;
  const agents: (ApiAgent & { email?: string })[] = [];
  for (let made = 0; made < BUYERS; made++) {
    const { id, email } = await createUser(database);
    await giveCredits(database, id, 100_000);
    agents.push(Object.assign(new ApiAgent(fetcher, { appUrl: product.url }), { email }));
  }
  return { agents, productIds: rows.map((row) => row.id) };
}

async function signIn(agent: ApiAgent & { email?: string }): Promise<void> {
  const response = await agent.post("/api/login", { email: agent.email, password: PASSWORD });
  expect(response.status).toBe(200);
}

/** Sends a request over its own connection, to detect when that is established. */
async function sendOver(agent: Agent, request: Request, onSent: () => void): Promise<Response> {
  const body = Buffer.from(await request.arrayBuffer());
  return new Promise((resolve, reject) => {
    const { method, url } = request;
    const headers = Object.fromEntries(request.headers);
    const sent = httpRequest(url, { method, headers, agent }, async (incoming) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      const lines = incoming.headersDistinct;
      const received = new Headers();
      for (const [name, values = []] of Object.entries(lines)) {
        for (const value of values) received.append(name, value);
      }
      const { statusCode: status = 0 } = incoming;
      // A 204 must have no body at all, not an empty one.
      const content = chunks.length > 0 ? new Uint8Array(Buffer.concat(chunks)) : null;
      resolve(new Response(content, { status, headers: received }));
    });
    sent.on("finish", onSent);
    sent.on("error", reject);
    sent.end(body);
  });
}
