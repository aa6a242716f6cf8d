import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import {
  claimDueRenditions,
  deleteDueRenditions,
  noteDueRenditions,
} from "#api/catalog/due-renditions.queries.ts";
import { renditionJobs } from "#api/catalog/due-renditions.ts";
import { originalKey } from "#api/catalog/images.ts";
import {
  productPictureResponseSchema,
  type StaffProduct,
  staffProductResponseSchema,
} from "#api/contract/staff/products.ts";
import { DomainError } from "#domain/errors.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { createGroups, createStaff, type Member, paintFile } from "#tests/setup/records/offers.ts";

let test: TestApi;
let staff: Member;
let groups: { category: string; styles: string[] };
beforeAll(async () => {
  test = await createTestApi();
  staff = await createStaff(test);
  groups = await createGroups(test);
});
afterAll(() => test.close());
afterEach(() => test.clock.resume());

let uploads = 0;
/** Uploads a different picture each time. */
const upload = async () => {
  uploads += 1;
  const form = new FormData();
  form.set("media", await paintFile("jpg", { widthPx: 400 + uploads }));
  const response = await staff.agent.post("/api/staff/products/pictures", form);
  return response.as(productPictureResponseSchema).payload.picture;
};
const create = async (status: string, picture?: string | null) => {
  const title = `Fog ${randomUUID()}`;
  const response = await staff.agent.post("/api/staff/products", {
    status,
    slug: "",
    category_id: groups.category,
    style_ids: groups.styles.slice(0, 1),
    price: "4.50",
    prompt: "fog over a bay",
    licence: "",
    picture: picture ?? (await upload()),
    titles: { en: title },
    descriptions: { en: "A quiet bay." },
    motifs: { en: ["Fog"] },
  });
  return response.as(staffProductResponseSchema).payload;
};
const save = async (product: StaffProduct, changes: Record<string, unknown>) => {
  const { category_id, style_ids, licence, ...rest } = product;
  const kept = { category_id: String(category_id), style_ids: style_ids.map(String) };
  const body = { ...rest, ...kept, licence: licence ?? "", ...changes };
  const response = await staff.agent.put(`/api/staff/products/${product.id}`, body);
  return response.as(staffProductResponseSchema).payload;
};
const reread = async ({ id }: StaffProduct) => {
  const response = await staff.agent.get(`/api/staff/products/${id}`);
  return response.as(staffProductResponseSchema).payload;
};
const run = async (stopping?: AbortSignal) => {
  for (const job of renditionJobs(test.deps)) await job.run(stopping);
};
const isMade = async ({ picture }: { picture: string | null }) =>
  (await test.deps.files.get(`renditions/${picture}/480.webp`)) !== null;
const listDue = async () =>
  (await test.database`SELECT picture_hash FROM due_renditions`).map((row) => row.picture_hash);

it("makes the renditions of a product ahead once it is published, and of another picture", async () => {
  const draft = await create("draft");
  await run();
  expect(await isMade(draft)).toBe(false);
  const published = await save(draft, { status: "published" });
  await Promise.all([run(), run()]);
  expect(await isMade(published)).toBe(true);
  const changed = await save(published, { picture: await upload() });
  await run();
  expect([await isMade(changed), await listDue()]).toEqual([true, []]);
});

it("makes those of the product's page too, as far as the picture is wide enough", async () => {
  const form = new FormData();
  form.set("media", await paintFile("jpg", { widthPx: 700 }));
  const uploaded = await staff.agent.post("/api/staff/products/pictures", form);
  const { picture } = uploaded.as(productPictureResponseSchema).payload;
  await create("published", picture);
  await run();
  const widths = [320, 480, 640, 960].map((width) => `renditions/${picture}/${width}.avif`);
  const made = await Promise.all(widths.map((key) => test.deps.files.get(key)));
  expect(made.map((bytes) => bytes !== null)).toEqual([true, true, true, false]);
});

