import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { indexProducts } from "#api/catalog/search/search-index.ts";
import { productListResponseSchema, productResponseSchema } from "#api/contract/catalog.ts";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import {
  changeProductsResponseSchema,
  offerProductResponseSchema,
  productHistoryResponseSchema,
  productPictureResponseSchema,
  productPreviewResponseSchema,
  type StaffProduct,
  staffProductResponseSchema,
  staffProductsResponseSchema,
  undoChangesResponseSchema,
} from "#api/contract/staff/products.ts";
import { inTransaction } from "#api/db/client.ts";
import { LIST_COUNT_MAX } from "#domain/catalog.ts";
import { STAFF_PRODUCT_SORTS, STAFF_PRODUCTS_PER_PAGE } from "#domain/products.ts";
import { createMember, createProduct, giveCredits } from "#tests/factories.ts";
import { createGroup, createListedProduct } from "#tests/product-factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import { paintGenerated } from "#tests/setup/records/generated-images.ts";
import {
  createGroups,
  createPayout,
  createStaff,
  type Member,
  paintFile,
} from "#tests/setup/records/offers.ts";

let test: TestApi;
let staff: Member;
let groups: { category: string; styles: string[] };
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 20 });
  staff = await createStaff(test);
  groups = await createGroups(test);
});
afterAll(() => test.close());

const upload = async (media: File) => {
  const form = new FormData();
  form.set("media", media);
  return staff.agent.post("/api/staff/products/pictures", form);
};
const pictureOf = async () =>
  (await upload(await paintFile("jpg"))).as(productPictureResponseSchema).payload.picture;
const fill = async (changes: Record<string, unknown> = {}) => ({
  status: "published",
  slug: "",
  category_id: groups.category,
  style_ids: groups.styles.slice(0, 1),
  price: "4.50",
  prompt: "fog over a bay, early light",
  licence: "",
  picture: await pictureOf(),
  titles: { en: `Fog ${randomUUID()}`, de: "Nebel" },
  descriptions: { en: "A quiet bay." },
  motifs: { en: ["Fog", "Sea"] },
  ...changes,
});
const create = async (changes: Record<string, unknown> = {}) => {
  const response = await staff.agent.post("/api/staff/products", await fill(changes));
  return response.as(staffProductResponseSchema).payload;
};
const toBody = ({ category_id, style_ids, licence, ...product }: StaffProduct) => ({
  ...product,
  category_id: String(category_id),
  style_ids: style_ids.map(String),
  licence: licence ?? "",
});
const save = (product: StaffProduct, changes: Record<string, unknown> = {}, by = staff) =>
  by.agent.put(`/api/staff/products/${product.id}`, { ...toBody(product), ...changes });
const read = async (id: number | string) =>
  (await staff.agent.get(`/api/staff/products/${id}`)).as(staffProductResponseSchema).payload;
const inShop = (slug: string) => test.createAgent().get(`/api/products/${slug}`);
const list = async (query: string) =>
  (await staff.agent.get(`/api/staff/products?${query}`)).as(staffProductsResponseSchema);

