import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import type { Page } from "playwright";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { seedProducts } from "#api/db/seed/catalogue/index.ts";
import { createMember, giveCredits } from "#tests/factories.ts";
import { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { listFindings } from "#tests/setup/browser/axe.ts";
import {
  newVisitor,
  openBrowser,
  waitForHydration,
  watchForTrouble,
} from "#tests/setup/browser/browser.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import { sample } from "#tests/setup/sample.ts";

const base = workerProduct().url;
const browser = await openBrowser();
/** Products on sale from the start, newest first. */
let shop: { id: number; slug: string; title: string }[];
beforeAll(async () => {
  const list = await fetch(`${base}/api/products?per_page=15`).then((response) => response.json());
  shop = list.data;
});

const MODES = [
  { name: "with JavaScript", isScripted: true, width: 1440 },
  { name: "without JavaScript", isScripted: false, width: 360 },
];

function requireProduct(index: number) {
  const product = shop[index];
  if (!product) throw new Error(`the shop has no product ${index}`);
  return product;
}

/** Creates a member who has bought these products. */
async function createOwner(productIds: number[]): Promise<ApiAgent> {
  return withProductDatabase(async (database) => {
    const createAgent = () => new ApiAgent(fetch, { appUrl: base });
    const { agent, id } = await createMember({ database, createAgent });
    await giveCredits(database, id, 10_000);
    for (const promptId of productIds) {
      const bought = await agent.post("/api/purchase/prompt", {
        prompt_id: promptId,
        consent: CONSENT,
      });
      expect(bought.status).toBe(200);
    }
    return agent;
  });
}

async function openAs(
  agent: ApiAgent | null,
  path: string,
  { isScripted, width }: { isScripted: boolean; width: number },
) {
  const context = await newVisitor(browser, {
    javaScriptEnabled: isScripted,
    viewport: { width, height: 800 },
  });
  const cookies = [...(agent?.cookies ?? [])].map(([name, value]) => ({ name, value, url: base }));
  await context.addCookies(cookies);
  const trouble = watchForTrouble(context);
  const page = await context.newPage();
  const response = await page.goto(base + path);
  if (isScripted) await waitForHydration(page);
  return { context, page, trouble, status: response?.status() };
}

/** Waits for the form's own script, which is loaded after the page's. */
async function settleForm(page: Page, isScripted: boolean): Promise<void> {
  if (isScripted) await page.locator("form[data-scripted]").waitFor();
}

async function clickForZip(page: Page, button: string) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  const zip = unzipSync(new Uint8Array(await readFile(await download.path())));
  const [[imageName, image] = [], [, text] = []] = Object.entries(zip);
  const { format, width, height } = await sharp(image).metadata();
  return {
    name: download.suggestedFilename(),
    imageName,
    image: Buffer.from(image ?? []),
    shape: [format, width, height],
    prompt: new TextDecoder().decode(text).trim(),
  };
}

const promptOf = (slug: string) => seedProducts.find((one) => one.slug === slug)?.prompt;

