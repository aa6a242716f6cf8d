import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { productResponseSchema } from "#api/contract/catalog.ts";
import { createListedProduct } from "#tests/product-factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

// The pictures in link previews (Open Graph).

const PROMPT = "Zanzibar recipe that nobody reads for nothing";

let test: TestApi;
let puts: string[];
beforeAll(async () => {
  test = await createTestApi();
  const { files } = test.deps;
  const put = files.put.bind(files);
  puts = [];
  files.put = (key, bytes) => {
    puts.push(key);
    return put(key, bytes);
  };
  const titles = { en: "Whale", de: "Wal" };
  await createListedProduct(test, { slug: "whale", titles, prompt: PROMPT });
});
afterAll(() => test.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  test.createAgent().get(path, { isStateful: false, headers });
async function addressOf(locale: string, slug = "whale"): Promise<string> {
  const response = await test.createAgent({ locale }).get(`/api/products/${slug}`);
  return response.as(productResponseSchema).data.share_image_url ?? "";
}

describe("a product's card", () => {
  it.each(["en", "de", "ar"])("in %s is a JPEG of 1200 × 630 without metadata", async (locale) => {
    const path = await addressOf(locale);
    expect(path).toMatch(new RegExp(`^/media/share/${locale}/whale/[0-9a-f]{32}\\.jpg$`));
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("image/jpeg");
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.setCookies).toEqual([]);
    const { width, height, format, exif, xmp, comments } = await sharp(response.bytes).metadata();
    expect([width, height, format]).toEqual([1200, 630, "jpeg"]);
    expect([exif, xmp, comments]).toEqual([undefined, undefined, undefined]);
    expect(response.bytes.toString("latin1")).not.toMatch(/zanzibar|recipe/i);
  });

  it("speaks the language of its address", async () => {
    const [english, german] = await Promise.all([addressOf("en"), addressOf("de")]);
    const [first, second] = [await get(english), await get(german)];
    expect(first.bytes.equals(second.bytes)).toBe(false);
  });

  it("asked for by many at once is drawn once, and then kept", async () => {
    await createListedProduct(test, { slug: "busy", titles: { en: "Busy" } });
    const path = await addressOf("en", "busy");
    puts.length = 0;
    const responses = await Promise.all(Array.from({ length: 8 }, () => get(path)));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await get(path)).status).toBe(200);
    expect(puts.filter((key) => key.startsWith("cards/"))).toHaveLength(1);
  });

  it("is not sent again to those who have it", async () => {
    const path = await addressOf("en");
    const etag = (await get(path)).headers.get("etag") ?? "";
    const again = await get(path, { "if-none-match": etag });
    expect([again.status, again.bytes.byteLength]).toEqual([304, 0]);
  });

  it("moves when title or price do, and the old address leads to it", async () => {
    await createListedProduct(test, { slug: "dear", priceCents: 500 });
    const before = await addressOf("en", "dear");
    await test.database`UPDATE products SET price_cents = 700 WHERE slug = 'dear'`;
    const after = await addressOf("en", "dear");
    expect(after).not.toBe(before);
    const old = await get(before);
    expect([old.status, old.headers.get("location")]).toEqual([302, after]);
    expect(old.headers.get("cache-control")).not.toMatch(/immutable/);
  });

  it("moves when the shop begins to charge VAT", async () => {
    await createListedProduct(test, { slug: "taxed" });
    const before = await addressOf("en", "taxed");
    await test.database`
      UPDATE settings SET company_country = 'EE', company_vat_id = 'EE100000015',
        is_vat_exempt = false`;
    const after = await addressOf("en", "taxed");
    expect(after).not.toBe(before);
    expect((await get(after)).status).toBe(200);
  });

  it("of a product that is no longer on sale is gone", async () => {
    await createListedProduct(test, { slug: "sold", titles: { en: "Sold" } });
    const path = await addressOf("en", "sold");
    expect((await get(path)).status).toBe(200);
    await test.database`UPDATE products SET status = 'withdrawn' WHERE slug = 'sold'`;
    expect((await get(path)).status).toBe(410);
    await test.database`UPDATE products SET status = 'draft' WHERE slug = 'sold'`;
    expect((await get(path)).status).toBe(404);
  });

  it.each([
    "en/none/0123456789abcdef0123456789abcdef.jpg",
    "xx/whale/0123456789abcdef0123456789abcdef.jpg",
    "en/whale/0123456789abcdef.jpg",
    "en/whale/0123456789abcdef0123456789abcdef.png",
    "en/1/0123456789abcdef0123456789abcdef.jpg",
    "en/..%2f..%2fpictures/x.jpg",
  ])("is not found at %s", async (path) => {
    expect((await get(`/media/share/${path}`)).status).toBe(404);
  });

  it("is none without a picture", async () => {
    await createListedProduct(test, { slug: "bare" });
    await test.database`UPDATE products SET picture_hash = NULL WHERE slug = 'bare'`;
    expect(await addressOf("en", "bare")).toBe("");
    const path = "/media/share/en/bare/0123456789abcdef0123456789abcdef.jpg";
    expect((await get(path)).status).toBe(404);
  });
});
