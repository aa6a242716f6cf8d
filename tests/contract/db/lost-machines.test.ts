import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase, openSearchDatabase } from "#api/db/client.ts";
import { watchPublicData } from "#api/db/public-changes.ts";
import { createLog } from "#api/providers/log.ts";
import { startTcpServer } from "#tests/setup/database/tcp-server.ts";

// When the server ends the sessions, and so the locks, of a machine that lost power or network.

/** In seconds, the last in milliseconds: 10 + 3 * 5 s, or 25 s. */
const LIMITS = {
  tcp_keepalives_idle: "10",
  tcp_keepalives_interval: "5",
  tcp_keepalives_count: "3",
  tcp_user_timeout: "25000",
};
const NAMES = Object.keys(LIMITS);

let server: Awaited<ReturnType<typeof startTcpServer>>;
beforeAll(async () => {
  server = await startTcpServer();
});
afterAll(() => server.remove());

type Target = Parameters<typeof openDatabase>[0];

it.each<[string, (target: Target) => Database]>([
  ["requests", (target) => openDatabase(target)],
  ["work without time limits", (target) => openDatabase(target, { hasTimeLimits: false })],
  ["word searches", (target) => openSearchDatabase(target, "searches")],
  ["lists", (target) => openSearchDatabase(target, "lists")],
])("are the same for the connections of %s", async (_, open) => {
  const pool = open(server.connection);
  try {
    // The kernel's values for this connection, in the units above.
    const rows = await pool<{ name: string; setting: string }[]>`
      SELECT name, setting FROM pg_settings
      WHERE name = ANY(${NAMES})`;
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual(LIMITS);
  } finally {
    await pool.end();
  }
});

it("are asked for by the connection that hears of changes", async () => {
  const port = createServer();
  port.listen(0, "127.0.0.1");
  await once(port, "listening");
  const target = { ...server.connection, port: (port.address() as AddressInfo).port };
  const accepted = once(port, "connection");
  const watching = watchPublicData(
    target,
    { onChange: () => {}, onLost: () => {} },
    createLog("silent"),
  );
  const [client] = (await accepted) as [Socket];
  const [startup] = (await once(client, "data")) as [Buffer];
  // Names and values, each terminated by a zero byte.
  const texts = startup.subarray(8).toString().split("\0");
  const asked = NAMES.map((name) => [name, texts[texts.indexOf(name) + 1]]);
  expect(Object.fromEntries(asked)).toEqual(LIMITS);
  await watching.stop();
  client.destroy();
  port.close();
});