describe("a product of the desk", () => {
  it("is in the shop and its search at once, and under its own slug", async () => {
    const title = "Lanterns over Étretat";
    const product = await create({ titles: { en: title } });
    expect(product).toMatchObject({ slug: "lanterns-over-etretat", version: 1, price: "4.50" });
    const shown = (await inShop(product.slug)).as(productResponseSchema).data;
    expect(shown).toMatchObject({ title, is_for_sale: true, motifs: ["Fog", "Sea"] });
    expect(JSON.stringify(shown)).not.toContain("early light");
    await inTransaction(test.database, (sql) => indexProducts(sql, 100));
    const found = await test.createAgent().get("/api/products?search=lanterns");
    expect(found.as(productListResponseSchema).data.map(({ id }) => id)).toEqual([product.id]);
    const second = await create({ titles: { en: title } });
    expect(second.slug).toBe("lanterns-over-etretat-2");
  });

  it("is found by the slugs that it had before, until another product has them", async () => {
    const product = await create({ slug: "old-mill" });
    const slugOf = async (slug: string) => (await inShop(slug)).as(productResponseSchema).data.slug;
    const renamed = (await save(product, { slug: "mill" })).as(staffProductResponseSchema).payload;
    expect(await slugOf("old-mill")).toBe("mill");
    const again = (await save(renamed, { slug: "old-mill" })).as(staffProductResponseSchema);
    expect([await slugOf("old-mill"), await slugOf("mill")]).toEqual(["old-mill", "old-mill"]);
    await save(again.payload, { slug: "the-mill" });
    await create({ slug: "old-mill" });
    expect([await slugOf("old-mill"), await slugOf("mill")]).toEqual(["old-mill", "the-mill"]);
    expect((await inShop("new-mill")).status).toBe(404);
  });

  it("keeps its former slugs beside a draft, which nobody can visit", async () => {
    const product = await create({ slug: "old-tower" });
    await save(product, { slug: "tower" });
    const derived = await create({ slug: "", titles: { en: "Old tower" }, status: "draft" });
    expect(derived.slug).toBe("old-tower-2");
    const draft = await create({ slug: "old-tower", status: "draft" });
    const slugOf = async (slug: string) => (await inShop(slug)).as(productResponseSchema).data.slug;
    expect(await slugOf("old-tower")).toBe("tower");
    await save(draft, { slug: "other-tower", status: "draft" });
    expect(await slugOf("old-tower")).toBe("tower");
  });

  it("is made once, however often its form is sent", async () => {
    const body = await fill({ operation_id: randomUUID() });
    const both = await Promise.all([1, 2].map(() => staff.agent.post("/api/staff/products", body)));
    const [first, second] = both.map((one) => one.as(staffProductResponseSchema).payload.id);
    expect(first).toBe(second);
  });

  it("is not made by the operation of another one, and repeated after it was edited", async () => {
    const operation_id = randomUUID();
    const body = await fill({ operation_id });
    const post = (changes: Record<string, unknown> = {}, by = staff) =>
      by.agent.post("/api/staff/products", { ...body, ...changes });
    const product = (await post()).as(staffProductResponseSchema).payload;
    const conflicts = [
      await post({ price: "5.50" }),
      await post({ titles: { en: "Rain over the bay" } }),
      await post({ slug: "rain-over-the-bay" }),
      await post({ picture: null, status: "draft" }),
      await post({}, await createStaff(test)),
    ];
    expect(conflicts.map((response) => response.error.code)).toEqual(
      Array(5).fill("operation_conflict"),
    );
    await save(product, { price: "6.00" });
    const again = (await post({ price: "4,5" })).as(staffProductResponseSchema).payload;
    expect(again).toMatchObject({ id: product.id, price: "6.00" });
  });

  it("needs an English title, a prompt and a picture to be published, not to be a draft", async () => {
    const bare = { picture: null, prompt: "", titles: { de: "Nebel" }, slug: "nebel-draft" };
    const response = await staff.agent.post("/api/staff/products", await fill(bare));
    expect(response.invalidFields.sort()).toEqual(["picture", "prompt", "titles.en"]);
    const draft = await create({ ...bare, status: "draft" });
    expect((await inShop(draft.slug)).status).toBe(404);
    const preview = await staff.agent.get(`/api/staff/products/${draft.id}/preview`);
    expect(preview.as(productPreviewResponseSchema).data.is_for_sale).toBe(false);
  });

  it("names each wrong field", async () => {
    const { slug } = await create();
    const wrong = { slug, category_id: "999999", style_ids: ["999999"], picture: "a".repeat(64) };
    const response = await staff.agent.post("/api/staff/products", await fill(wrong));
    expect(response.invalidFields.sort()).toEqual(["category_id", "picture", "slug", "style_ids"]);
    const texts = { price: "0", slug: "No Slug", titles: { xx: "Nowhere" } };
    const other = await staff.agent.post("/api/staff/products", await fill(texts));
    expect(other.invalidFields.sort()).toEqual(["price", "slug", "titles"]);
  });

  it("has titles, motifs and a licence of one line, without what turns the text around", async () => {
    const body = await fill({
      titles: { en: "Fog\nat sea", de: "Nebel\u0007" },
      motifs: { en: ["fox", "sea\u202egnp.exe"] },
      licence: "all\u2066 rights",
      descriptions: { en: "A quiet bay.\nAt dawn." },
      prompt: "fog over a bay,\nearly light",
    });
    const response = await staff.agent.post("/api/staff/products", body);
    expect(response.invalidFields.sort()).toEqual([
      "licence",
      "motifs.en.1",
      "titles.de",
      "titles.en",
    ]);
  });

  it("rejects the second of two who edit it, and keeps the first one's change", async () => {
    const other = await createStaff(test);
    const seen = await create();
    const saved = (await save(seen, { price: "6.00" }, other)).as(staffProductResponseSchema);
    expect(saved.payload.version).toBe(seen.version + 1);
    const late = (await save(seen, { price: "7.00" })).error;
    expect(late).toMatchObject({ code: "product_changed", details: { version: 2 } });
    expect((await read(seen.id)).price).toBe("6.00");
    const history = await staff.agent.get(`/api/staff/products/${seen.id}/history`);
    const [last, first] = history.as(productHistoryResponseSchema).payload;
    expect(last).toMatchObject({
      actor: other.email,
      action: "product.update",
      changes: [{ field: "price", before: "4.50", after: "6.00" }],
    });
    expect(first).toMatchObject({ action: "product.create", changes: [] });
    const again = await save({ ...seen, version: 2 }, { price: "7.00" });
    expect(again.as(staffProductResponseSchema).payload.price).toBe("7.00");
  });

  it("is recorded when somebody looks at its prompt, and not when nothing is changed", async () => {
    const product = await create();
    await save(await read(product.id));
    const rows = await test.database<{ action: string }[]>`
      SELECT action FROM audit_log
      WHERE subject_kind = 'product' AND subject_id = ${String(product.id)} ORDER BY id`;
    expect(rows.map(({ action }) => action)).toEqual(["product.create", "product.view"]);
    expect((await read(product.id)).version).toBe(1);
  });

  it("that is withdrawn while somebody buys it is bought at its price, or not at all", async () => {
    for (let round = 0; round < 4; round++) {
      const product = await create();
      const buyer = await createMember(test);
      await giveCredits(test.database, buyer.id, 1_000);
      const order = { prompt_id: product.id, expected_price: "4.50", consent: CONSENT };
      const [bought, withdrawn] = await Promise.all([
        buyer.agent.post("/api/purchase/prompt", order),
        save(product, { status: "withdrawn", price: "9.00" }),
      ]);
      expect(withdrawn.status).toBe(200);
      if (bought.status === 200) {
        expect(bought.as(purchaseResponseSchema).payload.order.price).toBe("4.50");
      } else {
        expect(bought.error.code).toBe("product_withdrawn");
      }
      const [row] = await test.database<{ balance: number; orders: number }[]>`
        SELECT balance_cents AS balance,
          (SELECT count(*)::int FROM orders WHERE user_id = ${buyer.id}) AS orders
        FROM ledger_accounts WHERE user_id = ${buyer.id}`;
      expect(row).toEqual(
        bought.status === 200 ? { balance: 550, orders: 1 } : { balance: 1_000, orders: 0 },
      );
    }
  });

  it("is sold under its own licence; orders keep what they bought", async () => {
    const product = await create({ licence: "Editorial use only" });
    const buyer = await createMember(test);
    await giveCredits(test.database, buyer.id, 1_000);
    await buyer.agent.post("/api/purchase/prompt", { prompt_id: product.id, consent: CONSENT });
    await save(product, { prompt: "another prompt", licence: "" });
    const [order] = await test.database`
      SELECT prompt, licence FROM orders WHERE product_id = ${product.id}`;
    expect(order).toEqual({ prompt: "fog over a bay, early light", licence: "Editorial use only" });
  });

  it("does not exist for guests, members and roles without the right", async () => {
    const { id } = await create();
    const finance = await createMember(test, { role: "staff", staffRole: "finance" });
    for (const agent of [test.createAgent(), (await createMember(test)).agent, finance.agent]) {
      expect((await agent.get(`/api/staff/products/${id}`)).status).toBe(404);
      const ids = { ids: [String(id)], action: "withdraw" };
      expect((await agent.post("/api/staff/products/changes", ids)).status).toBe(404);
    }
    const editor = await createMember(test, { role: "staff", staffRole: "editor" });
    expect((await editor.agent.get(`/api/staff/products/${id}`)).status).toBe(200);
  });
});

