import { afterAll, beforeAll, expect, it } from "vitest";
import { importCreatedResponseSchema, importResponseSchema } from "#api/contract/staff/imports.ts";
import { runImports } from "#api/imports/imports.jobs.ts";
import { DomainError } from "#domain/errors.ts";
import { createGroup } from "#tests/product-factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { zipFiles } from "#tests/setup/records/import-files.ts";
import { createStaff, type Member } from "#tests/setup/records/offers.ts";

// A file whose bytes arrive in the smallest pieces that a network may send.

let test: TestApi;
let staff: Member;
beforeAll(async () => {
  test = await createTestApi();
  staff = await createStaff(test);
  await createGroup(test.database, "categories", "sea", { names: { en: "Sea" } });
});
afterAll(() => test.close());

const BOUNDARY = "a-boundary";
const TABLE = "title_en,category,price\nFog,sea,3\n";

const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="media"; filename="a"\r\nContent-Type: application/octet-stream\r\n\r\n`;

/** Uploads a form with this file, whose first chunk ends after so many of its bytes. */
async function upload(file: Buffer, firstBytes: number): Promise<number> {
  const response = await post([
    Buffer.concat([Buffer.from(HEAD), file.subarray(0, firstBytes)]),
    file.subarray(firstBytes, firstBytes + 1),
    Buffer.concat([file.subarray(firstBytes + 1), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  ]);
  return Number(importCreatedResponseSchema.parse(await response.json()).payload.id);
}

async function post(chunks: Buffer[]): Promise<Response> {
  const { appUrl } = test.deps.config;
  const request: RequestInit & { duplex: "half" } = {
    method: "POST",
    headers: {
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
      cookie: staff.agent.cookieHeader,
      "x-xsrf-token": decodeURIComponent(staff.agent.cookies.get("XSRF-TOKEN") ?? ""),
      origin: appUrl,
      referer: `${appUrl}/`,
    },
    body: new ReadableStream({
      pull: (controller) => {
        const chunk = chunks.shift();
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
    }),
    duplex: "half",
  };
  return test.api.fetch(new Request(`${appUrl}/api/staff/imports`, request));
}

it.each([
  ["a zip", 1, () => zipFiles({ "t.csv": TABLE })],
  ["a zip", 3, () => zipFiles({ "t.csv": TABLE })],
  ["a table", 1, async () => Buffer.from(TABLE)],
])("%s is recognized, also when %i of its bytes come first", async (_name, firstBytes, toFile) => {
  const id = await upload(await toFile(), firstBytes);
  await runImports(test.deps, () => false);
  const found = (await staff.agent.get(`/api/staff/imports/${id}`)).as(importResponseSchema);
  expect(found.payload).toMatchObject({ status: "checked", rows_total: 1, wrong_count: 0 });
});

/** Runs `work`, in which an error of an unread stream would crash the process. */
async function expectNoneUncaught(work: () => Promise<void>) {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  const others = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException").on("uncaughtException", note);
  try {
    await work();
  } finally {
    process.removeAllListeners("uncaughtException");
    for (const other of others) process.on("uncaughtException", other);
  }
  expect(uncaught).toEqual([]);
}

it("a form without its end is rejected, however early it breaks off", async () => {
  const codes = new Set<string>();
  await expectNoneUncaught(async () => {
    for (const end of Array.from({ length: 20 }, (_, index) => HEAD.length + index)) {
      const response = await post([Buffer.from(`${HEAD}${TABLE}`.slice(0, end))]);
      codes.add((await response.json()).code);
    }
  });
  expect([...codes]).toEqual(["malformed_body"]);
});

it.each([
  ["before it has read any of a file", 0],
  ["after it has read some of a file", 1],
])("a bucket that fails %s rejects the form, whether it ends or not", async (_when, chunksRead) => {
  const { files } = test.deps;
  const { putStream } = files;
  files.putStream = async (_key, chunks) => {
    const reading = chunks[Symbol.asyncIterator]();
    for (let chunk = 0; chunk < chunksRead; chunk++) await reading.next();
    throw new DomainError("storage_unavailable");
  };
  const statuses: number[] = [];
  await expectNoneUncaught(async () => {
    for (const end of [`\r\n--${BOUNDARY}--\r\n`, ""]) {
      const rows = Array.from({ length: 20 }, () => Buffer.from("Fog,sea,3\n".repeat(5_000)));
      const response = await post([Buffer.from(`${HEAD}${TABLE}`), ...rows, Buffer.from(end)]);
      statuses.push(response.status);
    }
  });
  files.putStream = putStream;
  expect(statuses).toEqual([503, 503]);
});
