import { afterAll, beforeAll, expect, it } from "vitest";
import { whileLocked } from "#api/db/session-locks.ts";
import { createTestDatabase, type TestDatabase } from "#tests/setup/database/test-database.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ connectionsMax: 4 });
});
afterAll(() => test.drop());

it("more jobs with locks than a pool has connections all get to their work, some at a time", async () => {
  const { database } = test;
  const done: number[] = [];
  let [running, most] = [0, 0];
  let isSecond = () => {};
  const second = new Promise<void>((resolve) => {
    isSecond = resolve;
  });
  const work = async (id: number) => {
    running += 1;
    most = Math.max(most, running);
    if (running === 2) isSecond();
    // The first job would otherwise be done before the pool has opened another connection.
    await second;
    await database`SELECT 1`;
    running -= 1;
    done.push(id);
  };
  const ids = [1, 2, 3, 4, 5, 6];
  await Promise.all(ids.map((id) => whileLocked(database, id, () => work(id))));
  expect(done.sort()).toEqual(ids);
  expect(most).toBe(2);
});