describe("a picture of the desk", () => {
  it("is stored without its metadata, and shown to staff alone until it is published", async () => {
    const { picture } = (await upload(await paintFile("png"))).as(
      productPictureResponseSchema,
    ).payload;
    const stored = await test.deps.files.get(`pictures/${picture}.png`);
    const { exif, xmp, comments } = await sharp(stored ?? Buffer.alloc(0)).metadata();
    expect([exif, xmp, comments]).toEqual([undefined, undefined, undefined]);
    const path = `/api/staff/pictures/${picture}/320.webp`;
    expect((await staff.agent.get(path)).status).toBe(200);
    expect((await test.createAgent().get(path)).status).toBe(404);
    expect((await staff.agent.get(path.replace("320", "321"))).status).toBe(404);
  });

  it("brings the prompt that its generator wrote into it", async () => {
    const parameters = "fog over a bay\nNegative prompt: people\nSteps: 20, Seed: 7, Model: sdxl";
    const png = await paintGenerated({ parameters });
    const { payload } = (await upload(new File([new Uint8Array(png)], "a.png"))).as(
      productPictureResponseSchema,
    );
    expect(payload.generation).toEqual({ prompt: "fog over a bay", seed: "7", model: "sdxl" });
    const stored = await test.deps.files.get(`pictures/${payload.picture}.png`);
    expect(stored?.includes("fog over")).toBe(false);
  });

  it("is a picture", async () => {
    const response = await upload(new File(["<svg/>"], "a.png", { type: "image/png" }));
    expect(response.invalidFields).toEqual(["media"]);
  });
});

