import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { startEmbeddedServer } from "#api/db/embedded-server.ts";
import { migrate } from "#api/db/migrate.ts";

/** What a test needs to reach the server; passed to the workers, so plain values only. */
export type TestServer = {
  connection: { host: string; port: number; user: string; database: string; password?: string };
  template: string;
};

declare module "vitest" {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

/**
 * Sets up, once for all contract tests, a database server with one migrated database that every
 * test file clones (tests/setup/database/test-database.ts). TEST_DATABASE_URL names another server
 * to run them on, for instance the oldest supported version.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  const template = `template_${process.pid}_${Date.now()}`;
  const admin = postgres({ ...server.connection, max: 1, onnotice: () => {} });
  await admin.unsafe(`CREATE DATABASE ${template}`);
  // A database with open connections cannot be cloned; `migrate` leaves none.
  await migrate({ ...server.connection, database: template });
  project.provide("testServer", { connection: server.connection, template });
  return async () => {
    await admin.unsafe(`DROP DATABASE IF EXISTS ${template}`);
    await admin.end();
    await server.stop();
  };
}

/** No data outlives the tests, and most create a database, so nothing waits for the disk. */
const WITHOUT_DURABILITY = { fsync: "off", full_page_writes: "off", synchronous_commit: "off" };

type Server = { connection: TestServer["connection"]; stop(): Promise<void> };

async function startServer(): Promise<Server> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { connection: readUrl(url), stop: async () => {} };
  const dataDir = await mkdtemp(join(tmpdir(), "promptory-contract-"));
  const server = await startEmbeddedServer({
    dataDir,
    log: () => {},
    settings: WITHOUT_DURABILITY,
  });
  return {
    connection: server.connection,
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function readUrl(text: string): TestServer["connection"] {
  const url = new URL(text);
  return {
    host: url.hostname,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password) || undefined,
    database: url.pathname.slice(1),
  };
}
