import { setImmediate } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { importCreatedResponseSchema } from "#api/contract/staff/imports.ts";
import type { Database } from "#api/db/client.ts";
import { runImports } from "#api/imports/imports.jobs.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { createStaff, type Member } from "#tests/setup/records/offers.ts";

// Rows are checked while the table is still being read, and one check fails.

let test: TestApi;
let staff: Member;
beforeAll(async () => {
  test = await createTestApi();
  staff = await createStaff(test);
});
afterAll(() => test.close());

const HEAD = "title_en,category,price,picture\n";
const rowOf = (digit: string) => `Fog,sea,3,${digit.repeat(64)}.png\n`;
const [FAILS, TAKES_LONG, LAST] = ["a", "b", "c"];

const unhandled: unknown[] = [];
const note = (error: unknown) => unhandled.push(error);
beforeAll(() => process.on("unhandledRejection", note));
afterEach(() => process.off("unhandledRejection", note));

it("ends the run with its error, after the other checks, before the file is closed", async () => {
  const events: string[] = [];
  let noteFailure = () => {};
  const failed = new Promise<void>((resolve) => {
    noteFailure = resolve;
  });
  let noteEnd = () => {};
  const tableRead = new Promise<void>((resolve) => {
    noteEnd = resolve;
  });
  const database = interceptImages(test.database, async (hash) => {
    if (hash.startsWith(FAILS)) {
      events.push("failed");
      noteFailure();
      throw Object.assign(new Error("the connection is gone"), { code: "ECONNRESET" });
    }
    await tableRead;
    // Enough for the run to end meanwhile, if it does not wait.
    for (let turns = 0; turns < 50; turns++) await setImmediate();
    events.push("checked");
  });
  await upload(HEAD + rowOf(FAILS) + rowOf(TAKES_LONG));
  const files = {
    ...test.deps.files,
    open: async (key: string) => {
      const file = await test.deps.files.open(key);
      if (!file) return null;
      let passes = 0;
      const close = async () => {
        events.push("closed");
        await file.close();
      };
      // The first pass counts the rows.
      const createReadStream = () =>
        passes++ === 0 ? readTable(Promise.resolve()) : readTable(failed, noteEnd);
      return Object.assign(Object.create(file), { close, createReadStream });
    },
  };
  const deps = { ...test.deps, database, files };
  await expect(runImports(deps, () => false)).rejects.toThrow("the connection is gone");
  expect(events).toEqual(["failed", "checked", "checked", "closed"]);
  expect(unhandled).toEqual([]);
});

/** Yields the table; the last row only after `failed` and all its consequences. */
async function* readTable(failed: Promise<void>, noteEnd = () => {}) {
  yield Buffer.from(HEAD + rowOf(FAILS) + rowOf(TAKES_LONG));
  await failed;
  await setImmediate();
  yield Buffer.from(rowOf(LAST));
  noteEnd();
}

async function upload(table: string): Promise<number> {
  const form = new FormData();
  form.append("media", new File([table], "prompts.csv"));
  const response = await staff.agent.post("/api/staff/imports", form);
  return Number(response.as(importCreatedResponseSchema).payload.id);
}

/** Wraps the database to run `before` ahead of every lookup of a picture by its hash. */
function interceptImages(database: Database, before: (hash: string) => Promise<void>): Database {
  return new Proxy(database, {
    apply(target, self, [parts, ...values]) {
      const query = () => Reflect.apply(target, self, [parts, ...values]);
      if (!String(parts).includes("FROM pictures")) return query();
      return before(String(values[0])).then(query);
    },
  });
}
