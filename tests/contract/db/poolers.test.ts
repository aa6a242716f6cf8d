import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { openSearchDatabase } from "#api/db/client.ts";
import { followReplica } from "#api/db/read-replica.ts";
import { readConfig } from "#server/config/config.ts";
import { ConfigError } from "#server/config/config-error.ts";
import { closeShopDatabase, openDatabaseAsIs } from "#server/lifecycle/shop-database.ts";
import { createTestDatabase, type TestDatabase } from "#tests/setup/database/test-database.ts";

// How poolers change sessions, by stand-ins that do only that; the terms are PgBouncer's.

let test: TestDatabase;
let dataDir: string;
let stop = async () => {};
beforeAll(async () => {
  test = await createTestDatabase();
});
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "promptory-pooler-"));
});
afterEach(async () => {
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
});
afterAll(() => test.drop());

/** Returns the database's address through a port that handles connections with `serve`. */
async function listen(serve: (client: Socket) => void): Promise<string> {
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    client.on("error", () => {});
    serve(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stop = async () => {
    for (const client of clients) client.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  const { port } = server.address() as AddressInfo;
  const { user, password = "", database } = test.connection;
  const url = new URL(`postgres://127.0.0.1:${port}/${database}`);
  Object.assign(url, { username: user, password });
  return url.href;
}

/** Opens the shop's database through such a port. */
async function openThrough(serve: (client: Socket) => void): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: await listen(serve) });
  await closeShopDatabase(await openDatabaseAsIs(config, pino({ level: "silent" })));
}

function connectServer(): Socket {
  const { host, port } = test.connection;
  const upstream = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  return upstream.on("error", () => {});
}

/** Forwards everything, with the first message changed. */
function pass(client: Socket, change: (startup: Buffer) => Buffer): void {
  const upstream = connectServer();
  client.once("data", (startup: Buffer) => {
    upstream.write(change(startup));
    client.pipe(upstream).pipe(client);
  });
}

/** Returns a StartupMessage without the settings: only the user and the database are left. */
function withoutSettings(startup: Buffer): Buffer {
  const texts = startup.subarray(8).toString().split("\0");
  const kept = texts.flatMap((name, index) =>
    index % 2 === 0 && ["user", "database"].includes(name) ? [name, texts[index + 1]] : [],
  );
  const body = Buffer.from(`${kept.join("\0")}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + body.length);
  startup.copy(head, 4, 4, 8);
  return Buffer.concat([head, body]);
}

const FIELDS = Buffer.from(
  "SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: IntervalStyle\0\0",
);
const UNSUPPORTED = Buffer.concat([Buffer.from([0x45, 0, 0, 0, 4 + FIELDS.length]), FIELDS]);
/** ReadyForQuery, outside a transaction. */
const READY = Buffer.from("Z\0\0\0\u0005I");

/** Shares one session among all connections, one transaction at a time (`pool_mode`). */
function shareSession(): (client: Socket) => void {
  const upstream = connectServer();
  let greeting = Buffer.alloc(0);
  let isGreeted = false;
  let owner: Socket | null = null;
  const waiting: { client: Socket; bytes: Buffer }[] = [];
  const send = (client: Socket, bytes: Buffer) => {
    if (owner && owner !== client) return waiting.push({ client, bytes });
    owner = client;
    return upstream.write(bytes);
  };
  upstream.on("data", (bytes) => {
    if (!isGreeted) greeting = Buffer.concat([greeting, bytes]);
    owner?.write(bytes);
    if (!bytes.subarray(-READY.length).equals(READY)) return;
    isGreeted = true;
    owner = null;
    const next = waiting.shift();
    if (next) send(next.client, next.bytes);
  });
  return (client) => {
    client.once("data", (startup: Buffer) => {
      if (isGreeted) client.write(greeting);
      else send(client, startup);
      // "X" is Terminate, for this connection alone.
      client.on("data", (bytes) => void (bytes[0] === 0x58 || send(client, bytes)));
    });
  };
}

it.each<[string, () => (client: Socket) => void, string]>([
  [
    "rejects the settings of sessions",
    () => (client) => client.once("data", () => client.end(UNSUPPORTED)),
    "rejects the settings of sessions (unsupported startup parameter: IntervalStyle)",
  ],
  [
    "drops the settings of sessions",
    () => (client) => pass(client, withoutSettings),
    "drops the settings of sessions (statement_timeout)",
  ],
  [
    "gives one session to several connections",
    shareSession,
    "gives one session to several connections",
  ],
])("one that %s is no database", async (_, createPooler, problem) => {
  const opening = openThrough(createPooler());
  await expect(opening).rejects.toThrow(
    new ConfigError(
      `DATABASE_URL: this is the address of a connection pooler, which ${problem}: give that of ` +
        'the database itself, as docs/operations.md says under "Install"',
    ),
  );
});

it("one that changes nothing is not noticed", async () => {
  await openThrough((client) => pass(client, (startup) => startup));
});

it.each([
  [
    "a pooler, which drops the settings of sessions (statement_timeout)",
    withoutSettings,
    "DATABASE_READ_URL is a connection pooler, which drops the settings of sessions (statement_timeout)",
  ],
  ["no replica", (startup: Buffer) => startup, "DATABASE_READ_URL is no replica of DATABASE_URL"],
])("one in front of the read replica is left out as %s", async (_, change, problem) => {
  const pool = openSearchDatabase(await listen((client) => pass(client, change)), "lists");
  const log = pino({ level: "silent" });
  const warn = vi.spyOn(log, "warn");
  const replica = followReplica(test.database, pool, log);
  await vi.waitUntil(() => warn.mock.lastCall);
  expect(warn.mock.lastCall).toEqual([{ err: new Error(problem) }, "the read replica is left out"]);
  expect(replica.isInStep).toBe(false);
  replica.stop();
  await pool.end({ timeout: 1 });
});
