import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { productListResponseSchema } from "#api/contract/catalog.ts";
import { importCreatedResponseSchema, importsResponseSchema } from "#api/contract/staff/imports.ts";
import type { ApiDeps } from "#api/http/context.ts";
import { runImports } from "#api/imports/imports.jobs.ts";
import { PRODUCT_PROMPT_LENGTH_MAX } from "#domain/products.ts";
import { createMember } from "#tests/factories.ts";
import { createGroup } from "#tests/product-factories.ts";
import { readImport } from "#tests/setup/api/reads.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { paintGenerated } from "#tests/setup/records/generated-images.ts";
import { claimSize, replaceText, zipFiles } from "#tests/setup/records/import-files.ts";
import { createStaff, type Member } from "#tests/setup/records/offers.ts";

let test: TestApi;
let staff: Member;
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 20 });
  staff = await createStaff(test);
  await createGroup(test.database, "categories", "sea", { names: { en: "The Sea", de: "Meer" } });
  await createGroup(test.database, "styles", "nebula", { names: { en: "Nebula" } });
  await createGroup(test.database, "styles", "ink", { names: { en: "Ink" } });
});
afterAll(() => test.close());

const HEAD = "title_en,category,price";
const PARAMETERS =
  "fog, 35mm\nNegative prompt: blur\nSteps: 20, Seed: 7, Size: 512x768, Model: sdxl";

async function upload(
  bytes: Buffer | string,
  { name = "prompts.csv", operationId = "" } = {},
): Promise<number> {
  const form = new FormData();
  if (operationId) form.append("operation_id", operationId);
  form.append("media", new File([new Uint8Array(Buffer.from(bytes))], name));
  const response = await staff.agent.post("/api/staff/imports", form);
  return Number(response.as(importCreatedResponseSchema).payload.id);
}
const work = () => runImports(test.deps, () => false);
const read = (id: number) => readImport(staff.agent, id);
const change = (id: number, action: string) =>
  staff.agent.post(`/api/staff/imports/${id}/change`, { action });
async function check(bytes: Buffer | string) {
  const id = await upload(bytes);
  await work();
  return { id, checked: await read(id) };
}
async function write(bytes: Buffer | string): Promise<number> {
  const { id } = await check(bytes);
  await change(id, "write");
  await work();
  return id;
}
const productsOf = (id: number) => test.database<{ id: number; slug: string; status: string }[]>`
  SELECT p.id, p.slug, p.status FROM products p JOIN import_rows r ON r.product_id = p.id
  WHERE r.import_id = ${id} ORDER BY r.number`;
const countProducts = async () =>
  (await test.database<[{ count: number }]>`SELECT count(*)::int AS count FROM products`)[0].count;
const download = async (path: string) => {
  const response = await test.api.fetch(
    new Request(`${test.deps.config.appUrl}${path}`, {
      headers: { cookie: staff.agent.cookieHeader, referer: `${test.deps.config.appUrl}/` },
    }),
  );
  return Buffer.from(await response.arrayBuffer());
};

