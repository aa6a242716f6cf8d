import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLocalFiles } from "#api/providers/files/local-files.ts";
import english from "#locales/en.json" with { type: "json" };
import { SharedAssets } from "#server/http/shared-assets.ts";
import { StaticFiles } from "#server/http/static-files.ts";
import { createRandom } from "#tests/mocks/loosen.ts";
import { type ApiProxy, startApiProxy } from "#tests/setup/api/api-proxy.ts";
import { toLooseFetch } from "#tests/setup/api/loose-api.ts";
import { type StubbedShop, startStubbedShop } from "#tests/setup/api/stubbed-shop.ts";
import { closeVisitors, launchBrowser, watchForTrouble } from "#tests/setup/browser/browser.ts";
import { BOTH_MODES } from "#tests/setup/browser/modes.ts";
import {
  makeOffer,
  newTitle,
  open,
  openOffer,
  signUp,
} from "#tests/setup/browser/offer-screens.ts";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// The shop in front of a server that only has spec §7 of our own API (docs/own-api.md).

it("breaks no screen of the staff: each says that it is not offered", async () => {
  const payload = { email: "a@b.test", balance: 0, role: "staff", staff_role: "owner" };
  const stub = await startStubbedShop((_method, path) =>
    path === "/api/user/profile"
      ? { status: 200, body: { status: "OK", payload } }
      : { status: 404, body: { message: "Not found." } },
  );
  const headers = { cookie: "shop_session=s; XSRF-TOKEN=t" };
  const read = async (path: string) => {
    const response = await fetch(stub.url + path, { headers });
    return { path, status: response.status, text: await response.text() };
  };
  const start = await read("/en/staff");
  const paths = [...start.text.matchAll(/href="(\/en\/staff\/[a-z-]+)"/g)].map(
    ([, path = ""]) => path,
  );
  expect(new Set(paths).size).toBeGreaterThan(8);
  for (const path of new Set(paths)) {
    const screen = await read(path);
    expect(screen.text, path).toContain(english["staff.not_offered"]);
    expect(screen.status, path).toBeLessThan(500);
  }
  await stub.remove();
});

describe("in front of a server without the optional calls", () => {
  const PRODUCT = { id: 1, title: "Fox", price: "2.90", slug: "fox" };
  const PRODUCTS = { data: [PRODUCT], meta: { current_page: 1, last_page: 1 } };
  const EMPTY = { status: "OK", payload: [] };
  const BODIES: Record<string, unknown> = {
    "/api/settings": { payload: { support_email: "help@shop.example" } },
    "/api/languages": { payload: [{ code: "en", name: "English" }] },
    "/api/products": PRODUCTS,
    "/api/products/fox": { data: PRODUCT },
    "/api/purchase/history": EMPTY,
    "/api/user/profile": { payload: { email: "a@b.test", balance: 0 } },
  };
  let stub: StubbedShop;
  beforeAll(async () => {
    stub = await startStubbedShop((method, path) => {
      const body = method === "GET" ? BODIES[path] : undefined;
      return body === undefined
        ? { status: 404, body: { message: "Not Found" } }
        : { status: 200, body };
    });
  });
  afterAll(() => stub?.remove());
  async function read(path: string) {
    const headers = { cookie: "shop_session=s; XSRF-TOKEN=t" };
    const response = await fetch(`${stub.url}/en${path}`, { headers });
    const text = await response.text();
    const main = /<main.*?<\/main>/s.exec(text)?.[0] ?? "";
    return { status: response.status, main };
  }

  it.each([
    "/products/generate",
    "/products/generate/pictures",
    "/dashboard/favorite",
    "/dashboard/offers",
    "/dashboard/offers/create",
  ])("says of %s that it is not offered, and asks for nothing more", async (path) => {
    const { status, main } = await read(path);
    expect(status).toBe(200);
    expect(main).toContain(english["dashboard.not_offered"]);
    expect(main).not.toContain("Not Found");
    expect(main).not.toContain(english["dashboard.retry"]);
    expect(main).not.toContain(english["errors.orders_fetch_failed"]);
    expect(main).not.toContain('href="/en/dashboard/offers/create"');
    expect(main).not.toContain('type="file"');
  });

  it("says of a picture that it is not offered, instead of when pictures are deleted", async () => {
    const { status, main } = await read("/products/generate/pictures/1");
    expect(status).toBe(404);
    expect(main).toContain(english["dashboard.not_offered"]);
    expect(main).not.toContain(english["errors.generation_not_found"]);
  });

  it("does not promise new pictures with a product", async () => {
    const { status, main } = await read("/products/fox");
    expect(status).toBe(200);
    expect(main).toContain(english["product.promiseZip"]);
    expect(main).toContain(english["neutral.product.promiseUse"]);
    expect(main).not.toContain("New pictures from this prompt");
    expect(main).not.toContain("product.promiseMore");
  });

  it("asks to write instead of reporting content by a form", async () => {
    const { status, main } = await read("/report-content");
    expect(status).toBe(200);
    expect(main).toContain(english["notice.not_offered"]);
    expect(main).toContain("mailto:help@shop.example");
    expect(main).not.toContain("<form");
  });
});

const SEED = 1;

