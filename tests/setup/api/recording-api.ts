import { expect } from "vitest";
import { createApi } from "#api/create-api.ts";
import { type Database, openDatabase } from "#api/db/client.ts";
import { ApiAgent } from "./api-agent.ts";
import type { TestApi } from "./test-api.ts";

type Statement = { text: string; parameters: unknown[] };
type Matches = (text: string) => boolean;

/** Creates an API on the database of `test` that records its SQL statements. */
export function createRecordingApi(test: TestApi) {
  let asked: Statement[] = [];
  const options = {
    ...test.connection,
    debug: (_connection: number, text: string, parameters: unknown[]) =>
      void asked.push({ text, parameters }),
  };
  const database = openDatabase(options, { connectionsMax: 2 });
  const api = createApi({ ...test.deps, database });
  const { appUrl, internalToken } = test.deps.config;
  const agent = new ApiAgent(async (request) => api.fetch(request), { appUrl, internalToken });
  /** Runs `work` and returns its statements. */
  const record = async (work: () => Promise<unknown>) => {
    asked = [];
    await work();
    return asked;
  };
  const get = (path: string) =>
    record(async () => expect((await agent.get(path)).status, path).toBe(200));
  /**
   * Runs `command`, a kind of EXPLAIN, on the statements that `matches` accepts; returns its
   * output.
   */
  const explainWith = async (
    command: string,
    statements: Statement[],
    matches: Matches,
    setting = "",
  ) => {
    const plans: string[] = [];
    for (const { text, parameters } of statements.filter(({ text }) => matches(text))) {
      // The values as they were sent; the driver's types are narrower than what it accepts.
      const values = parameters as string[];
      const rows = await runAndUndo(test.database, `${command} ${text}`, values, setting);
      plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
    }
    return plans;
  };
  return {
    agent,
    /** Returns the texts of the statements of a GET. */
    statements: async (path: string): Promise<string[]> =>
      (await get(path)).map(({ text }) => text),
    /** Returns the texts of the statements that `work` causes, in order. */
    statementsOf: async (work: () => Promise<unknown>): Promise<string[]> =>
      (await record(work)).map(({ text }) => text),
    /** Returns the EXPLAIN plans of a GET's statements that `matches` accepts. */
    explain: async (path: string, matches: Matches): Promise<string[]> =>
      explainWith("EXPLAIN", await get(path), matches),
    /** Runs each matching statement of `work` again, rolled back, to measure what it reads. */
    measure: async (work: (database: Database) => Promise<unknown>, matches: Matches) =>
      explainWith("EXPLAIN (ANALYZE, BUFFERS)", await record(() => work(database)), matches),
    /** Returns the plans of `work`; tables are scanned in full only if no index can be used. */
    explainLarge: async (work: (database: Database) => Promise<unknown>, matches: Matches) =>
      explainWith(
        "EXPLAIN",
        await record(() => work(database)),
        matches,
        "SET LOCAL enable_seqscan = off",
      ),
    close: () => database.end(),
  };
}

export type RecordingApi = ReturnType<typeof createRecordingApi>;

async function runAndUndo(database: Database, text: string, parameters: string[], setting: string) {
  const connection = await database.reserve();
  try {
    await connection`BEGIN`;
    if (setting) await connection.unsafe(setting);
    return await connection.unsafe(text, parameters);
  } finally {
    await connection`ROLLBACK`;
    connection.release();
  }
}