describe("an import of products", () => {
  it("is checked before anything is written, and written without the wrong rows", async () => {
    const before = await countProducts();
    const { id, checked } = await check(
      [
        `${HEAD};status;styles;slug;colour`.replaceAll(",", ";"),
        'Fog;Meer;3,20;draft;"Nebula, ink";fog;red',
        "Fog;the sea;x;draft;;fog-b;",
        "Rain;sky;3;published;;;",
        "Snow;sea;3;draft;;fog;",
        "Hail;sea;3;draft;;hail;;soft; fog",
      ].join("\r\n"),
    );
    expect(checked).toMatchObject({ status: "checked", rows_total: 5, wrong_count: 4 });
    expect(checked.unknown_columns).toEqual(["colour"]);
    expect(
      checked.problems.map(({ line, column, code, value }) => [line, column, code, value]),
    ).toEqual([
      [3, "price", "amount_invalid", "x"],
      [4, "category", "import_value_unknown", "sky"],
      [4, "prompt", "prompt_required", undefined],
      [4, "picture", "file_required", undefined],
      [5, "slug", "import_slug_twice", "fog"],
      [6, "8", "import_cell_unnamed", "soft"],
    ]);
    const file = (await download(`/api/staff/imports/${id}/problems`)).toString();
    expect(file).toContain("line,column,problem,value");
    expect(file).toMatch(/^3,price,Please enter an amount such as 12\.50.*,x\r?$/m);
    expect(file).toMatch(/^4,category,.*,sky\r?$/m);
    expect(await countProducts()).toBe(before);
    expect((await change(id, "write")).status).toBe(200);
    expect((await change(id, "write")).status).toBe(200);
    await work();
    expect((await read(id)).status).toBe("written");
    expect(await productsOf(id)).toMatchObject([{ slug: "fog", status: "draft" }]);
    const styles = await test.database`
      SELECT s.slug FROM product_styles ps JOIN styles s ON s.id = ps.style_id
      JOIN products p ON p.id = ps.product_id WHERE p.slug = 'fog' ORDER BY ps.position`;
    expect(styles.map(({ slug }) => slug)).toEqual(["nebula", "ink"]);
  });

  it("takes prompt, seed and model out of its pictures, and shows nothing of them", async () => {
    const picture = await paintGenerated({ parameters: PARAMETERS });
    const lying = await paintGenerated({ parameters: `${"x".repeat(900_000)}\nSteps: 1, Seed: 1` });
    const { id, checked } = await check(
      await zipFiles({
        "set/table.csv": `${HEAD},status,picture
Fog at sea,sea,3,published,fog.png
Lying,sea,3,published,lying.png
No picture,sea,3,draft,text.png
Missing,sea,3,draft,none.png`,
        "set/fog.png": picture,
        "set/lying.png": lying,
        "set/text.png": "not a picture",
        "set/more.zip": await zipFiles({ "a.csv": HEAD }),
        "__MACOSX/._table.csv": "x",
      }),
    );
    expect(checked.problems.map(({ line, column, code }) => [line, column, code])).toEqual([
      [3, "prompt", "prompt_required"],
      [4, "picture", "image_format_invalid"],
      [5, "picture", "import_picture_missing"],
    ]);
    expect(checked.sample).toMatchObject([
      { prompt: "fog, 35mm", model: "sdxl", seed: "7", size: "64x64", claimed_size: "512x768" },
    ]);
    await change(id, "write");
    await work();
    const hash = checked.sample[0]?.picture ?? "";
    const png = await test.deps.files.get(`pictures/${hash}.png`);
    expect(png?.includes("fog, 35mm")).toBe(false);
    const list = await test.createAgent().get("/api/products?sort=newest");
    expect(list.text).not.toContain("35mm");
    expect(list.as(productListResponseSchema).data).toHaveLength(1);
    // Its renditions are prepared in advance (catalog/due-renditions.test.ts).
    const due = await test.database`SELECT picture_hash FROM due_renditions`;
    expect(due.map((row) => row.picture_hash)).toEqual([hash]);
  });

  it("takes no picture by a name that two have, but for their case", async () => {
    const [fog, sea] = [
      await paintGenerated({ parameters: PARAMETERS }),
      await paintGenerated({ parameters: PARAMETERS.replace("fog", "sea") }),
    ];
    const table = `${HEAD},picture\nFog,sea,3,Fog.png\nSea,sea,3,fog.png\nIce,sea,3,FOG.PNG`;
    const { checked } = await check(
      await zipFiles({ "t.csv": table, "Fog.png": fog, "fog.png": sea }),
    );
    expect(checked.sample.map(({ prompt }) => prompt)).toEqual(["fog, 35mm", "sea, 35mm"]);
    expect(checked.problems).toMatchObject([
      { line: 4, column: "picture", code: "import_picture_ambiguous" },
    ]);
  });

  it("reports a character that cannot be stored by its row, and goes on with the others", async () => {
    const { checked } = await check(
      [
        `${HEAD},description_en,slug,model,col\0our`,
        "Whole,sea,3,,,,red",
        "Text,sea,3,a\0b,,,",
        "Slug,sea,3,,a\0b,,",
        "Model,sea,3,,,a\0b,",
        "Ti\0tle,sea,3,,,,",
      ].join("\n"),
    );
    expect(checked).toMatchObject({ status: "checked", rows_total: 5, wrong_count: 4 });
    expect(checked.unknown_columns).toEqual(["col\ufffdour"]);
    expect(checked.problems.map(({ line, column, code }) => [line, column, code])).toEqual([
      [3, "description_en", "character_invalid"],
      [4, "slug", "character_invalid"],
      [5, "model", "character_invalid"],
      [6, "title_en", "character_invalid"],
    ]);
    const metadata = { positive_prompt: "a fox \ud83e", model: "x\0" };
    const picture = await paintGenerated({ invokeai_metadata: JSON.stringify(metadata) });
    const archive = await zipFiles({
      "t.csv": `${HEAD},picture\nFox,sea,3,p.png`,
      "p.png": picture,
    });
    expect((await check(archive)).checked).toMatchObject({ status: "checked", wrong_count: 0 });
  });

  it("is undone as one: deleted, but withdrawn where somebody has bought it", async () => {
    const picture = await paintGenerated({ parameters: PARAMETERS });
    const rows = ["a", "b", "c"].map((name) => `Undo ${name},sea,1,published,p.png`);
    const table = [`${HEAD},status,picture`, ...rows].join("\n");
    const id = await write(await zipFiles({ "t.csv": table, "p.png": picture }));
    const [first, bought] = await productsOf(id);
    const buyer = await createMember(test);
    await test.database`
      INSERT INTO orders (user_id, product_id, slug, titles, price_cents, currency, prompt, licence,
        picture_hash)
      SELECT ${buyer.id}, id, slug, titles, price_cents, 'Credits', prompt, '', picture_hash
      FROM products WHERE id = ${bought?.id ?? 0}`;
    expect((await change(id, "discard")).error.code).toBe("import_changed");
    expect((await change(id, "undo")).status).toBe(200);
    await work();
    expect(await read(id)).toMatchObject({
      ...{ status: "undone", deleted_count: 2, withdrawn_count: 1 },
    });
    expect(await productsOf(id)).toEqual([{ ...bought, status: "withdrawn" }]);
    expect((await staff.agent.get(`/api/staff/products/${first?.id}`)).status).toBe(404);
    expect((await change(id, "undo")).status).toBe(409);
  });

  it("is undone by statements of limited size, as each may take 30 seconds only", async () => {
    const rows = Array.from({ length: 1_001 }, (_, index) => `Many,sea,${index + 1}`);
    const id = await write([HEAD, ...rows].join("\n"));
    await test.database.unsafe(`
      CREATE FUNCTION limit_deletion() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF (SELECT count(*) FROM deleted) > 1000 THEN RAISE EXCEPTION 'too many at once'; END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER limit_deletion AFTER DELETE ON products REFERENCING OLD TABLE AS deleted
        FOR EACH STATEMENT EXECUTE FUNCTION limit_deletion()`);
    await change(id, "undo");
    await work();
    await test.database`DROP FUNCTION limit_deletion CASCADE`;
    expect(await read(id)).toMatchObject({ status: "undone", deleted_count: 1_001 });
    expect(await productsOf(id)).toEqual([]);
  });

  it("says before it is undone how many of its products were changed since", async () => {
    const id = await write(`${HEAD}\nChanged,sea,1\nMoved,sea,1\nLeft,sea,1`);
    expect(await read(id)).toMatchObject({ status: "written", changed_count: 0 });
    const ids = (await productsOf(id)).slice(0, 2).map((product) => String(product.id));
    await staff.agent.post("/api/staff/products/changes", { action: "price", ids, price: "9.00" });
    expect(await read(id)).toMatchObject({ changed_count: 2 });
  });

  it("is logged as written and undone by those who requested it, not by its uploader", async () => {
    const { id } = await check(`${HEAD},slug\nFog,sea,3,logged-fog`);
    const [writer, undoer] = [await createStaff(test), await createStaff(test)];
    const path = `/api/staff/imports/${id}/change`;
    await writer.agent.post(path, { action: "write" });
    await work();
    await undoer.agent.post(path, { action: "undo" });
    await work();
    const log = await test.database<{ action: string; actorId: number }[]>`
      SELECT action, actor_id AS "actorId" FROM audit_log
      WHERE subject_kind = 'import' AND subject_id = ${String(id)} ORDER BY id`;
    expect(log.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["import.create", staff.id],
      ["import.write_requested", writer.id],
      ["import.write", writer.id],
      ["import.undo_requested", undoer.id],
      ["import.undo", undoer.id],
    ]);
  });

  it("goes on where a killed process was, and writes nothing twice", async () => {
    const rows = Array.from({ length: 1_200 }, (_, index) => `Row,sea,${index + 1}`);
    const id = await upload([HEAD, ...rows].join("\n"));
    const seen: (number | null)[] = [];
    for (let runs = 0; (await read(id)).status === "checking" && runs < 9; runs++) {
      await runImports(test.deps, () => true);
      seen.push((await read(id)).rows_checked);
    }
    expect(seen).toEqual([500, 1_000, 1_200]);
    await change(id, "write");
    await Promise.all([work(), work()]);
    await work();
    const made = await productsOf(id);
    expect(made).toHaveLength(1_200);
    expect(made.slice(0, 3).map(({ slug }) => slug)).toEqual(["row", "row-2", "row-3"]);
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(1_200);
  });

  it("is stored in smaller steps where its texts are long, and never more than a product has", async () => {
    const rows = Array.from({ length: 12 }, () => `Row,sea,3,${"x".repeat(900_000)}`);
    const id = await upload([`${HEAD},prompt`, ...rows].join("\n"));
    await runImports(test.deps, () => true);
    expect(await read(id)).toMatchObject({ status: "checking", rows_total: 12, rows_checked: 9 });
    await work();
    expect(await read(id)).toMatchObject({ status: "checked", wrong_count: 12 });
    const [kept] = await test.database`
      SELECT max(length(product->>'prompt')) AS prompt FROM import_rows WHERE import_id = ${id}`;
    expect(kept?.prompt).toBe(PRODUCT_PROMPT_LENGTH_MAX);
  });

  it("is checked again when the shop has changed since: nothing half is written", async () => {
    const { id } = await check(`${HEAD},slug\nA,sea,1,race-a\nB,sea,1,race-b`);
    await write(`${HEAD},slug\nC,sea,1,race-a`);
    await change(id, "write");
    await work();
    expect(await read(id)).toMatchObject({ status: "checked", wrong_count: 1 });
    expect(await productsOf(id)).toEqual([]);
    await change(id, "write");
    await work();
    expect(await productsOf(id)).toMatchObject([{ slug: "race-b" }]);
  });

  it("of a table that was exported is the same again", async () => {
    const path = "/api/staff/exports/products?format=";
    const table = await download(`${path}csv`);
    const archive = await download(`${path}zip`);
    await test.database`DELETE FROM orders`;
    await test.database`DELETE FROM products`;
    const id = await write(archive);
    expect(await read(id)).toMatchObject({ status: "written", wrong_count: 0 });
    expect((await download(`${path}csv`)).toString()).toBe(table.toString());
  });
});