describe.each(MODES)("a product's page $name", (mode) => {
  it("shows a guest what it is, what it costs, what comes with it and what it is like", async () => {
    const product = requireProduct(0);
    const { context, page, trouble } = await openAs(null, `/en/products/${product.slug}`, mode);
    const main = page.getByRole("main");
    const steps = page.getByRole("navigation", { name: "You are here" }).getByRole("listitem");
    expect((await steps.allInnerTexts()).map((text) => text.trim())).toEqual([
      // On phones in one row, where the logo links to the home page.
      ...(mode.width < 640 ? [] : ["Home"]),
      "All prompts",
      expect.any(String),
      product.title,
    ]);
    const text = await main.innerText();
    expect(text).toMatch(/\d\.\d\d\scredits/);
    expect(text).toMatch(/= €\d+\.\d\d incl\. VAT/);
    for (const part of [`${product.slug}.jpg`, `${product.slug}.txt`, "You may", "You may not"]) {
      expect(text).toContain(part);
    }
    // Bidi-isolated, for languages written from right to left.
    expect(text.replace(/[\u2066\u2069]/g, "").replaceAll("\u00a0", " ")).toContain(
      "as JPG, PNG, or WebP, at 1024 × 1024 or 512 × 512 pixels",
    );
    const licence = main.getByRole("link", { name: "Read the whole licence" });
    expect(await licence.getAttribute("href")).toBe("/en/page/licence");
    const similar = page.getByRole("region", { name: "More like this" }).getByRole("article");
    expect(await similar.count()).toBe(8);
    await similar.first().getByRole("link").click();
    await page.waitForURL((url) => !url.pathname.endsWith(product.slug));
    await page.getByRole("link", { name: "Buy this prompt" }).click();
    await page.waitForURL(/\/en\/login\?redirect=/);
    expect(trouble).toEqual([]);
    await context.close();
  });

  it("shows the picture larger, at an address of its own", async () => {
    const { slug, title } = requireProduct(1);
    const { context, page, trouble } = await openAs(null, `/en/products/${slug}`, mode);
    await page.getByRole("link", { name: "(open larger)" }).click();
    await page.waitForURL(`${base}/en/products/${slug}?picture=1`);
    const dialog = page.getByRole("dialog", { name: title });
    await dialog.getByRole("img").waitFor();
    await dialog.getByRole("link", { name: "Close" }).click();
    await page.waitForURL(`${base}/en/products/${slug}`);
    await dialog.waitFor({ state: "detached" });
    expect(trouble).toEqual([]);
    await context.close();
  });

  it.runIf(mode.isScripted)("gives the focus back to its picture, which opened it", async () => {
    const { slug, title } = requireProduct(1);
    const { context, page, trouble } = await openAs(null, `/en/products/${slug}?picture=1`, mode);
    await waitForHydration(page);
    await page.getByRole("dialog", { name: title }).waitFor();
    await page.keyboard.press("Escape");
    await page.waitForURL(`${base}/en/products/${slug}`);
    const link = page.getByRole("link", { name: "(open larger)" });
    await expect.poll(() => link.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(trouble).toEqual([]);
    await context.close();
  });

  it("lets its owner download it and make other pictures from it", async () => {
    const { id, slug, title } = requireProduct(2);
    const owner = await createOwner([id]);
    const { context, page, trouble } = await openAs(owner, `/en/products/${slug}`, mode);
    await settleForm(page, mode.isScripted);
    expect(await page.content()).not.toContain(promptOf(slug));
    expect(await page.getByRole("link", { name: "Buy this prompt" }).count()).toBe(0);
    const formats = await page.getByLabel("Format").locator("option").allTextContents();
    expect(formats).toEqual(["JPG", "PNG", "WebP"]);
    await page.getByLabel("Format").selectOption("webp");
    await page.getByLabel("Size").selectOption("512x512");
    const bought = await clickForZip(page, "Download");
    expect(bought).toMatchObject({ name: `${slug}.zip`, imageName: `${slug}.webp` });
    const made = await clickForZip(page, "Generate another picture");
    expect(made.name).toMatch(new RegExp(`^${slug}-\\d+\\.zip$`));
    expect(made.shape).toEqual(["webp", 512, 512]);
    expect([bought.prompt, made.prompt]).toEqual([promptOf(slug), promptOf(slug)]);
    expect(made.image.equals(bought.image)).toBe(false);
    if (mode.isScripted) {
      await page.getByRole("img", { name: "The new picture" }).waitFor();
      const again = await clickForZip(page, "Generate another picture");
      expect(again.name).not.toBe(made.name);
      expect(await listFindings(page)).toEqual([]);
    }
    await page.getByRole("link", { name: "To your order" }).click();
    await page.getByRole("dialog", { name: title }).waitFor();
    expect(trouble).toEqual([]);
    await context.close();
  });

  it("lets its owner add it to the favourites, and remove it again", async () => {
    const { id, slug, title } = requireProduct(3);
    const owner = await createOwner([id]);
    const { context, page, trouble } = await openAs(owner, `/en/products/${slug}`, mode);
    const heart = (isSet: boolean) =>
      page.getByRole("button", { name: `Favourite: ${title}`, pressed: isSet });
    await heart(false).click();
    await heart(true).waitFor();
    await page.reload();
    if (mode.isScripted) await waitForHydration(page);
    await heart(true).click();
    await heart(false).waitFor();
    expect(trouble).toEqual([]);
    await context.close();
  });
});

describe.each(sample(MODES, 1))("the screen Generate $name", (mode) => {
  it("makes a picture from one of one's prompts, in the requested format and size", async () => {
    const [one, other] = [requireProduct(3), requireProduct(4)];
    const owner = await createOwner([one.id, other.id]);
    const { context, page, trouble } = await openAs(owner, "/en/products/generate", mode);
    await settleForm(page, mode.isScripted);
    expect(await page.getByRole("radio", { name: other.title }).isChecked()).toBe(true);
    await page.getByRole("radio", { name: one.title }).check();
    await page.getByLabel("Format").selectOption("png");
    await page.getByLabel("Size").selectOption("512x512");
    const made = await clickForZip(page, "Generate picture");
    expect(made.name).toMatch(new RegExp(`^${one.slug}-\\d+\\.zip$`));
    expect(made.shape).toEqual(["png", 512, 512]);
    expect(made.prompt).toBe(promptOf(one.slug));
    if (mode.isScripted) await page.getByRole("img", { name: "The new picture" }).waitFor();
    expect(trouble).toEqual([]);
    await context.close();
  });

  it("says what is wrong and keeps what was chosen", async () => {
    const [one, other] = [requireProduct(3), requireProduct(4)];
    const owner = await createOwner([one.id, other.id]);
    const { context, page } = await openAs(owner, "/en/products/generate", mode);
    await settleForm(page, mode.isScripted);
    await page.getByRole("radio", { name: one.title }).check();
    await page.getByLabel("Size").selectOption("512x512");
    await page
      .locator("select[name=format]")
      .evaluate((list: HTMLSelectElement) => list.add(new Option("GIF", "gif")));
    await page.getByLabel("Format").selectOption("gif");
    await page.getByRole("button", { name: "Generate picture" }).click();
    await page.getByText("Please choose a format and a size from the lists.").waitFor();
    expect(await page.getByRole("radio", { name: one.title }).isChecked()).toBe(true);
    expect(await page.getByLabel("Size").inputValue()).toBe("512x512");
    await page.getByLabel("Format").selectOption("png");
    expect((await clickForZip(page, "Generate picture")).shape).toEqual(["png", 512, 512]);
    await context.close();
  });

  it("leads those who own nothing to the gallery, and guests to login and back", async () => {
    const owner = await createOwner([]);
    const member = await openAs(owner, "/en/products/generate", mode);
    await member.page.getByText("You own no prompts yet").waitFor();
    await member.page.getByRole("main").getByRole("link", { name: "Browse prompts" }).click();
    await member.page.waitForURL(/\/en\/products$/);
    await member.context.close();
    const guest = await openAs(null, "/en/products/generate", mode);
    expect(guest.page.url()).toBe(`${base}/en/login?redirect=%2Fen%2Fproducts%2Fgenerate`);
    await guest.context.close();
  });
});

describe("a form for a picture that is not one's own", () => {
  const post = (agent: ApiAgent | null, values: Record<string, string>, accept?: string) =>
    fetch(`${base}/en/products/generate/picture`, {
      method: "POST",
      body: new URLSearchParams(values),
      redirect: "manual",
      headers: {
        origin: base,
        ...(agent ? { cookie: agent.cookieHeader } : {}),
        ...(accept ? { accept } : {}),
      },
    });

  it("leads back to its page with a message, or says so to scripts", async () => {
    const { id, slug } = requireProduct(5);
    const otherMember = await createOwner([]);
    const values = { prompt_id: String(id), slug, format: "png", size: "512x512" };
    const response = await post(otherMember, values);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`/en/products/${slug}?format=png&size=512x512`);
    expect(response.headers.get("set-cookie")).toMatch(/^toast=/);
    const scripted = await post(otherMember, values, "application/json");
    expect(scripted.status).toBe(422);
    expect(await scripted.json()).toEqual({
      message: "You can only generate pictures from prompts you own. Please buy this prompt first.",
    });
  });

  it("leads a guest to login, and from there to the form", async () => {
    const { id, slug } = requireProduct(5);
    const values = { prompt_id: String(id), slug, format: "png" };
    const back = encodeURIComponent(`/en/products/${slug}?format=png`);
    const response = await post(null, values);
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe(`/en/login?redirect=${back}`);
    const scripted = await post(null, values, "application/json");
    expect(scripted.status).toBe(401);
    expect(await scripted.json()).toEqual({ location: `/en/login?redirect=${back}` });
  });

  it.each<Record<string, string>>([
    {},
    { prompt_id: "x" },
    { prompt_id: "1", slug: "//evil.example" },
  ])("that is nonsense (%j) leads to the screen Generate", async (values) => {
    const response = await post(await createOwner([]), values);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toMatch(/^\/en\/products\/generate(\?|$)/);
    const typed = await fetch(response.url, { redirect: "manual" });
    expect(typed.headers.get("location")).toBe("/en/products/generate");
  });
});

