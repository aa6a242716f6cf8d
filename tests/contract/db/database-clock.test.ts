import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Database, openDatabase } from "#api/db/client.ts";
import { readDatabaseTime, startDatabaseClock } from "#api/db/database-clock.ts";
import { createTestDatabase, type TestDatabase } from "#tests/setup/database/test-database.ts";

const DAY_MS = 24 * 60 * 60_000;
/**
 * The time that a busy machine may lose between two clock reads; the clocks differ by an hour or
 * more.
 */
const TOLERANCE_MS = 60_000;
/** Returns a clock difference as the warning reports it, in whole seconds. */
const ahead = (seconds: number) => ({
  aheadSeconds: expect.toSatisfy(
    (actual: number) => Math.abs(actual - seconds) * 1000 < TOLERANCE_MS,
    `within a minute of ${seconds}`,
  ),
});

let test: TestDatabase;
/** A pool whose sessions see a time shifted by `ahead`. */
let shifted: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.unsafe(`
    CREATE SCHEMA shifted;
    CREATE TABLE shifted.ahead (by interval);
    INSERT INTO shifted.ahead VALUES ('0');
    CREATE FUNCTION shifted.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
      'SELECT pg_catalog.clock_timestamp() + by FROM shifted.ahead'`);
  const settings = { search_path: "shifted, pg_catalog, public" };
  shifted = openDatabase(test.connection, { connectionsMax: 2, settings });
});
afterAll(async () => {
  await shifted.end();
  await test.drop();
});

const setDatabase = (by: string) => test.database`UPDATE shifted.ahead SET by = ${by}`;
const distance = (at: Date, from: number) => Math.abs(at.getTime() - from);

it("goes by the database, whatever this machine's clock says", async () => {
  const warnings: unknown[] = [];
  const log = { warn: (facts: unknown) => void warnings.push(facts) };
  const trueNow = Date.now;
  vi.useFakeTimers({ toFake: ["Date"], now: trueNow() + DAY_MS });
  const clock = await startDatabaseClock(shifted, { log, everyMs: 20 });
  try {
    expect(distance(clock.now(), trueNow())).toBeLessThan(TOLERANCE_MS);
    expect(distance((await readDatabaseTime(shifted))(), trueNow())).toBeLessThan(TOLERANCE_MS);
    expect(warnings).toEqual([ahead(86_400)]);
    // The clock is set while it runs: only the warning changes.
    vi.setSystemTime(trueNow() - DAY_MS);
    expect(distance(clock.now(), trueNow())).toBeLessThan(TOLERANCE_MS);
    await expect.poll(() => warnings).toHaveLength(2);
    expect(distance(clock.now(), trueNow())).toBeLessThan(TOLERANCE_MS);
    expect(warnings[1]).toEqual(ahead(-86_400));
  } finally {
    clock.stop();
    vi.useRealTimers();
  }
});

it("is never behind what the database has written, and follows when its clock is set", async () => {
  const clock = await startDatabaseClock(shifted, { log: { warn: () => {} }, everyMs: 20 });
  try {
    for (let reads = 0; reads < 50; reads++) {
      const [row] = await shifted<{ at: Date }[]>`SELECT clock_timestamp() AS at`;
      expect(clock.now().getTime()).toBeGreaterThanOrEqual(row?.at.getTime() ?? Infinity);
    }
    for (const [by, ms] of [
      ["1 day", DAY_MS],
      ["-1 hour", -3_600_000],
      ["0", 0],
    ] as const) {
      await setDatabase(by);
      await expect.poll(() => distance(clock.now(), Date.now() + ms)).toBeLessThan(TOLERANCE_MS);
    }
  } finally {
    clock.stop();
    await setDatabase("0");
  }
});

it("goes on evenly while the database does not respond", async () => {
  const database = openDatabase(test.connection, { connectionsMax: 1 });
  const clock = await startDatabaseClock(database, { log: { warn: () => {} }, everyMs: 20 });
  try {
    await database.end();
    await expect(database`SELECT 1`).rejects.toThrow();
    const [from, startedAt, to] = [performance.now(), clock.now().getTime(), performance.now()];
    // Several comparisons that fail.
    await expect.poll(() => performance.now() - to).toBeGreaterThan(100);
    const least = performance.now() - to;
    const passed = clock.now().getTime() - startedAt;
    expect(passed).toBeGreaterThanOrEqual(least - 1);
    expect(passed).toBeLessThanOrEqual(performance.now() - from + 1);
    await expect(startDatabaseClock(database, { log: { warn: () => {} } })).rejects.toThrow();
  } finally {
    clock.stop();
  }
});