describe("an import that meets an error of ours", () => {
  const failing = () => Promise.reject(new Error("the disk is gone"));
  /** Runs a job as often as it is tried before it gives up, and once more to give up. */
  async function workInVain(deps: ApiDeps) {
    for (let runs = 0; runs < 3; runs++) {
      await expect(runImports(deps, () => false)).rejects.toThrow("the disk is gone");
    }
    await runImports(deps, () => false);
  }

  it("fails after three attempts, and holds up no other", async () => {
    const id = await upload(`${HEAD}\nFog,sea,3`);
    const later = await upload(`${HEAD}\nRain,sea,3`);
    const broken = { ...test.deps, files: { ...test.deps.files, open: failing } };
    await expect(runImports(broken, () => false)).rejects.toThrow("the disk is gone");
    expect((await read(id)).status).toBe("checking");
    await expect(runImports(broken, () => false)).rejects.toThrow("the disk is gone");
    await expect(runImports(broken, () => false)).rejects.toThrow("the disk is gone");
    await work();
    expect(await read(id)).toMatchObject({ status: "failed", failure: "import_given_up" });
    expect(await read(later)).toMatchObject({ status: "checked", failure: null });
    expect((await change(id, "discard")).status).toBe(200);
  });

  it("that is written or undone stays as it was, and can be tried again", async () => {
    const { id } = await check(`${HEAD},slug\nFog,sea,3,given-up`);
    // The last statement of both.
    await test.database.unsafe(`
      CREATE FUNCTION lose_disk() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'the disk is gone'; END $$;
      CREATE TRIGGER lose_disk BEFORE INSERT ON audit_log FOR EACH ROW
        WHEN (NEW.action IN ('import.write', 'import.undo')) EXECUTE FUNCTION lose_disk()`);
    const setDisk = (isBack: boolean) =>
      test.database.unsafe(
        `ALTER TABLE audit_log ${isBack ? "DISABLE" : "ENABLE"} TRIGGER lose_disk`,
      );
    await change(id, "write");
    await workInVain(test.deps);
    expect(await read(id)).toMatchObject({ status: "checked", failure: "import_given_up" });
    expect(await productsOf(id)).toEqual([]);
    await setDisk(true);
    await change(id, "write");
    await work();
    expect(await read(id)).toMatchObject({ status: "written", failure: null });
    await setDisk(false);
    await change(id, "undo");
    await workInVain(test.deps);
    expect(await read(id)).toMatchObject({ status: "written", failure: "import_given_up" });
    expect(await productsOf(id)).toMatchObject([{ slug: "given-up" }]);
    await setDisk(true);
    await change(id, "undo");
    await work();
    expect(await read(id)).toMatchObject({ status: "undone", failure: null });
  });
});

