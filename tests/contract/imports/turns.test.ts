import { afterAll, beforeAll, expect, it } from "vitest";
import { importCreatedResponseSchema } from "#api/contract/staff/imports.ts";
import { runImports } from "#api/imports/imports.jobs.ts";
import { createGroup } from "#tests/product-factories.ts";
import { readImport } from "#tests/setup/api/reads.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { paintGenerated } from "#tests/setup/records/generated-images.ts";
import { zipFiles } from "#tests/setup/records/import-files.ts";
import { createStaff, type Member } from "#tests/setup/records/offers.ts";

// How long an import works before it yields to others, or lets the process exit.

let test: TestApi;
let staff: Member;
beforeAll(async () => {
  test = await createTestApi();
  staff = await createStaff(test);
  await createGroup(test.database, "categories", "sea", { names: { en: "Sea" } });
});
afterAll(() => test.close());

const HEAD = "title_en,category,price";
const tableOf = (rows: number) => [HEAD, ...Array(rows).fill("Fog,sea,3")].join("\n");

async function upload(bytes: Buffer | string): Promise<number> {
  const form = new FormData();
  form.append("media", new File([new Uint8Array(Buffer.from(bytes))], "prompts.csv"));
  const response = await staff.agent.post("/api/staff/imports", form);
  return Number(response.as(importCreatedResponseSchema).payload.id);
}
const read = (id: number) => readImport(staff.agent, id);
const countChecked = async (id: number) => (await read(id)).rows_checked;
async function readAttempts(id: number) {
  const [row] = await test.database`SELECT attempts FROM imports WHERE id = ${id}`;
  return row?.attempts;
}

it("gives others their turn: none waits for the end of one", async () => {
  const [long, short] = [await upload(tableOf(1_100)), await upload(tableOf(600))];
  const turn = { importId: 0 };
  const seen: number[][] = [];
  for (let runs = 0; runs < 4; runs++) {
    await runImports(test.deps, () => true, { turn });
    seen.push([await countChecked(long), await countChecked(short)]);
  }
  expect(seen).toEqual([
    [500, 0],
    [500, 500],
    [1_000, 500],
    [1_000, 600],
  ]);
  await runImports(test.deps, () => true, { turn });
  expect((await read(long)).status).toBe("checked");
});

it("reads no more pictures once its time is up, and checks each row once", async () => {
  const picture = await paintGenerated({ parameters: "fog" });
  const rows = Array.from({ length: 8 }, (_, index) => `Fog ${index},sea,3,fog.png`);
  const table = [`${HEAD},picture`, ...rows].join("\n");
  const id = await upload(await zipFiles({ "t.csv": table, "fog.png": picture }));
  let calls = 0;
  await runImports(test.deps, () => ++calls > 2);
  expect(await countChecked(id)).toBe(5);
  await runImports(test.deps, () => true);
  expect(await countChecked(id)).toBe(8);
  await runImports(test.deps, () => false);
  expect(await read(id)).toMatchObject({ status: "checked", wrong_count: 0 });
  const numbers = await test.database`
    SELECT number FROM import_rows WHERE import_id = ${id} ORDER BY number`;
  expect(numbers.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

it("is not given up for shutdowns, however often they come", async () => {
  const id = await upload(tableOf(600));
  const shutDown = AbortSignal.abort();
  for (let runs = 0; runs < 4; runs++) {
    await runImports(test.deps, () => false, { stopping: shutDown });
    expect([await countChecked(id), await readAttempts(id)]).toEqual([0, 0]);
  }
  await runImports(test.deps, () => true);
  await runImports(test.deps, () => false, { stopping: shutDown });
  expect([await countChecked(id), await readAttempts(id)]).toEqual([500, 0]);
  await runImports(test.deps, () => false);
  expect((await read(id)).status).toBe("checked");
});
