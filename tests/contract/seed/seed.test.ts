import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isAuthSchema } from "#api/contract/accounts.ts";
import {
  type Product,
  productListResponseSchema,
  productsResponseSchema,
  stylesResponseSchema,
} from "#api/contract/catalog.ts";
import { settingsResponseSchema, socialLinksResponseSchema } from "#api/contract/site.ts";
import { createApi } from "#api/create-api.ts";
import { seedCategories, seedProducts } from "#api/db/seed/catalogue/index.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "#api/db/seed/demo-accounts.ts";
import { seedDemo } from "#api/db/seed/seed.ts";
import { NEVER_ABORTED } from "#api/noun.ts";
import { createLocalFiles } from "#api/providers/files/local-files.ts";
import { createProceduralImages } from "#api/providers/images/procedural-images.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { startSeed } from "#server/lifecycle/seed.ts";
import { createTestApi, type TestApi, type TestImages } from "#tests/setup/api/test-api.ts";

/** One of each style and two more; the real engine paints them small. */
const PRODUCTS = seedProducts.slice(0, 14);
const IMAGE_PX = 96;

const engine = createProceduralImages();
const pictures = new Map<string, Promise<Buffer>>();
/** The real engine, which paints each picture once: a second time would give the same image. */
const painter: TestImages = {
  name: engine.name,
  source: engine.source,
  generate: (request) => {
    const key = JSON.stringify(request);
    const picture = pictures.get(key) ?? engine.generate(request);
    pictures.set(key, picture);
    return picture;
  },
};
let painted: string[] = [];
const images: TestImages = {
  name: painter.name,
  source: painter.source,
  generate: (request) => {
    painted.push(request.prompt);
    return painter.generate(request);
  },
};
const seed = (test: TestApi, more: Parameters<typeof seedDemo>[1] = {}) =>
  seedDemo(test.deps, { products: PRODUCTS, offers: [], imageSizePx: IMAGE_PX, ...more });

const get = (test: TestApi, path: string) => test.createAgent().get(path, { isStateful: false });
const listAll = async (test: TestApi): Promise<Product[]> =>
  (await get(test, "/api/products?per_page=60")).as(productListResponseSchema).data;
const slugsOf = (list: { slug: string }[]) => list.map((one) => one.slug);