describe("a file that is no import", () => {
  const png = Buffer.from("png");
  const table = `${HEAD}\nFog,sea,3`;
  it.each([
    ["a bomb", () => zipFiles({ "t.csv": table, "a.png": Buffer.alloc(8_000_000) })],
    [
      "a link",
      () => zipFiles({ "t.csv": table, "a.png": { bytes: "/etc/passwd", mode: 0o120777 } }),
    ],
    [
      "a way out of the folder",
      async () => replaceText(await zipFiles({ "t.csv": table, "xx/a.png": png }), "xx/a", "../a"),
    ],
    ["half a zip", async () => (await zipFiles({ "t.csv": table })).subarray(0, 60)],
  ])("%s is rejected as a whole", async (_name, toBytes) => {
    const { id, checked } = await check(await toBytes());
    expect(checked).toMatchObject({ status: "failed", failure: "import_archive_unsafe" });
    expect((await change(id, "write")).error.code).toBe("import_changed");
    expect((await change(id, "discard")).status).toBe(200);
    expect((await staff.agent.get(`/api/staff/imports/${id}`)).status).toBe(404);
  });

  it.each([
    ["no table", () => zipFiles({ "a.png": png }), "import_table_missing"],
    ["two tables", () => zipFiles({ "a.csv": table, "b.csv": table }), "import_table_missing"],
    ["no rows", async () => HEAD, "import_empty"],
    ["no columns of ours", async () => "a,b\n1,2", "import_columns_missing"],
    ["no CSV", async () => `${HEAD}\n"open`, "import_not_csv"],
  ])("%s", async (_name, toBytes, failure) => {
    const { checked } = await check(await toBytes());
    expect(checked).toMatchObject({ status: "failed", failure });
  });

  it("holds more than the zip says", async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => `Fog ${index},sea,3`);
    const zip = await zipFiles({ "t.csv": [HEAD, ...rows].join("\n") });
    const { checked } = await check(claimSize(zip, "t.csv", 100));
    expect(checked).toMatchObject({ status: "failed", failure: "import_archive_unsafe" });
  });

  it("has pictures that cannot be unpacked: only their rows are wrong", async () => {
    const noise = randomBytes(60_000);
    const table = `${HEAD},picture\nFog,sea,3,lying.png\nHaze,sea,3,broken.png\nSun,sea,3,`;
    const zip = await zipFiles({ "t.csv": table, "lying.png": noise, "broken.png": noise });
    // The first bytes of its compressed data.
    zip.fill(0xff, zip.indexOf("broken.png") + 10, zip.indexOf("broken.png") + 20);
    const { checked } = await check(claimSize(zip, "lying.png", 100));
    const problem = { column: "picture", code: "image_format_invalid" };
    expect(checked).toMatchObject({
      ...{ status: "checked", rows_total: 3, wrong_count: 2 },
      problems: [
        { line: 2, ...problem },
        { line: 3, ...problem },
      ],
    });
  });

  it("nor is a form without one, or of another kind", async () => {
    const form = new FormData();
    form.append("other", "x");
    const without = await staff.agent.post("/api/staff/imports", form);
    expect(without.invalidFields).toEqual(["media"]);
    const sendEmpty = async (name: string) => {
      const empty = new FormData();
      empty.append("media", new File([], name));
      return (await staff.agent.post("/api/staff/imports", empty)).error.error_codes?.media;
    };
    expect(await sendEmpty("")).toMatchObject([{ code: "file_required" }]);
    expect(await sendEmpty("empty.csv")).toMatchObject([{ code: "import_empty" }]);
    expect((await staff.agent.post("/api/staff/imports", { a: 1 })).status).toBe(415);
  });
});

