import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { seedProducts } from "#api/db/seed/catalogue/index.ts";
import { createUser, giveCredits, PASSWORD } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { newVisitor, openBrowser, waitForHydration } from "#tests/setup/browser/browser.ts";
import { BOTH_MODES } from "#tests/setup/browser/modes.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { addSession, signInUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";

// Texts that exist in English only, on pages in other languages: each is marked as English (WCAG
// 2.2, 3.1.2), so that screen readers pronounce it and browsers order it as such.

const base = workerProduct().url;
const browser = await openBrowser();

const PRODUCT = {
  slug: seedProducts[0]?.slug ?? "",
  search: seedProducts[0]?.title.en ?? "",
  category: seedProducts[0]?.category ?? "",
  style: seedProducts[0]?.styles[0] ?? "",
};
const TITLE = "Seven quiet lanterns!";
const DESCRIPTION = "Paper lanterns, on a river at dusk.";
const MOTIF = "Lantern (paper)";
const CATEGORY = "Lantern rooms!";
const STYLE = "Folded paper!";
const PAGE = "Lantern care!";
const SECTION = "How to light one!";
const ENGLISH = [TITLE, DESCRIPTION, MOTIF, CATEGORY, STYLE, PAGE, SECTION];
const LANGUAGES = ["pl", "ar"] as const;

let buyer: ApiAgent;
let shopper: ApiAgent;
let orderId: string;
let restore: () => Promise<void>;

beforeAll(async () => {
  restore = await leaveEnglishOnly();
  [buyer, shopper] = [await signInMember(), await signInMember()];
  const productId = await idOfProduct();
  const bought = await buyer.post("/api/purchase/prompt", {
    prompt_id: productId,
    consent: CONSENT,
  });
  orderId = String(JSON.parse(bought.text).payload.order.id);
  await buyer.post(`/api/wishlist/toggle/${productId}`, {});
  // Other pages are dropped from the cache at the same moment.
  await waitForTexts(`/pl/products/${PRODUCT.slug}`, TITLE);
  await waitForTexts("/pl/page/licence", PAGE);
});
afterAll(() => restore());

const waitForTexts = (path: string, text: string) =>
  vi.waitFor(async () => expect(await (await fetch(base + path)).text()).toContain(text), 30_000);

async function signInMember(): Promise<ApiAgent> {
  const email = await withProductDatabase(async (sql) => {
    const user = await createUser(sql, {});
    await giveCredits(sql, user.id, 100_000);
    return user.email;
  });
  return signInUser(base, email, PASSWORD);
}

async function idOfProduct(): Promise<number> {
  const [row] = await withProductDatabase(
    (sql) => sql<{ id: number }[]>`SELECT id FROM products WHERE slug = ${PRODUCT.slug}`,
  );
  return Number(row?.id);
}

/** Leaves a product, its groups and a static page in English only; returns what undoes it. */
async function leaveEnglishOnly(): Promise<() => Promise<void>> {
  const { slug, category, style } = PRODUCT;
  return withProductDatabase(async (sql) => {
    const english = (text: string | string[]) => sql.json({ en: text });
    const [product] = await sql`
      SELECT titles, descriptions, motifs, featured_position FROM products WHERE slug = ${slug}`;
    const [categoryRow] = await sql`SELECT names FROM categories WHERE slug = ${category}`;
    const [styleRow] = await sql`SELECT names FROM styles WHERE slug = ${style}`;
    const pages = await sql`
      SELECT t.* FROM static_page_texts t JOIN static_pages p ON p.id = t.page_id
      WHERE p.slug = 'licence'`;
    await sql`
      UPDATE products SET titles = ${english(TITLE)}, descriptions = ${english(DESCRIPTION)},
        motifs = ${english([MOTIF])}, featured_position = 0 WHERE slug = ${slug}`;
    await sql`UPDATE categories SET names = ${english(CATEGORY)} WHERE slug = ${category}`;
    await sql`UPDATE styles SET names = ${english(STYLE)} WHERE slug = ${style}`;
    const pageId = pages[0]?.page_id;
    await sql`DELETE FROM static_page_texts WHERE page_id = ${pageId} AND locale <> 'en'`;
    const sections = Array.from({ length: 3 }, () => `<h2>${SECTION}</h2><p>Gently.</p>`).join("");
    await sql`
      UPDATE static_page_texts SET title = ${PAGE}, content = ${sections} WHERE page_id = ${pageId}`;
    return () =>
      withProductDatabase(async (again) => {
        await again`UPDATE products SET ${again(product ?? {})} WHERE slug = ${slug}`;
        await again`UPDATE categories SET ${again(categoryRow ?? {})} WHERE slug = ${category}`;
        await again`UPDATE styles SET ${again(styleRow ?? {})} WHERE slug = ${style}`;
        await again`DELETE FROM static_page_texts WHERE page_id = ${pageId}`;
        await again`INSERT INTO static_page_texts ${again([...pages])}`;
      });
  });
}

