import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { postgresCode } from "#api/db/client.ts";
import { respondToError } from "#api/http/errors.ts";
import { createMember } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { listPaths, replaceAt, sampleOf } from "#tests/setup/api/schema-samples.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { isThorough, sample } from "#tests/setup/sample.ts";

// Values that the database cannot store are rejected before they reach it, where each would leave
// an error in its log.

let test: TestApi;
let operations: Operation[];
/** The errors of the database about values, of the current request. */
let rejected: string[] = [];
beforeAll(async () => {
  test = await createTestApi();
  const respond = respondToError(test.deps);
  test.api.onError((error, context) => {
    const code = postgresCode(error);
    if (code && DATA_EXCEPTION.test(code)) rejected.push(code);
    return respond(error, context);
  });
  const document = await test.createAgent().get("/api/openapi.json");
  operations = readOperations(document.as(documentSchema));
});
afterAll(() => test.close());

/** Not a number, out of range, no such date or time, an invalid character. */
const DATA_EXCEPTION = /^22/;

const TEXTS = [
  "abc",
  "2147483648",
  "1e3",
  "2026-01-01 99:00:00+00~1",
  " 1",
  "a7f3c1d2-0000-4000-8000-00000000000g",
  "-1",
  "999999999999999",
  "99999999999999999999",
  "1.5",
  "",
  "2026-02-30",
  "9999999999~1",
  "a\u0000b",
  "\ud83d",
  "2026-02-30 00:00:00+00~1",
];
const LISTS = [["abc"], ["99999999999999999999"], [1e300], [1.5]];
const OTHERS = [9_007_199_254_740_991, 1e300, -1, 0, 1.5, 2_147_483_648, null, true, [], {}];
const BODY_VALUES: unknown[] = [...sample(TEXTS, 2), ...sample(OTHERS, 1), ...sample(LISTS, 1)];

type Operation = {
  name: string;
  path: string;
  isRead: boolean;
  query: { name: string; required: boolean }[];
  /** A body as the description has it; null for an operation without one. */
  body: ReturnType<typeof sampleOf> | null;
};

const documentSchema = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z
          .array(z.object({ name: z.string(), in: z.string(), required: z.boolean().optional() }))
          .optional(),
        requestBody: z
          .object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) })
          .optional(),
      }),
    ),
  ),
});

/** The staff's operations: only they get far with a role that has all rights. */
function readOperations(document: z.infer<typeof documentSchema>): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(() => path.startsWith("/api/staff/"))
      .map(([method, { parameters = [], requestBody }]) => {
        const json = requestBody?.content["application/json"];
        return {
          name: method.toUpperCase(),
          path,
          isRead: method === "get",
          query: parameters
            .filter((one) => one.in === "query")
            .map(({ name, required = false }) => ({ name, required })),
          body: json ? sampleOf(document, json.schema) : null,
        };
      }),
  );
}

const encode = (text: string) => encodeURIComponent(Buffer.from(text).toString());
const withIds = (path: string, id: string) => path.replace(/\{\w+\}/g, id);

/** Each time another owner, because members' writes are limited. */
const createOwner = async () =>
  (await createMember(test, { role: "staff", staffRole: "owner" })).agent;

async function expectNoError(agent: ApiAgent, request: [string, string, unknown?], about: string) {
  rejected = [];
  test.logged.length = 0;
  const { status } = await agent.request(...request);
  const name = `${request[0]} ${request[1]} ${about}`;
  expect(rejected, name).toEqual([]);
  expect(test.logged, name).toEqual([]);
  expect(status, name).toBeLessThan(500);
}

describe("no value that the database cannot store reaches it", () => {
  const timeout = isThorough ? 600_000 : 120_000;

  it("in the path of a staff endpoint", { timeout }, async () => {
    for (const { name, path, isRead } of operations.filter((one) => one.path.includes("{"))) {
      const agent = await createOwner();
      for (const text of sample(TEXTS, 3)) {
        const at = withIds(path, encode(text) || "-");
        await expectNoError(agent, [name, at, isRead ? undefined : {}], "");
      }
    }
  });

  it("in the query of a staff endpoint", { timeout }, async () => {
    const agent = await createOwner();
    for (const { name, path, query } of operations) {
      for (const { name: key } of query) {
        const needed = query.filter((one) => one.required && one.name !== key);
        const others = needed.map((one) => `${one.name}=en&`).join("");
        for (const text of sample(TEXTS, 6)) {
          const at = `${withIds(path, "1")}?${others}${key}=${encode(text)}`;
          await expectNoError(agent, [name, at], "");
        }
      }
    }
  });

  it("in the body of a staff endpoint, in any of its fields", { timeout }, async () => {
    for (const { name, path, body } of operations) {
      if (body === null) continue;
      const agent = await createOwner();
      for (const field of listPaths(body)) {
        for (const value of BODY_VALUES) {
          const changed = replaceAt(body, field, value);
          const about = `${field.join(".")}: ${JSON.stringify(value)}`;
          await expectNoError(agent, [name, withIds(path, "1"), changed], about);
        }
      }
    }
  });
});