describe("a form of a table that is sent twice", () => {
  it("is one import, also when both come at once; another table in it is another", async () => {
    const operationId = crypto.randomUUID();
    const table = `${HEAD}\nTwice,sea,3`;
    const [first, ...others] = await Promise.all(
      Array.from({ length: 4 }, () => upload(table, { operationId })),
    );
    expect(others).toEqual([first, first, first]);
    expect(await upload(table, { operationId: crypto.randomUUID() })).not.toBe(first);
    expect(await upload(`${table}0`, { operationId })).not.toBe(first);
    await work();
    expect(await read(first ?? 0)).toMatchObject({ status: "checked", rows_total: 1 });
  });
});

describe("a table that is imported a second time", () => {
  it("gets an address of its own for each of its rows", async () => {
    const rows = Array.from({ length: 1_100 }, (_, index) => `Again ${index},sea,1`);
    await write([HEAD, ...rows].join("\n"));
    await write([HEAD, ...rows].join("\n"));
    const [made] = await test.database<{ slugs: number; second: number }[]>`
      SELECT count(DISTINCT slug)::int AS slugs,
        count(*) FILTER (WHERE slug ~ '^again-\\d+-2$')::int AS second
      FROM products WHERE slug LIKE 'again-%'`;
    expect(made).toEqual({ slugs: 2_200, second: 1_100 });
  });
});