describe("an accepted offer", () => {
  it("becomes one product, filled from the offer, also under a double press", async () => {
    const { offer, maker } = await createPayout(test, staff);
    const start = await staff.agent.get(`/api/staff/products/from-offer/${offer.id}`);
    const begun = start.as(offerProductResponseSchema).payload;
    expect(begun).toMatchObject({
      product_id: null,
      titles: { en: "Fog over the bay" },
      style_ids: offer.style_ids,
    });
    expect(maker.email).not.toBe("");
    const body = await fill({ offer_id: offer.id, titles: begun.titles });
    const both = await Promise.all([1, 2].map(() => staff.agent.post("/api/staff/products", body)));
    const [first, second] = both.map((one) => one.as(staffProductResponseSchema).payload);
    expect(first?.id).toBe(second?.id);
    expect(first?.offer_id).toBe(offer.id);
    const due = await test.database`
      SELECT 1 FROM due_renditions WHERE picture_hash = ${first?.picture ?? ""}`;
    expect(due).toHaveLength(1);
    const after = await staff.agent.get(`/api/staff/products/from-offer/${offer.id}`);
    expect(after.as(offerProductResponseSchema).payload.product_id).toBe(first?.id);
  });

  it("is one that its seller has accepted", async () => {
    const missing = await staff.agent.get("/api/staff/products/from-offer/999999");
    expect(missing.error.code).toBe("offer_not_found");
    const rejected = await staff.agent.post("/api/staff/products", await fill({ offer_id: "abc" }));
    expect(rejected.error.error_codes).toEqual({
      offer_id: [{ code: "offer_not_found" }],
    });
  });
});