it("drops a picture that no product for sale has any more, rather than make its renditions", async () => {
  const gone = await create("published");
  const shared = await create("published");
  await create("published", shared.picture);
  const replaced = await create("published");
  for (const product of [gone, shared]) await save(product, { status: "withdrawn" });
  const changed = await save(replaced, { picture: await upload() });
  await run();
  expect([await isMade(gone), await isMade(replaced)]).toEqual([false, false]);
  expect([await isMade(shared), await isMade(changed)]).toEqual([true, true]);
  expect(await listDue()).toEqual([]);
  await save(await reread(gone), { status: "published" });
  await run();
  expect(await isMade(gone)).toBe(true);
});

it("keeps what a transaction that is still open publishes again", async () => {
  const product = await create("published");
  await save(product, { status: "withdrawn" });
  await test.database.begin(async (sql) => {
    await sql`UPDATE products SET status = 'published' WHERE id = ${product.id}`;
    await noteDueRenditions(sql, sql`${product.id}`);
    await run();
  });
  expect(await listDue()).toEqual([product.picture]);
  await run();
  expect([await isMade(product), await listDue()]).toEqual([true, []]);
});

it("keeps what is published again between its claim and its drop", async () => {
  const product = await create("published");
  await save(product, { status: "withdrawn" });
  const now = test.clock.now();
  const leaseEndsAt = new Date(now.getTime() + 60_000);
  const claimed = await claimDueRenditions(test.database, { now, leaseEndsAt });
  expect(claimed).toMatchObject({ hash: product.picture, isForSale: false });
  await save(await reread(product), { status: "published" });
  await deleteDueRenditions(test.database, product.picture ?? "", leaseEndsAt);
  expect(await listDue()).toEqual([product.picture]);
  await run();
  expect([await isMade(product), await listDue()]).toEqual([true, []]);
});

it("leaves to the next process what one that ends has not begun or not finished", async () => {
  const product = await create("published");
  await run(AbortSignal.abort());
  expect(await listDue()).toEqual([product.picture]);
  // Claimed by a process that was killed.
  await test.database`UPDATE due_renditions SET attempts = 1, due_at = now() + interval '1 minute'`;
  await run();
  expect(await isMade(product)).toBe(false);
  test.clock.advance(2 * 60);
  await run();
  expect([await isMade(product), await listDue()]).toEqual([true, []]);
});

it("makes one that a clock that was ahead has postponed by a year", async () => {
  const product = await create("published");
  await test.database`UPDATE due_renditions SET due_at = now() + interval '1 year'`;
  await run();
  expect([await isMade(product), await listDue()]).toEqual([true, []]);
});

it("waits for as long as the files are away, and makes all of them then", async () => {
  const products = [await create("published"), await create("published")];
  const get = () => Promise.reject(new DomainError("storage_unavailable"));
  const files = { ...test.deps.files, get };
  for (let attempts = 0; attempts < 5; attempts++) {
    for (const job of renditionJobs({ ...test.deps, files })) {
      for (const _product of products) await job.run();
    }
    test.clock.advance(2 * 60);
  }
  expect((await listDue()).sort()).toEqual(products.map(({ picture }) => picture).sort());
  expect(test.logged.filter(({ level }) => level === 40)).toMatchObject([
    { msg: "a file that can be made again could not be kept" },
  ]);
  await run();
  expect([await Promise.all(products.map(isMade)), await listDue()]).toEqual([[true, true], []]);
});

it("gives a picture up after three attempts, and makes the others", async () => {
  const broken = await create("published");
  const other = await create("published");
  const files = {
    ...test.deps.files,
    get: async (key: string) => {
      if (key === originalKey(broken.picture ?? "")) throw new Error("the disk is broken");
      return test.deps.files.get(key);
    },
  };
  for (const _attempt of [1, 2, 3]) {
    expect(await listDue()).toContain(broken.picture);
    for (const job of renditionJobs({ ...test.deps, files })) await job.run();
    expect(await isMade(other)).toBe(true);
    test.clock.advance(2 * 60);
  }
  expect([await isMade(broken), await listDue()]).toEqual([false, []]);
});