describe.each(sample(MODES.toReversed(), 1))("what is not for sale, $name", (mode) => {
  it("after it was withdrawn is gone for others, and all there for its owner", async () => {
    const { id, slug, title } = requireProduct(mode.isScripted ? 6 : 7);
    const owner = await createOwner([id]);
    await withProductDatabase(async (database) => {
      await database`UPDATE products SET status = 'withdrawn' WHERE id = ${id}`;
      try {
        const guest = await openAs(null, `/en/products/${slug}`, mode);
        expect(guest.status).toBe(410);
        await guest.page.getByRole("heading", { level: 1, name: "No longer for sale" }).waitFor();
        await guest.context.close();
        const { context, page, status } = await openAs(owner, `/en/products/${slug}`, mode);
        expect(status).toBe(410);
        await page.getByRole("heading", { level: 1, name: title }).waitFor();
        await page.getByText("It is still yours").waitFor();
        await settleForm(page, mode.isScripted);
        expect((await clickForZip(page, "Download")).name).toBe(`${slug}.zip`);
        const made = await clickForZip(page, "Generate another picture");
        expect(made.prompt).toBe(promptOf(slug));
        if (mode.isScripted) expect(await listFindings(page)).toEqual([]);
        await context.close();
      } finally {
        await database`UPDATE products SET status = 'published' WHERE id = ${id}`;
      }
    });
  });

  it("because it has no picture says so instead of Buy", async () => {
    const { id, slug } = requireProduct(mode.isScripted ? 8 : 9);
    await withProductDatabase(async (database) => {
      const [row] = await database`SELECT picture_hash FROM products WHERE id = ${id}`;
      await database`UPDATE products SET picture_hash = NULL WHERE id = ${id}`;
      try {
        const { context, page } = await openAs(null, `/en/products/${slug}?buy=1`, mode);
        await page.getByText("This prompt cannot be bought at the moment").waitFor();
        await page.getByRole("main").getByText("No image").first().waitFor();
        expect(await page.getByRole("link", { name: "Buy this prompt" }).count()).toBe(0);
        if (mode.isScripted) expect(await listFindings(page)).toEqual([]);
        await context.close();
      } finally {
        await database`UPDATE products SET picture_hash = ${row?.picture_hash} WHERE id = ${id}`;
      }
    });
  });
});

it("an order's date begins in Arabic where its price begins", async () => {
  const agent = await createOwner([requireProduct(0).id]);
  const { context, page } = await openAs(agent, "/ar/dashboard", { isScripted: false, width: 360 });
  const lines = page.locator("main article time, main article .tabular-nums");
  const edges = await lines.evaluateAll((all) =>
    all.map((line) => {
      const text = document.createRange();
      text.selectNodeContents(line);
      return Math.round(text.getBoundingClientRect().right);
    }),
  );
  expect(edges).toEqual([edges[0], edges[0]]);
  await context.close();
});
