import { expect } from "vitest";
import { createApi } from "#api/create-api.ts";
import { openDatabase } from "#api/db/client.ts";
import { ApiAgent } from "./api-agent.ts";
import type { TestApi } from "./test-api.ts";

type Statement = { text: string; parameters: unknown[] };

/** An API of its own on the database of `test`, whose statements are written down on their way there. */
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
  /** Runs a GET and returns its statements. */
  const record = async (path: string) => {
    asked = [];
    expect((await agent.get(path)).status, path).toBe(200);
    return asked;
  };
  return {
    agent,
    /** The texts of the statements of a GET. */
    statements: async (path: string): Promise<string[]> =>
      (await record(path)).map(({ text }) => text),
    /** The plans of those statements of a GET that `matches` accepts, as EXPLAIN prints them. */
    async explain(path: string, matches: (text: string) => boolean): Promise<string[]> {
      const plans: string[] = [];
      for (const { text, parameters } of (await record(path)).filter(({ text }) => matches(text))) {
        // They come as they went out; the driver's own types are narrower than what it accepts.
        const rows = await test.database.unsafe(`EXPLAIN ${text}`, parameters as string[]);
        plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
      }
      return plans;
    },
    close: () => database.end(),
  };
}

export type RecordingApi = ReturnType<typeof createRecordingApi>;