describe("the demo catalogue", () => {
  let test: TestApi;
  let firstPages = 0;
  beforeAll(async () => {
    test = await createTestApi({ images });
    await seed(test, { onFirstPage: () => firstPages++ });
  });
  afterAll(() => test.close());

  it("is there in its own order, each a few hours older than the one before", async () => {
    expect(slugsOf(await listAll(test))).toEqual(slugsOf(PRODUCTS));
    expect(firstPages).toBe(1);
    const rows = await test.database<{ age: number }[]>`
      SELECT extract(epoch FROM now() - published_at)::int AS age FROM products ORDER BY 1`;
    expect(rows.at(0)?.age).toBeLessThan(3_600);
    expect(rows.at(-1)?.age).toBeGreaterThan(3 * 24 * 3_600);
  });

  it("shows neighbours of different styles", () => {
    const styles = seedProducts.slice(0, 24).map((product) => product.styles[0]);
    expect(styles.filter((style, index) => style === styles[index + 1])).toEqual([]);
  });

  it("has pictures with all their renditions, and those of cards made before", async () => {
    const keys = new Set<string>();
    const noting = { ...test.deps.files, put: async (key: string) => void keys.add(key) };
    const api = createApi({ ...test.deps, files: noting });
    for (const { picture, thumb_url } of await listAll(test)) {
      expect(picture).toMatchObject({ width: IMAGE_PX, height: IMAGE_PX });
      for (const format of ["avif", "webp", "jpg"]) {
        for (const width of [160, 320, 480]) {
          const url = `http://localhost:3000${picture?.base_url}/${width}.${format}`;
          expect((await api.fetch(new Request(url))).status).toBe(200);
        }
      }
      expect(thumb_url).toBe(`${picture?.base_url}/320.jpg`);
    }
    expect([...keys]).toEqual([]);
  });

  it("gives each style the picture of its first product", async () => {
    const { data } = (await get(test, "/api/styles")).as(stylesResponseSchema);
    const products = await listAll(test);
    expect(data).toHaveLength(12);
    for (const style of data) {
      const first = PRODUCTS.find((product) => product.styles[0] === style.url);
      const shown = products.find((product) => product.slug === first?.slug);
      expect(style.image_url, style.url).toBe(shown?.image_url);
      expect(style.products_count).toBeGreaterThan(0);
    }
  });

  it("shows under each style what is painted in it, as many as it says", async () => {
    const { data } = (await get(test, "/api/styles")).as(stylesResponseSchema);
    for (const style of data) {
      const list = (await get(test, `/api/products?style_slugs=${style.url}&per_page=60`)).as(
        productListResponseSchema,
      );
      const painted = PRODUCTS.filter((product) => product.styles[0] === style.url);
      expect(slugsOf(list.data), style.url).toEqual(slugsOf(painted));
      expect(style.products_count, style.url).toBe(painted.length);
      expect(list.meta.total, style.url).toBe(painted.length);
    }
  });

  it("has its shelves", async () => {
    const marked = (mark: "hero" | "featured") =>
      slugsOf(PRODUCTS.filter((product) => product[mark]));
    for (const shelf of ["hero", "featured"] as const) {
      const { data } = (await get(test, `/api/products/${shelf}`)).as(productsResponseSchema);
      expect(slugsOf(data)).toEqual(marked(shelf));
      expect(data).not.toEqual([]);
    }
  });

  it("is found in every language, by style and category, and not by its prompts", async () => {
    const find = async (text: string, locale: string) => {
      const path = `/api/products?search=${encodeURIComponent(text)}&per_page=60`;
      const response = await test.createAgent({ locale }).get(path, { isStateful: false });
      return slugsOf(response.as(productListResponseSchema).data);
    };
    for (const product of PRODUCTS) {
      for (const [locale, title] of Object.entries(product.title)) {
        expect(await find(title, locale), title).toContain(product.slug);
      }
    }
    expect(await find("tuschmalerei", "de")).toContain("nine-peaks-breathing");
    expect(await find("einsames leuchtfeuer", "de")).toEqual(["before-the-rain-turns"]);
    // A motif of the picture that neither title nor description mentions.
    expect(await find("lighthouse", "en")).toContain("before-the-rain-turns");
    expect(await find("phare", "fr")).toContain("before-the-rain-turns");
    expect(await find("phare", "en")).toEqual([]);
    const shown = JSON.stringify([
      await listAll(test),
      ...(await Promise.all(
        PRODUCTS.map(async (product) => (await get(test, `/api/products/${product.slug}`)).text),
      )),
    ]);
    for (const { prompt } of PRODUCTS) expect(shown).not.toContain(prompt.slice(0, 40));
  });

  it("adds the languages of a new release, and leaves what was changed", async () => {
    const [product] = PRODUCTS;
    if (!product) throw new Error("there are no products");
    await test.database`
      UPDATE products SET titles = titles - 'de' || '{"en": "Renamed"}'
      WHERE slug = ${product.slug}`;
    await test.database`UPDATE categories SET names = names - 'de' WHERE slug = ${product.category}`;
    await seed(test);
    const [row] = await test.database<{ titles: Record<string, string>; first: string[] }[]>`
      SELECT titles, ARRAY(
        SELECT term FROM unnest(tsvector_to_array(terms)) AS term
        WHERE term LIKE 'en^%' OR term LIKE 'de^%') AS first
      FROM products JOIN search_documents ON product_id = id WHERE slug = ${product.slug}`;
    expect(row?.titles).toEqual({ ...product.title, en: "Renamed" });
    expect(row?.first.sort()).toEqual(["de^kurz", "en^renamed"]);
    const [category] = await test.database<{ names: Record<string, string> }[]>`
      SELECT names FROM categories WHERE slug = ${product.category}`;
    expect(category?.names.de).toBe(
      seedCategories.find(({ slug }) => slug === product.category)?.name.de,
    );
  });

  it("says who the platform is, once: what the staff changes or removes stays so", async () => {
    const read = async () => ({
      settings: (await get(test, "/api/settings")).as(settingsResponseSchema).payload,
      links: (await get(test, "/api/social-links")).as(socialLinksResponseSchema).payload,
    });
    const first = await read();
    expect(first.settings).toMatchObject({
      support_email: "support@promptory.test",
      company_address: expect.stringContaining("Tallinn"),
    });
    expect(first.links.map(({ title }) => title)).toEqual([
      "Instagram",
      "Pinterest",
      "Mastodon",
      "YouTube",
    ]);
    await test.database`DELETE FROM social_links WHERE title = 'YouTube'`;
    await test.database`UPDATE settings SET company_phone = NULL, support_email = 'a@b.test'`;
    await seed(test);
    const second = await read();
    expect(second.settings).toMatchObject({ company_phone: null, support_email: "a@b.test" });
    expect(second.links).toHaveLength(3);
  });

  it("lets every demo account sign in, and gives the buyer 50.00 as a grant", async () => {
    for (const { email, role = "member", verificationStatus = "none" } of DEMO_ACCOUNTS) {
      const agent = test.createAgent();
      const response = await agent.post("/api/login", { email, password: DEMO_PASSWORD });
      expect(response.status, email).toBe(200);
      expect((await agent.get("/api/is-auth")).as(isAuthSchema).authenticated).toBe(true);
      const [row] = await test.database`
        SELECT role, verification_status, balance_cents FROM users
        JOIN ledger_accounts ON user_id = users.id WHERE email = ${email}`;
      expect(row).toEqual({
        role,
        verification_status: verificationStatus,
        balance_cents: email.startsWith("buyer@") ? 5_000 : 0,
      });
    }
    expect(await listViolations(test.database)).toEqual([]);
  });

  it("changes nothing when seeded again, and asks for no picture", async () => {
    const read = async () => [
      await test.database`SELECT * FROM products ORDER BY id`,
      await test.database`SELECT * FROM product_styles ORDER BY 1, 2`,
      await test.database`SELECT * FROM catalog_counts ORDER BY 1, 2`,
      await test.database`SELECT id, email, password_hash FROM users ORDER BY id`,
      await test.database`SELECT * FROM ledger_postings`,
    ];
    const before = await read();
    painted = [];
    await seed(test, { onFirstPage: () => firstPages++ });
    expect(await read()).toEqual(before);
    expect(painted).toEqual([]);
    expect(firstPages).toBe(2);
  });

  it("makes the sizes that an older release did not", async () => {
    const [first] = await test.database<{ hash: string }[]>`SELECT hash FROM pictures LIMIT 1`;
    const key = `renditions/${first?.hash}/160.avif`;
    expect(await test.deps.files.get(key)).not.toBeNull();
    await test.deps.files.remove(key);
    await seed(test);
    expect(await test.deps.files.get(key)).not.toBeNull();
  });

  it("keeps what was changed since: a price, a withdrawal, a name", async () => {
    await test.database`UPDATE products SET price_cents = 77, status = 'withdrawn'
      WHERE slug = ${PRODUCTS[0]?.slug ?? ""}`;
    await test.database`UPDATE categories SET names = '{"en": "Renamed"}'`;
    await seed(test);
    const [product] = await test.database`
      SELECT price_cents, status, (SELECT names FROM categories WHERE id = category_id) AS names
      FROM products WHERE slug = ${PRODUCTS[0]?.slug ?? ""}`;
    expect(product).toEqual({
      price_cents: 77,
      status: "withdrawn",
      names: { en: "Renamed" },
    });
  });
});

