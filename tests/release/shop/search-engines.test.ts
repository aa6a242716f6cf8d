import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#api/db/client.ts";
import { SUMMARY_LENGTH_MAX } from "#domain/cut-text.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// What search engines read while a style gets its only product, and loses it again. Caches are
// cleared a moment after a change.

const base = workerProduct().url;
const SLUG = "fog-over-a-bay";
const STYLE = "fog-and-mist";
const PRODUCT = `${base}/en/products/${SLUG}`;
const LIST = `${base}/en/products?style=${STYLE}`;
const DESCRIPTION = "A quiet bay in early light, and not a sail in sight. ".repeat(90).trim();

const remove = async (database: Database) => {
  await database`DELETE FROM products WHERE slug = ${SLUG}`;
  await database`DELETE FROM styles WHERE slug = ${STYLE}`;
};
beforeAll(() => withProductDatabase(remove));
afterAll(() => withProductDatabase(remove));

const read = async (url: string) => {
  const response = await fetch(url);
  const html = await response.text();
  const match = (pattern: RegExp) => html.match(pattern)?.[1] ?? null;
  return {
    status: response.status,
    isIndexed: match(/<meta name="robots" content="([^"]*)"/) === null,
    canonical: match(/<link rel="canonical" href="([^"]*)"/),
    description: match(/<meta name="description" content="([^"]*)"/),
    data: match(/<script type="application\/ld\+json"[^>]*>([^<]*)/),
  };
};
const isInSitemap = async (file: string, url: string) =>
  (await (await fetch(`${base}/${file}.xml`)).text()).includes(`<loc>${url}</loc>`);

describe("a style's only product", () => {
  it("makes its list a page for search engines, with a short description of its own", async () => {
    await withProductDatabase(async (database) => {
      await database`
        INSERT INTO styles (slug, names) VALUES (${STYLE}, ${database.json({ en: "Fog" })})`;
      await database`
        WITH made AS (
          INSERT INTO products (slug, category_id, titles, descriptions, prompt, price_cents,
            picture_hash)
          SELECT ${SLUG}, category_id, ${database.json({ en: "Fog over a bay" })},
            ${database.json({ en: DESCRIPTION })}, 'fog', 450, picture_hash
          FROM products WHERE status = 'published' ORDER BY id LIMIT 1 RETURNING id)
        INSERT INTO product_styles (product_id, style_id)
        SELECT made.id, styles.id FROM made, styles WHERE styles.slug = ${STYLE}`;
    });
    await expect
      .poll(() => read(LIST))
      .toMatchObject({ status: 200, isIndexed: true, canonical: LIST });
    await expect.poll(() => isInSitemap("sitemap-pages", LIST)).toBe(true);
    await expect.poll(() => isInSitemap("sitemap-products-en-1", PRODUCT)).toBe(true);
    const { description, data, ...page } = await read(PRODUCT);
    expect(page).toEqual({ status: 200, isIndexed: true, canonical: PRODUCT });
    expect(description?.length).toBeLessThanOrEqual(SUMMARY_LENGTH_MAX);
    expect(description).toMatch(/^A quiet bay in early light.*…$/);
    expect(data).toContain(DESCRIPTION);
  });

  it("takes both out of the index when it is taken off sale", async () => {
    await withProductDatabase(
      (database) => database`UPDATE products SET status = 'withdrawn' WHERE slug = ${SLUG}`,
    );
    await expect
      .poll(() => read(PRODUCT))
      .toMatchObject({ status: 410, isIndexed: false, canonical: null, data: null });
    await expect
      .poll(() => read(LIST))
      .toMatchObject({ status: 200, isIndexed: false, canonical: null, data: null });
    await expect.poll(() => isInSitemap("sitemap-pages", LIST)).toBe(false);
    await expect.poll(() => isInSitemap("sitemap-products-en-1", PRODUCT)).toBe(false);
  });
});