describe("the desk's list", () => {
  it("pages by key through every order, there and back", async () => {
    const size = STAFF_PRODUCTS_PER_PAGE;
    for (let index = 0; index < size + 3; index++) {
      const status = index % 7 === 0 ? "draft" : "published";
      await createProduct(test, { status, priceCents: 100 + (index % 5) });
    }
    for (const sort of STAFF_PRODUCT_SORTS) {
      const ids: unknown[] = [];
      const pages: unknown[][] = [];
      let place = "";
      do {
        const { payload, meta } = await list(`sort=${sort}&after=${encodeURIComponent(place)}`);
        pages.push(payload.map(({ id }) => id));
        ids.push(...payload.map(({ id }) => id));
        place = meta.next ?? "";
        if (place === "") {
          const back = await list(`sort=${sort}&before=${encodeURIComponent(meta.previous ?? "")}`);
          expect(back.payload.map(({ id }) => id)).toEqual(pages.at(-2));
        }
      } while (place !== "");
      const [count] = await test.database`SELECT count(*)::int AS count FROM products`;
      expect([ids.length, new Set(ids).size]).toEqual([count?.count, count?.count]);
    }
    expect((await staff.agent.get("/api/staff/products?after=x~y")).status).toBe(422);
  });

  it("finds by words, slug and number, whatever the status, and filters", async () => {
    const listed = await createListedProduct(test, { titles: { en: "Zeppelin at dusk" } });
    const draft = await create({ status: "draft", titles: { en: "Zeppelin at noon" } });
    const idsOf = async (query: string) => (await list(query)).payload.map(({ id }) => id);
    expect(await idsOf("search=zeppelin")).toEqual([draft.id, listed.id]);
    expect(await idsOf("search=zeppelin&status=draft")).toEqual([draft.id]);
    expect(await idsOf(`search=${listed.slug}`)).toEqual([listed.id]);
    expect(await idsOf(`search=${draft.id}`)).toContain(draft.id);
    expect(await idsOf("search=zeppelin&missing=de")).toEqual([draft.id, listed.id]);
    expect(await idsOf(`search=zeppelin&style=${groups.styles[0]}`)).toEqual([draft.id]);
    expect(await idsOf(`status=draft&category=${groups.category}`)).toContain(draft.id);
    const [row] = (await list("search=noon")).payload;
    expect(row?.missing_locales).toContain("de");
  });
});

