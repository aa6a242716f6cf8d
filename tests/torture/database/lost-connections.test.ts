import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  assertWritable,
  type Database,
  inTransaction,
  openDatabase,
  type Sql,
} from "#api/db/client.ts";
import { Readiness } from "#server/lifecycle/readiness.ts";
import { createTestDatabase, type TestDatabase } from "#tests/setup/database/test-database.ts";

// How the driver reacts when the server closes a connection: tests patches/postgres+*.patch.

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.database`CREATE TABLE notes (text text)`;
});
afterAll(() => test.drop());

/** Ends all connections except those of `test.database`, like a server that is shutting down. */
async function disconnect(): Promise<void> {
  await test.database`
    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'victim'`;
}

const FIELDS = Buffer.from("SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0");
/** The message that a server sends before it ends a connection (protocol: ErrorResponse). */
const ADMIN_SHUTDOWN = Buffer.concat([Buffer.from([0x45, 0, 0, 0, 4 + FIELDS.length]), FIELDS]);

/** Starts a proxy that drops the first connections that query the array types. */
async function startProxy({ lossesMax }: { lossesMax: number }) {
  let losses = 0;
  const server = createServer((client: Socket) => {
    const { host, port } = test.connection;
    const upstream = host.startsWith("/")
      ? connect(`${host}/.s.PGSQL.${port}`)
      : connect(port, host);
    const close = () => {
      client.destroy();
      upstream.destroy();
    };
    client.on("error", close).on("close", close);
    upstream.on("error", close);
    client.on("data", (bytes) => {
      if (losses === lossesMax || !bytes.includes("pg_catalog.pg_type")) upstream.write(bytes);
      else {
        losses++;
        client.end(ADMIN_SHUTDOWN);
        upstream.destroy();
      }
    });
    upstream.on("data", (bytes) => client.write(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an `AddressInfo`.
  const { port } = server.address() as AddressInfo;
  return {
    target: { ...test.connection, host: "127.0.0.1", port },
    losses: () => losses,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/**
 * Starts a proxy that can forget its connections, like a machine that is gone or a firewall that
 * was restarted: nothing passes through them any more, and none is closed. New ones work.
 */
async function startForgetfulProxy() {
  const sockets = new Set<Socket>();
  const known = new Set<object>();
  const server = createServer({ allowHalfOpen: true }, (client: Socket) => {
    const { host, port } = test.connection;
    const upstream = host.startsWith("/")
      ? connect(`${host}/.s.PGSQL.${port}`)
      : connect(port, host);
    const way = {};
    known.add(way);
    const pass = (from: Socket, to: Socket) => {
      sockets.add(from);
      from
        .on("data", (bytes) => known.has(way) && to.write(bytes))
        .on("end", () => known.has(way) && to.end())
        .on("error", () => {});
    };
    pass(client, upstream);
    pass(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an `AddressInfo`.
  const { port } = server.address() as AddressInfo;
  return {
    target: { ...test.connection, host: "127.0.0.1", port },
    forget: () => known.clear(),
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Opens a port that accepts and immediately closes, like a load balancer without a backend. */
async function startClosingPort() {
  let connections = 0;
  const server = createServer((client: Socket) => {
    connections++;
    client
      .on("error", () => {})
      .resume()
      .end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    target: { host: "127.0.0.1", port },
    connections: () => connections,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function withVictim<Result>(
  connectionsMax: number,
  work: (victim: Database) => Promise<Result>,
): Promise<Result> {
  const target = { ...test.connection, connection: { application_name: "victim" } };
  const victim = openDatabase(target, { connectionsMax });
  try {
    return await work(victim);
  } finally {
    await victim.end({ timeout: 1 });
  }
}

describe("a connection that the server ends", () => {
  it("fails each further query of the code that reserved it, and goes back to the pool for others", async () => {
    await withVictim(1, async (victim) => {
      const reserved = await victim.reserve();
      await reserved`SELECT 1`;
      await disconnect();
      const lost = { code: expect.stringMatching(/^(CONNECTION_CLOSED|ECONNRESET|EPIPE|57P01)$/) };
      await expect(reserved`SELECT 1`.execute()).rejects.toMatchObject(lost);
      await expect(reserved`SELECT 1`.execute()).rejects.toMatchObject(lost);
      const [row] = await victim`SELECT 1 AS one`;
      expect(row).toEqual({ one: 1 });
      await expect(reserved`SELECT 1`.execute()).rejects.toMatchObject(lost);
      reserved.release();
      expect(await victim`SELECT 2 AS two`).toHaveLength(1);
      expect(await (await victim.reserve())`SELECT 3 AS three`).toHaveLength(1);
    });
  });

  it("takes no statement of the transaction that it was lost to", async () => {
    await withVictim(1, async (victim) => {
      let resume = () => {};
      const pause = new Promise<void>((resolve) => {
        resume = resolve;
      });
      let late: Promise<unknown> = Promise.resolve();
      const transaction = inTransaction(victim, async (sql) => {
        await sql`INSERT INTO notes VALUES ('before')`;
        await disconnect();
        await pause;
        late = sql`INSERT INTO notes VALUES ('after')`.execute();
        late.catch(() => {});
        await late;
      });
      await expect(transaction).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
      // The same connection object, reconnected: the transaction must not write through it.
      expect(await victim`SELECT text FROM notes`).toEqual([]);
      resume();
      await expect.poll(() => late.then(String, (error) => error.code)).toBe("CONNECTION_CLOSED");
      expect(await victim`SELECT text FROM notes`).toEqual([]);
    });
  });

  it("is replaced, however often and in whatever moment it is lost", async () => {
    await withVictim(5, async (victim) => {
      for (let round = 0; round < 25; round++) {
        const work = Array.from({ length: 20 }, (_, index) =>
          inTransaction(victim, async (sql) => {
            await sql`SELECT ${index}::int`;
            await sql`INSERT INTO notes VALUES ('kept')`;
            await sql`DELETE FROM notes`;
          }),
        );
        const ended = Promise.allSettled(work);
        await disconnect();
        expect(await ended).toHaveLength(20);
        // A connection that has just been ended may fail the first query, but none may fail
        // permanently.
        const read = () => Promise.all(Array.from({ length: 10 }, () => victim`SELECT 1 AS one`));
        await expect
          .poll(() =>
            read().then(
              (rows) => rows.flat().length,
              () => 0,
            ),
          )
          .toBe(10);
      }
    });
  });

  it.each([
    { name: "a query", isReserved: false },
    { name: "code that reserves it", isReserved: true },
  ])("is made anew for $name when it is lost while the driver reads the types of arrays", async ({
    isReserved,
  }) => {
    const proxy = await startProxy({ lossesMax: 3 });
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on("unhandledRejection", note);
    const victim = openDatabase(proxy.target, { connectionsMax: 1 });
    try {
      const query = (sql: Sql) => sql`SELECT ARRAY[1, 2] AS numbers`.then(([row]) => row?.numbers);
      const read = async () => {
        if (!isReserved) return query(victim);
        const reserved = await victim.reserve();
        return query(reserved).finally(reserved.release);
      };
      await expect.poll(() => read().catch(String)).toEqual([1, 2]);
      expect(proxy.losses()).toBe(3);
      expect(unhandled).toEqual([]);
    } finally {
      process.off("unhandledRejection", note);
      await victim.end({ timeout: 1 });
      await proxy.stop();
    }
  });

  it("fails a query soon, and is tried again with pauses, where the port closes each connection at once", async () => {
    const port = await startClosingPort();
    const pool = openDatabase({ ...port.target, database: "promptory" }, { connectionsMax: 4 });
    try {
      const closed = { code: "CONNECTION_CLOSED" };
      const started = performance.now();
      await expect(pool`SELECT 1`.execute()).rejects.toMatchObject(closed);
      await expect(pool.reserve()).rejects.toMatchObject(closed);
      await expect(inTransaction(pool, (sql) => sql`SELECT 1`)).rejects.toMatchObject(closed);
      const before = port.connections();
      while (performance.now() - started < 2_000) {
        await expect(pool`SELECT 1`.execute()).rejects.toMatchObject(closed);
      }
      expect(port.connections() - before).toBeLessThan(100);
    } finally {
      await pool.end({ timeout: 1 });
      await port.stop();
    }
  });

  it("fails a query once each of several hosts has closed its connection, and passes on to one that works", async () => {
    const ports = [await startClosingPort(), await startClosingPort()];
    const proxy = await startProxy({ lossesMax: 0 });
    const open = (targets: { host: string; port: number }[]) => {
      const host = targets.map((target) => target.host);
      const options = { ...test.connection, host, port: targets.map((target) => target.port) };
      // The driver accepts lists; its types have only single values.
      return openDatabase(options as unknown as Parameters<typeof openDatabase>[0]);
    };
    const targets = ports.map((port) => port.target);
    const broken = open(targets);
    const whole = open([...targets, proxy.target]);
    try {
      const closed = { code: "CONNECTION_CLOSED" };
      await expect(broken`SELECT 1`.execute()).rejects.toMatchObject(closed);
      expect(ports.map((port) => port.connections())).toEqual([1, 1]);
      expect(await whole`SELECT 1 AS one`).toEqual([{ one: 1 }]);
    } finally {
      await Promise.all([broken.end({ timeout: 1 }), whole.end({ timeout: 1 })]);
      await Promise.all([...ports.map((port) => port.stop()), proxy.stop()]);
    }
  });
});

describe("a connection whose server is gone without closing it", () => {
  /** Including the driver's grace period, a statement is given up after 5.5 s. */
  const limits = { settings: { statement_timeout: 500 } };
  const closed = { code: "CONNECTION_CLOSED" };

  it("fails its queries once the time of a statement is over, and is replaced, also for readiness", async () => {
    const proxy = await startForgetfulProxy();
    const pool = openDatabase(proxy.target, { connectionsMax: 3, ...limits });
    const check = () => assertWritable(pool);
    const readiness = new Readiness([{ name: "database", check }], {
      deadlineMs: 500,
      resultMs: 0,
    });
    try {
      const inAll = () => Promise.allSettled([1, 2, 3].map(() => pool`SELECT 1, pg_sleep(0.1)`));
      await inAll();
      proxy.forget();
      const lost = [
        inTransaction(pool, (sql) => sql`SELECT 1`),
        pool`SELECT 1`.execute(),
        // It waits in the driver for the responses of earlier queries.
        pool`SELECT 2`.execute(),
      ].map((query) => expect(query).rejects.toMatchObject(closed));
      await expect(readiness.assertReady()).rejects.toThrow("database: no response in time");
      await Promise.all(lost);
      await expect
        .poll(() =>
          readiness.assertReady().then(
            () => "ready",
            (error) => error.message,
          ),
        )
        .toBe("ready");
      expect(await inTransaction(pool, (sql) => sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    } finally {
      await pool.end({ timeout: 1 });
      await proxy.stop();
    }
  });

  it("is waited for by work without a time limit", async () => {
    const limited = openDatabase(test.connection, { connectionsMax: 1, ...limits });
    const pool = openDatabase(test.connection, { connectionsMax: 1, hasTimeLimits: false });
    try {
      const late = { code: "57014" };
      await Promise.all([
        expect(pool`SELECT 1 AS one FROM pg_sleep(8)`).resolves.toEqual([{ one: 1 }]),
        expect(limited`SELECT pg_sleep(8)`.execute()).rejects.toMatchObject(late),
      ]);
    } finally {
      await Promise.all([pool.end({ timeout: 1 }), limited.end({ timeout: 1 })]);
    }
  });

  it("is not taken for one whose response waits while the process is busy", async () => {
    const pool = openDatabase(test.connection, { connectionsMax: 1, ...limits });
    try {
      await pool`SELECT 1`;
      const query = pool`SELECT 1 AS one FROM pg_sleep(0.2)`.execute();
      const countSleeping = async () => {
        const [row] = await test.database<[{ count: number }]>`
          SELECT count(*)::int AS count FROM pg_stat_activity
          WHERE query LIKE '%pg_sleep(0.2)' AND state = 'active'`;
        return row.count;
      };
      await expect.poll(countSleeping, { interval: 5 }).toBe(1);
      // The whole process blocks for longer than the response may take.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6_500);
      expect(await query).toEqual([{ one: 1 }]);
    } finally {
      await pool.end({ timeout: 1 });
    }
  });
});
