import { afterAll, beforeAll, expect, it } from "vitest";
import { importCreatedResponseSchema, importResponseSchema } from "#api/contract/staff/imports.ts";
import { runImports } from "#api/imports/imports.jobs.ts";
import { createGroup } from "#tests/product-factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { zipFiles } from "#tests/setup/records/import-files.ts";
import { createStaff, type Member } from "#tests/setup/records/offers.ts";

// A file whose bytes arrive in pieces as small as a network may make them.

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

/** A form with this file, whose first chunk ends after so many of its bytes. */
async function upload(file: Buffer, firstBytes: number): Promise<number> {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="media"; filename="a"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const chunks = [
    Buffer.concat([Buffer.from(head), file.subarray(0, firstBytes)]),
    file.subarray(firstBytes, firstBytes + 1),
    Buffer.concat([file.subarray(firstBytes + 1), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  ];
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
  const response = await test.api.fetch(new Request(`${appUrl}/api/staff/imports`, request));
  return Number(importCreatedResponseSchema.parse(await response.json()).payload.id);
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