describe("the desk's search", () => {
  const size = STAFF_PRODUCTS_PER_PAGE;
  const count = 5 * size + 10;
  const idsOf = async (query: string) => (await list(query)).payload.map(({ id }) => id);
  beforeAll(async () => {
    // More matches than fit on a page; the oldest are in a separate category.
    await createGroup(test.database, "categories", "quokkas");
    for (let index = 0; index < count; index++) {
      await createProduct(test, {
        status: index % 7 === 0 ? "draft" : "published",
        titles: { en: `Quokka ${index}` },
        priceCents: 100 + ((index * 7) % 113),
      });
    }
    await test.database`
      UPDATE products SET category_id = (SELECT id FROM categories WHERE slug = 'quokkas')
      WHERE id IN (SELECT id FROM products WHERE titles->>'en' LIKE 'Quokka %' ORDER BY id LIMIT 5)`;
    await inTransaction(test.database, (transaction) => indexProducts(transaction, 1_000));
  });

  it("pages through every order, there and back, no page larger than one change", async () => {
    for (const sort of ["", ...STAFF_PRODUCT_SORTS]) {
      const pages: (typeof staffProductsResponseSchema)["_output"][] = [];
      let place: string | null = "";
      while (place !== null) {
        const query = `search=quokka&sort=${sort}&after=${encodeURIComponent(place)}`;
        const page = await list(query);
        pages.push(page);
        place = page.meta.next;
      }
      expect(pages.map(({ payload }) => payload.length)).toEqual([
        ...Array<number>(5).fill(size),
        10,
      ]);
      const rows = pages.flatMap(({ payload }) => payload);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(count);
      const before = encodeURIComponent(pages[1]?.meta.previous ?? "");
      expect(await idsOf(`search=quokka&sort=${sort}&before=${before}`)).toEqual(
        pages[0]?.payload.map(({ id }) => id),
      );
      if (!sort.startsWith("price")) continue;
      const prices = rows.map(({ price }) => Number(price));
      const rising = prices.toSorted((one, other) => one - other);
      expect(prices).toEqual(sort === "price_asc" ? rising : rising.toReversed());
    }
    expect((await staff.agent.get("/api/staff/products?search=quokka&after=x~1")).status).toBe(422);
  });

  it("lists the exact match first, then drafts, newest first", async () => {
    const drafts = await test.database<{ id: number; slug: string }[]>`
      SELECT id, slug FROM products WHERE titles->>'en' LIKE 'Quokka %' AND status = 'draft'
      ORDER BY id DESC`;
    const ids = drafts.map(({ id }) => id);
    expect((await idsOf("search=quokka")).slice(0, ids.length)).toEqual(ids.slice(0, size));
    const oldest = drafts.at(-1);
    await test.database`
      UPDATE products SET titles = titles || jsonb_build_object('de', ${oldest?.slug ?? ""}::text)
      WHERE id = ANY(${ids})`;
    expect(await idsOf(`search=${oldest?.slug}`)).toEqual(
      [oldest?.id, ...ids.slice(0, -1)].slice(0, size),
    );
  });

  it("filters all matches, whatever their number", async () => {
    const [group] = await test.database<{ id: number }[]>`
      SELECT id FROM categories WHERE slug = 'quokkas'`;
    const first = await test.database<{ id: number; status: string }[]>`
      SELECT id, status FROM products WHERE category_id = ${group?.id ?? 0} ORDER BY id`;
    const query = `search=quokka&sort=newest&category=${group?.id}`;
    expect((await idsOf(query)).toSorted()).toEqual(first.map(({ id }) => id));
    for (const status of ["draft", "published"]) {
      expect((await idsOf(`${query}&status=${status}`)).toSorted()).toEqual(
        first.filter((one) => one.status === status).map(({ id }) => id),
      );
    }
    expect(await idsOf("search=quokka&category=999999")).toEqual([]);
  });

  it("says when it has more matches than it lists", async () => {
    expect((await list("search=quokka")).meta.is_limited).toBe(false);
    await test.database`
      INSERT INTO products (slug, category_id, titles, prompt, price_cents, status)
      SELECT 'numbat-' || n, id, '{"en": "Numbat"}', '', 100, 'draft'
      FROM categories, generate_series(1, ${LIST_COUNT_MAX}) AS n WHERE slug = 'made-up'`;
    expect((await list("search=numbat")).meta.is_limited).toBe(true);
  });
});