describe("a seed that is interrupted", () => {
  it("goes on with what is missing, in the same order and time", async () => {
    let left = 5;
    const failing: TestImages = {
      name: "failing",
      source: painter.source,
      generate: async (request) => {
        if (left-- <= 0) throw new Error("the power is gone");
        return painter.generate(request);
      },
    };
    const test = await createTestApi({ images: failing });
    await expect(seed(test)).rejects.toThrow("the power is gone");
    const made = await listAll(test);
    expect(made.length).toBeGreaterThan(0);
    expect(made.length).toBeLessThanOrEqual(5);
    test.clock.advance(30 * 24 * 3_600);
    painted = [];
    const options = { products: PRODUCTS, offers: [], imageSizePx: IMAGE_PX };
    await seedDemo({ ...test.deps, images }, options);
    expect(painted).toHaveLength(PRODUCTS.length - made.length);
    expect(slugsOf(await listAll(test))).toEqual(slugsOf(PRODUCTS));
    const [row] = await test.database<{ days: number }[]>`
      SELECT extract(day FROM max(published_at) - min(published_at))::int AS days FROM products`;
    expect(row?.days).toBeLessThan(7);
    await test.close();
  });

  it("goes on by itself after a failure, and at a stop no more", async () => {
    let isFailing = true;
    const test = await createTestApi({
      images: {
        name: "failing",
        source: painter.source,
        generate: async (request) => {
          if (isFailing) throw new Error("the disk is full");
          return painter.generate(request);
        },
      },
    });
    const options = { products: PRODUCTS, offers: [], imageSizePx: IMAGE_PX };
    const stop = new AbortController();
    const late = await startSeed(test.deps, stop.signal, { retryMs: [3_600_000], ...options });
    await late.firstPage;
    stop.abort();
    await late.seeded;
    const soon = await startSeed(test.deps, NEVER_ABORTED, { retryMs: [10], ...options });
    await soon.firstPage;
    expect(await listAll(test)).toEqual([]);
    isFailing = false;
    await soon.seeded;
    expect(slugsOf(await listAll(test))).toEqual(slugsOf(PRODUCTS));
    await test.close();
  });

  it("shows no product whose picture is not there", async () => {
    let shown = 0;
    const test: TestApi = await createTestApi({
      images: {
        name: "watched",
        source: painter.source,
        generate: async (request) => {
          for (const { picture } of await listAll(test)) {
            const response = await get(test, `${picture?.base_url}/480.webp`);
            expect(response.status).toBe(200);
            shown += 1;
          }
          return painter.generate(request);
        },
      },
    });
    await seed(test, { products: PRODUCTS.slice(0, 8) });
    expect(shown).toBeGreaterThan(0);
    await test.close();
  });
});