type Found = { text: string; language: string | undefined; direction: string };

/** Lists where a page shows one of the texts, with the language and direction it has there. */
const findEnglish = (page: Page): Promise<Found[]> =>
  page.evaluate((english) => {
    const found: Found[] = [];
    const note = (text: string, element: Element | null) => {
      const shown = english.find((one) => text.includes(one));
      if (shown === undefined || !element) return;
      const language = element.closest<HTMLElement>("[lang]")?.lang;
      found.push({ text: shown, language, direction: getComputedStyle(element).direction });
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement } = node;
      if (parentElement?.localName !== "script") note(node.nodeValue ?? "", parentElement);
    }
    // An attribute has only one language, so no label may contain such a text.
    for (const element of document.querySelectorAll("[aria-label]")) {
      note(element.getAttribute("aria-label") ?? "", element);
    }
    for (const image of document.querySelectorAll("img")) {
      // A sentence about a picture is in the page's language.
      if (english.includes(image.alt)) note(image.alt, image);
    }
    return found;
  }, ENGLISH);

const listMarked = (page: Page) =>
  page.evaluate(() =>
    [...document.body.querySelectorAll("[lang]")].map((one) => one.outerHTML.slice(0, 200)),
  );

/** What each page has to show; other texts may come with it, such as those of the menu. */
const PAGES: [path: () => string, who: "guest" | "buyer" | "shopper", texts: string[]][] = [
  [() => "", "guest", [TITLE, STYLE, PAGE]],
  [() => `/products?category=${PRODUCT.category}`, "guest", [TITLE, CATEGORY, STYLE]],
  [() => `/products?category=${PRODUCT.category}`, "buyer", [TITLE, CATEGORY, STYLE]],
  [() => `/products?category=none&style=${PRODUCT.style}`, "guest", [CATEGORY, STYLE]],
  [() => `/products/${PRODUCT.slug}`, "guest", [TITLE, DESCRIPTION, MOTIF, CATEGORY, STYLE]],
  [() => `/products/${PRODUCT.slug}?picture=1`, "guest", [TITLE]],
  [() => `/report-content?product=${PRODUCT.slug}`, "guest", [TITLE]],
  [() => "/page/licence", "guest", [PAGE, SECTION]],
  [() => `/products/${PRODUCT.slug}?buy=1`, "shopper", [TITLE, PAGE]],
  [() => `/dashboard?order=${orderId}&owned=now`, "buyer", [TITLE]],
  [() => "/dashboard/favorite", "buyer", [TITLE]],
  [() => "/dashboard/payments", "buyer", [TITLE]],
  [() => "/products/generate", "buyer", [TITLE]],
  [() => "/dashboard/offers/create", "buyer", [CATEGORY, STYLE]],
];

describe.each(BOTH_MODES)("English texts on pages of other languages, $name", ({ isScripted }) => {
  it.each(LANGUAGES)("are marked as English: %s", async (locale) => {
    for (const [toPath, who, texts] of PAGES) {
      const context = await newVisitor(browser, { javaScriptEnabled: isScripted });
      const agent = { guest: null, buyer, shopper }[who];
      if (agent) await addSession(context, base, agent);
      const page = await context.newPage();
      const path = `/${locale}${toPath()}`;
      await page.goto(base + path);
      const marked = await listMarked(page);
      const found = await findEnglish(page);
      expect([path, [...new Set(found.map(({ text }) => text))]]).toEqual([
        path,
        expect.arrayContaining(texts),
      ]);
      const unmarked = found.filter(
        ({ language, direction }) => language !== "en" || direction !== "ltr",
      );
      expect([path, unmarked]).toEqual([path, []]);
      if (isScripted) {
        await waitForHydration(page);
        expect([path, await listMarked(page)]).toEqual([path, marked]);
      }
      await context.close();
    }
  });
});

it("suggestions of the search box are marked too", async () => {
  const context = await newVisitor(browser);
  const page = await context.newPage();
  await page.goto(`${base}/ar/products`);
  await waitForHydration(page);
  const field = page.locator("#header-search");
  for (const [search, shown] of [
    ["lantern", CATEGORY],
    [PRODUCT.search, TITLE],
  ] as const) {
    await field.fill(search);
    const option = page.getByRole("option").filter({ hasText: shown });
    await option.first().waitFor();
    const found = await findEnglish(page);
    expect(found.filter(({ text }) => text === shown)).not.toEqual([]);
    expect(found.filter(({ language }) => language !== "en")).toEqual([]);
  }
});

it("are not marked where they are in the page's own language", async () => {
  for (const path of ["", "/products", `/products/${PRODUCT.slug}`, "/page/licence"]) {
    const html = await (await fetch(`${base}/en${path}`)).text();
    const marks = [...html.matchAll(/<(\w+)[^>]* lang="en"/g)].map(([, name]) => name);
    // Only the document and the links to its language in header and footer.
    expect([path, marks]).toEqual([path, ["html", "a", "a"]]);
  }
});