describe("in front of a server built from the specification alone", () => {
  const base = workerProduct().url;
  let browser: Browser;
  let proxy: ApiProxy;
  let shop: RunningProduct;
  beforeAll(async () => {
    browser = await launchBrowser();
    const nothing = { test: () => false };
    proxy = await startApiProxy(base, nothing, (fetch) => toLooseFetch(fetch, createRandom(SEED)));
    shop = await startProduct({ env: { API_URL: `${proxy.url}/api` } });
  });
  afterAll(async () => {
    await closeVisitors(browser);
    await shop?.remove();
    await proxy?.close();
  });
  const cardOf = (page: Page, index: number) => page.getByRole("article").nth(index);
  const titleOf = (page: Page, index: number) =>
    cardOf(page, index).getByRole("heading").innerText();
  const heartOf = (page: Page, index: number, isFilled: boolean) =>
    cardOf(page, index).getByRole("button", { name: /^Favourite: /, pressed: isFilled });

  it("serves the scripts of other builds that share its files", async () => {
    const folder = mkdtempSync(join(tmpdir(), "promptory-build-"));
    mkdirSync(join(folder, "assets"));
    writeFileSync(join(folder, "assets/yesterday-1a2b3c4d.js"), "go();");
    const yesterday = new SharedAssets({
      files: createLocalFiles(join(shop.dataDir, "files")),
      staticFiles: new StaticFiles(folder, { isHttps: false }),
      log: { warn: (facts: unknown) => expect(facts).toBeUndefined() },
    });
    await yesterday.publish();
    // The shop checks for new files at most every five seconds.
    const read = async () => (await fetch(`${shop.url}/assets/yesterday-1a2b3c4d.js`)).text();
    await expect.poll(read, { interval: 500 }).toBe("go();");
    // It has stored there the files that its own pages reference.
    const page = await (await fetch(`${shop.url}/en`)).text();
    const [, script = ""] = /(\/assets\/[\w-]+\.js)/.exec(page) ?? [];
    const asked = await yesterday.respond(new Request(shop.url + script), script);
    expect(asked?.status).toBe(200);
    rmSync(folder, { recursive: true });
  });

  describe.each(BOTH_MODES)("a member $name", ({ isScripted }) => {
    it("fills hearts, finds the pictures in the list, and lets one go", async () => {
      // Cookies ignore ports: signing in there signs in here.
      const member = await signUp(browser, base, isScripted);
      const { context, page } = member;
      const trouble = watchForTrouble(context);
      await open(member, `${shop.url}/en/products?sort=newest`);
      const titles: string[] = [];
      for (const index of [4, 1]) {
        titles.unshift(await titleOf(page, index));
        const saved = page.waitForResponse((response) => response.request().method() === "POST");
        await heartOf(page, index, false).click();
        await saved;
        await heartOf(page, index, true).waitFor();
        await page.getByRole("status").filter({ hasText: "Wishlist updated" }).waitFor();
      }
      await open(member, `${shop.url}/en/dashboard/favorite`);
      const shown = page.getByRole("article").getByRole("heading");
      expect(await shown.allInnerTexts()).toEqual(titles);
      await heartOf(page, 0, true).click();
      await page.getByRole("status").filter({ hasText: "removed from wishlist" }).waitFor();
      await open(member, `${shop.url}/en/dashboard/favorite`);
      expect(await shown.allInnerTexts()).toEqual(titles.slice(1));
      await open(member, `${shop.url}/en/products?sort=newest`);
      await heartOf(page, 4, true).waitFor();
      await heartOf(page, 1, false).waitFor();
      expect(trouble).toEqual([]);
      await context.close();
    });

    it("sends an offer and finds it in the list, with its picture", async () => {
      const member = await signUp(browser, base, isScripted);
      const { context, page } = member;
      const trouble = watchForTrouble(context);
      const title = newTitle();
      await makeOffer(member, shop.url, title);
      await page.getByRole("dialog", { name: "Your offer successfully sent" }).waitFor();
      await openOffer(member, shop.url, title);
      const dialog = page.getByRole("dialog", { name: title });
      await dialog.getByText("60.50").first().waitFor();
      const picture = dialog.getByRole("img").first();
      const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
      await expect.poll(width).toBeGreaterThan(0);
      expect(trouble).toEqual([]);
      await context.close();
    });

    it("keeps a message that the server cannot take, and finds the shop's address", async () => {
      const member = await signUp(browser, base, isScripted);
      const { context, page } = member;
      await open(member, `${shop.url}/en/contact-us`);
      const main = page.getByRole("main");
      await main.getByLabel("First name").fill("Ada");
      await main.getByLabel("Last name").fill("Byron");
      await main.getByLabel("Your message").fill("May I use a picture in a book?");
      await main.getByRole("button", { name: "Send" }).click();
      await page.getByRole("alert").filter({ hasText: english["errors.contact_failed"] }).waitFor();
      expect(await main.getByLabel("Email").inputValue()).toBe(member.email);
      expect(await main.getByLabel("Your message").inputValue()).toContain("in a book");
      expect(await main.locator("a[href^='mailto:']").count()).toBe(1);
      await context.close();
    });
  });
});
