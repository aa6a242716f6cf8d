import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { indexEntriesResponseSchema, indexPartsResponseSchema } from "#api/contract/catalog.ts";
import {
  productPictureResponseSchema,
  staffProductResponseSchema,
} from "#api/contract/staff/products.ts";
import { INDEX_PART_SIZE } from "#domain/catalog.ts";
import { createListedProduct } from "#tests/product-factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { createGroups, createStaff, type Member, paintFile } from "#tests/setup/records/offers.ts";

// When a product last changed, for sitemaps: crawlers read again what is newer than their copy.

const PUBLISHED = new Date("2026-01-02T03:04:05.000Z");
const LATER_SECONDS = 60;

let test: TestApi;
let staff: Member;
let groups: { category: string; styles: string[] };
beforeAll(async () => {
  test = await createTestApi();
  test.clock.stop();
  staff = await createStaff(test);
  groups = await createGroups(test);
});
afterAll(() => test.close());

const get = (path: string) => test.createAgent().get(`/api${path}`, { isStateful: false });

/** The dates of a product and of its part, as sitemaps get them. */
async function datesOf(slug: string, part = 1) {
  const entries = (await get(`/product-index/${part}`)).as(indexEntriesResponseSchema).data;
  const parts = (await get("/product-index")).as(indexPartsResponseSchema).data;
  return {
    product: entries.find((entry) => entry.slug === slug)?.updated_at,
    part: parts.find((one) => one.part === part)?.updated_at,
  };
}

const create = (slug: string) =>
  createListedProduct(test, {
    slug,
    titles: { en: "Fog" },
    styles: [`style-of-${slug}`],
    publishedAt: PUBLISHED,
  });

/** Saves the product's form with these changes, a minute later; returns the time. */
async function save(id: number, changes: Record<string, unknown>): Promise<string> {
  test.clock.advance(LATER_SECONDS);
  const now = test.clock.now().toISOString();
  const path = `/api/staff/products/${id}`;
  const read = (await staff.agent.get(path)).as(staffProductResponseSchema).payload;
  const { category_id, style_ids, licence, offer_id: _offer, ...product } = read;
  const ids = { category_id: String(category_id), style_ids: style_ids.map(String) };
  const body = { ...product, ...ids, licence: licence ?? "", ...changes };
  (await staff.agent.put(path, body)).as(staffProductResponseSchema);
  return now;
}

describe("the day in the index", () => {
  it("is the publication as long as nothing has changed", async () => {
    const { id } = await create("unchanged");
    await save(id, {});
    expect((await datesOf("unchanged")).product).toBe(PUBLISHED.toISOString());
  });

  it.each<[string, () => Promise<Record<string, unknown>>]>([
    ["title", async () => ({ titles: { en: "Mist" } })],
    ["translation", async () => ({ titles: { en: "Fog", de: "Nebel" } })],
    ["description", async () => ({ descriptions: { en: "A quiet bay." } })],
    ["price", async () => ({ price: "9.90" })],
    ["category", async () => ({ category_id: groups.category })],
    ["style", async () => ({ style_ids: groups.styles.slice(0, 1) })],
    [
      "image",
      async () => {
        const form = new FormData();
        form.set("media", await paintFile("jpg"));
        const made = await staff.agent.post("/api/staff/products/pictures", form);
        return { picture: made.as(productPictureResponseSchema).payload.picture };
      },
    ],
  ])("becomes that of a change of the %s", async (name, change) => {
    const { id } = await create(`changed-${name}`);
    const now = await save(id, await change());
    expect(await datesOf(`changed-${name}`)).toEqual({ product: now, part: now });
  });

  it("remains for what no visitor sees, the prompt", async () => {
    const { id } = await create("prompt");
    await save(id, { prompt: "another prompt" });
    expect((await datesOf("prompt")).product).toBe(PUBLISHED.toISOString());
  });

  it("is that of the newest change, and of the product alone", async () => {
    const [first, second] = [await create("twice"), await create("beside")];
    await save(first.id, { price: "5.00" });
    const now = await save(first.id, { price: "6.00" });
    expect((await datesOf("twice")).product).toBe(now);
    expect((await datesOf("beside")).product).toBe(PUBLISHED.toISOString());
    expect(second.id).not.toBe(first.id);
  });

  it.each([
    ["categories", "made-up"],
    ["styles", "style-of-merged-styles"],
  ])("is that of the merge when one of the %s becomes another", async (kind, slug) => {
    await create(`merged-${kind}`);
    test.clock.advance(LATER_SECONDS);
    const { database } = test;
    const [from] = await database<{ id: number }[]>`
      SELECT id FROM ${database(kind)} WHERE slug = ${slug}`;
    const target = kind === "styles" ? groups.styles[0] : groups.category;
    const response = await staff.agent.post(`/api/staff/${kind}/${from?.id}/delete`, {
      move_to: target,
    });
    expect(response.status).toBe(200);
    const now = test.clock.now().toISOString();
    expect(await datesOf(`merged-${kind}`)).toEqual({ product: now, part: now });
  });

  it("does not keep a part whose products are all gone", async () => {
    await test.database`
      SELECT setval(pg_get_serial_sequence('products', 'id'), ${3 * INDEX_PART_SIZE}, false)`;
    const { id } = await create("gone");
    const now = await save(id, { price: "7.00" });
    expect((await datesOf("gone", 3)).part).toBe(now);
    await save(id, { status: "withdrawn" });
    expect(await datesOf("gone", 3)).toEqual({ product: undefined, part: undefined });
  });
});