describe("many products at once", () => {
  const change = async (body: Record<string, unknown>) =>
    staff.agent.post("/api/staff/products/changes", body);

  it("are changed together; what cannot be published is named", async () => {
    const [whole, bare] = [
      await create({ status: "draft" }),
      await create({ status: "draft", prompt: "", titles: { en: "No prompt yet" } }),
    ];
    const ids = [whole, bare].map(({ id }) => String(id));
    const { payload } = (await change({ action: "publish", ids })).as(changeProductsResponseSchema);
    expect(payload).toEqual({
      changed: 1,
      versions: [{ id: whole.id, version: 2 }],
      incomplete: [{ id: bare.id, title: "No prompt yet" }],
    });
    await change({ action: "price", price: "8.25", ids });
    await change({ action: "style", style_id: groups.styles[1], ids });
    expect(await read(whole.id)).toMatchObject({
      status: "published",
      price: "8.25",
      style_ids: [Number(groups.styles[1])],
    });
    await change({ action: "withdraw", ids });
    expect((await inShop(whole.slug)).status).toBe(410);
    expect(whole.picture).toBe((await read(whole.id)).picture);
  });

  it("have their former values again when the change is taken back, unless changed since", async () => {
    const [one, other, third] = [
      await create({ price: "1.00" }),
      await create({ price: "2.00" }),
      await create({ price: "8.25" }),
    ];
    const ids = [one, other, third].map(({ id }) => String(id));
    const { payload } = (await change({ action: "price", price: "8.25", ids })).as(
      changeProductsResponseSchema,
    );
    const products = payload.versions?.map(({ id, version }) => ({ id: String(id), version }));
    // Products that already had that price were not changed, so there is nothing to undo.
    expect(products?.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const colleague = await createStaff(test);
    const undo = async (agent = staff.agent) =>
      (await agent.post("/api/staff/products/changes/undo", { products })).as(
        undoChangesResponseSchema,
      ).payload;
    expect(await undo(colleague.agent)).toEqual({ restored: 0, skipped: 2 });
    await save(await read(other.id), { prompt: "Changed since" });
    expect(await undo()).toEqual({ restored: 1, skipped: 1 });
    const prices = [(await read(one.id)).price, (await read(other.id)).price];
    expect(prices).toEqual(["1.00", "8.25"]);
    // Only once: the second request finds what the first restored.
    expect(await undo()).toEqual({ restored: 0, skipped: 2 });
    expect((await staff.agent.post("/api/staff/products/changes/undo", {})).invalidFields).toEqual([
      "products",
    ]);
  });

  it("that were drafts and are sold now are withdrawn, not hidden from their buyers", async () => {
    const draft = await create({ status: "draft" });
    const ids = [String(draft.id)];
    const { payload } = (await change({ action: "publish", ids })).as(changeProductsResponseSchema);
    await test.database`UPDATE products SET sales_count = 1 WHERE id = ${draft.id}`;
    const products = [{ id: ids[0], version: payload.versions?.[0]?.version }];
    await staff.agent.post("/api/staff/products/changes/undo", { products });
    expect((await read(draft.id)).status).toBe("withdrawn");
  });

  it("that are incomplete are not published again by taking a withdrawal back", async () => {
    const { id } = await create({ titles: { en: "Sold without its prompt" } });
    await test.database`UPDATE products SET prompt = '' WHERE id = ${id}`;
    const ids = [String(id)];
    const { payload } = (await change({ action: "withdraw", ids })).as(
      changeProductsResponseSchema,
    );
    const products = [{ id: ids[0], version: payload.versions?.[0]?.version }];
    const undone = await staff.agent.post("/api/staff/products/changes/undo", { products });
    expect(undone.as(undoChangesResponseSchema).payload).toEqual({ restored: 0, skipped: 1 });
    expect((await read(id)).status).toBe("withdrawn");
  });

  it("are left alone by a change without its value", async () => {
    const { id } = await create();
    const ids = [String(id)];
    expect((await change({ action: "price", ids })).invalidFields).toEqual(["price"]);
    expect((await change({ action: "category", ids })).invalidFields).toEqual(["category_id"]);
    expect((await change({ action: "style", ids, style_id: "999999" })).invalidFields).toEqual([
      "style_id",
    ]);
    expect((await change({ action: "publish", ids: [] })).invalidFields).toEqual(["ids"]);
    expect((await read(id)).version).toBe(1);
  });
});