describe("a table of 5,000 rows with 300 wrong ones", () => {
  it("names the 300", async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) =>
      index % 16 === 0 && index < 4_800 ? `Big ${index},sea,free` : `Big ${index},sea,1`,
    );
    const { id, checked } = await check([HEAD, ...rows].join("\n"));
    expect(checked).toMatchObject({ rows_total: 5_000, wrong_count: 300 });
    expect(checked.problem_counts).toEqual([
      { column: "price", code: "amount_invalid", count: 300 },
    ]);
    const file = (await download(`/api/staff/imports/${id}/problems`)).toString();
    expect(file.trim().split("\n")).toHaveLength(301);
  });
});

describe("the list of imports", () => {
  it("has every import on one of its pages, newest first", async () => {
    const ids = await test.database<{ id: number }[]>`SELECT id FROM imports ORDER BY id DESC`;
    const missing = Math.max(0, 51 - ids.length);
    await test.database`
      INSERT INTO imports (status, file_name, file_key, is_archive, created_by, created_at)
      SELECT 'failed', 'old.csv', '', false, ${staff.id}, now() FROM generate_series(1, ${missing})`;
    const all = await test.database<{ id: number }[]>`SELECT id FROM imports ORDER BY id DESC`;
    const readList = async (page: number) =>
      (await staff.agent.get(`/api/staff/imports?page=${page}`)).as(importsResponseSchema);
    const first = await readList(1);
    expect(first.meta).toMatchObject({ current_page: 1, total: all.length });
    const pages = [first];
    while (pages.length < (first.meta?.last_page ?? 1))
      pages.push(await readList(pages.length + 1));
    expect(pages.length).toBeGreaterThan(1);
    const listed = pages.flatMap(({ payload }) => payload.map(({ id }) => Number(id)));
    expect(listed).toEqual(all.map(({ id }) => id));
    expect((await staff.agent.get("/api/staff/imports?page=0")).status).toBe(422);
  });
});