describe("several processes that start together", () => {
  it("seed once: one does it, the others carry on", async () => {
    const test = await createTestApi({ images });
    painted = [];
    let ready = 0;
    await Promise.all([1, 2, 3].map(() => seed(test, { onFirstPage: () => ready++ })));
    expect(painted).toHaveLength(PRODUCTS.length);
    expect(ready).toBe(3);
    expect(await listAll(test)).toHaveLength(PRODUCTS.length);
    const locks = await test.database`
      SELECT 1 FROM pg_locks WHERE locktype = 'advisory'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    expect(locks).toEqual([]);
    await test.close();
  });
});

it("the first page's products are the first that are painted", async () => {
  const order: string[] = [];
  // One picture for all: only the order matters here.
  const picture = await painter.generate({
    prompt: "a lone lighthouse",
    style: "pixel-art",
    seed: 1,
    widthPx: 64,
    heightPx: 64,
  });
  const test = await createTestApi({
    images: {
      name: "noting",
      source: painter.source,
      generate: async (request) => {
        order.push(request.prompt);
        return picture;
      },
    },
  });
  let paintedFirst = 0;
  await seedDemo(test.deps, {
    offers: [],
    imageSizePx: 64,
    onFirstPage: () => (paintedFirst = order.length),
  });
  expect(order).toHaveLength(seedProducts.length);
  const first = new Set(order.slice(0, paintedFirst));
  for (const product of seedProducts.slice(0, 24)) expect(first).toContain(product.prompt);
  for (const product of seedProducts.filter((one) => one.hero)) {
    expect(first).toContain(product.prompt);
  }
  expect(paintedFirst).toBeLessThan(30);
  await test.close();
});

it("no stored file but the original says more than its pixels", async () => {
  const folder = await mkdtemp(join(tmpdir(), "promptory-seed-"));
  const test = await createTestApi({ images, files: createLocalFiles(folder) });
  const product = PRODUCTS.slice(0, 1);
  await seed(test, { products: product });
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => /\.(png|webp|jpg)$/.test(name));
  // The original, and three widths as WebP and JPEG (AVIF is not checked).
  expect(files).toHaveLength(1 + 3 * 2);
  expect(names.filter((name) => name.endsWith(".draft"))).toEqual([]);
  for (const name of files) {
    const text = (await readFile(join(folder, name))).toString("latin1");
    expect(text).not.toContain(product[0]?.prompt.slice(0, 12));
  }
  await test.close();
  await rm(folder, { recursive: true });
});
