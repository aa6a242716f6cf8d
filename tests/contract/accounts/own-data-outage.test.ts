import { buffer } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { exportOwnData } from "#api/accounts/own-data/own-data.ts";
import type { Noun } from "#api/noun.ts";
import { createMember } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

// An export of a person's own data while the database ends its sessions.

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

/** Errors without a listener: each of them would have crashed the process. */
const uncaught: unknown[] = [];
const note = (error: unknown) => void uncaught.push(error);
let listeners: NodeJS.UncaughtExceptionListener[] = [];
beforeEach(() => {
  uncaught.length = 0;
  // The test runner's own listeners would fail the whole run.
  listeners = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException").on("uncaughtException", note);
});
afterEach(() => {
  process.removeAllListeners("uncaughtException");
  for (const listener of listeners) process.on("uncaughtException", listener);
});

it("breaks off when a list fails, also while the files of another noun are listed", async () => {
  const { id } = await createMember(test);
  const files = async () => {
    // Long enough for a list that had already started to fail.
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    return [];
  };
  const rows = async () => {
    throw new Error("the database is away");
  };
  const nouns: Noun[] = [
    { name: "failing", ownData: { lists: { rows } } },
    { name: "slow", ownData: { lists: {}, files } },
  ];
  const archive = await exportOwnData(test.deps, nouns, { userId: id });
  await expect(buffer(archive)).rejects.toThrow("the database is away");
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  expect(uncaught).toEqual([]);
});

it("is rejected, and the process goes on, when its sessions end before it has begun", async () => {
  const { agent } = await createMember(test);
  const lock = await test.database.reserve();
  await lock`BEGIN`;
  await lock`LOCK TABLE deposits, documents IN ACCESS EXCLUSIVE MODE`;
  const exporting = agent.get("/api/user/data");
  const ended = await vi.waitFor(async () => {
    const rows = await test.database`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE pid <> pg_backend_pid() AND datname = current_database()
        AND wait_event_type = 'Lock'`;
    expect(rows).not.toEqual([]);
    return rows.length;
  }, 10_000);
  await lock`ROLLBACK`;
  lock.release();
  const { status } = await exporting;
  expect([ended, status]).toEqual([1, 503]);
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  expect(uncaught).toEqual([]);
  expect((await agent.get("/api/user/data")).status).toBe(200);
});
