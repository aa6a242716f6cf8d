import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Driver } from "#tests/setup/browser/engines/driver.ts";
import { startFirefox } from "#tests/setup/browser/engines/firefox.ts";
import { Visitor } from "#tests/setup/browser/engines/visitor.ts";
import { startWebKit } from "#tests/setup/browser/engines/webkit.ts";
import { paintPng } from "#tests/setup/browser/offer-screens.ts";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";
import { DEMO_PASSWORD } from "#tests/setup/product/sessions.ts";

// The shop's main purpose in the engines besides Chromium: `npm run e2e:engines`. They come from
// Debian's packages firefox-esr, webkit2gtk-driver and xvfb.

const PASSWORD = "a long sentence as password";
const folder = mkdtempSync(join(tmpdir(), "promptory-engines-"));
const picture = join(folder, "red square.png");
/** A demo shop that is already running; without one, the tests start their own. */
const { SHOP_URL } = process.env;
let product: Pick<RunningProduct, "url" | "remove"> | undefined;
beforeAll(async () => {
  writeFileSync(picture, await paintPng());
  product = SHOP_URL ? { url: SHOP_URL, remove: async () => {} } : await startProduct();
});
afterAll(async () => {
  await product?.remove();
  rmSync(folder, { recursive: true });
});

describe.each([
  { name: "Firefox", start: startFirefox },
  { name: "WebKit", start: startWebKit },
])("in $name", ({ name, start }) => {
  let driver: Driver;
  let visitor: Visitor;
  beforeAll(async () => {
    driver = await start();
    visitor = new Visitor(driver, product?.url ?? "");
  });
  afterAll(() => driver?.close());

  const signIn = async (account: string) => {
    await driver.forget();
    await visitor.open("/en/login");
    await visitor.fill("Email address", `${account}@promptory.test`);
    await visitor.fill("Password", DEMO_PASSWORD);
    await visitor.press("button", "Sign in", /\/dashboard$/);
  };

  it("a visitor registers, tops up, buys and reads the prompt", async () => {
    await visitor.open("/en");
    await visitor.press("link", "Browse the gallery", /\/en\/products$/);
    const title = String(
      await driver.run(
        "return document.querySelector('main article h3, main article h2').innerText",
      ),
    );
    await visitor.press("link", title, /\/en\/products\/[a-z0-9-]+$/);
    const path = new URL(await driver.url()).pathname;
    await visitor.press("link", "Buy this prompt", /\/en\/login\?redirect=/);
    await visitor.press("button", "Create an account", /\/en\/register/);
    await visitor.fill("Email address", `guest-${crypto.randomUUID().slice(0, 8)}@example.com`);
    await visitor.fill("Password", PASSWORD);
    await visitor.fill("Repeat the password", PASSWORD);
    await visitor.tick("accept the terms");
    await visitor.press("button", "Create account", /^(?!.*\/register)/);

    await visitor.open("/en/dashboard/deposits/create");
    await visitor.fill("Amount in EUR", "25,50");
    await visitor.fill("First name", "Ada");
    await visitor.fill("Last name", "Byron");
    await visitor.fill("Phone number", "+372 600 1000");
    await visitor.fill("Address", "Pikk 1");
    await visitor.fill("Post code", "10123");
    await visitor.fill("City", "Tallinn");
    await visitor.fill("Country", "Eston");
    await visitor.press("option", "Estonia");
    await visitor.press("button", "Continue to payment", /\/sandbox-payment\//);
    await visitor.press("button", "Pay", /\/success-payment/);
    await visitor.sees("25.50 credits");

    await visitor.open(`${path}?buy=1`);
    await visitor.tick("I agree that delivery begins at once");
    await visitor.press("button", "Buy and pay", /\/en\/dashboard\?order=\d+/);
    await visitor.sees("The prompt, in English");
    await visitor.open(path);
    await visitor.sees("You own this prompt");
  });

  it("the Arabic listing runs from right to left and fits the window", async () => {
    await driver.forget();
    await visitor.open("/ar/products");
    const layout = await driver.run(`
      const [first, second] = [...document.querySelectorAll("main article")].map((one) =>
        one.getBoundingClientRect());
      const { scrollWidth, clientWidth, dir, lang } = document.documentElement;
      return { dir, lang, isMirrored: first.left > second.left, isFitting: scrollWidth <= clientWidth,
        articles: document.querySelectorAll("main article").length,
        broken: [...document.images].filter((one) => one.complete && one.naturalWidth === 0).length }`);
    expect(layout).toEqual({
      ...{ dir: "rtl", lang: "ar", isMirrored: true, isFitting: true, broken: 0 },
      articles: expect.any(Number),
    });
    await visitor.sees("وحدات");
  });

  it("a seller's design is priced by the team, and the seller sees the price", async () => {
    const title = `Red square ${name} ${crypto.randomUUID().slice(0, 8)}`;
    await signIn("verified-seller");
    await visitor.open("/en/dashboard/offers/create");
    await visitor.fill("Title*", title);
    await visitor.fill("Description*", "A red square, painted by a machine.");
    await visitor.chooseAny("Category*");
    await visitor.tick("Bauhaus");
    await visitor.fill("Your price*", "60.50");
    await visitor.chooseFile("Upload file*", picture);
    await visitor.tick("I confirm that my product is created by AI");
    await visitor.press("button", "Create", /\/dashboard\/offers\?sent=1$/);

    await signIn("staff");
    await visitor.open("/en/staff/offers");
    await visitor.press("link", title, /\/staff\/offers\/\d+/);
    await visitor.fill("Our price in EUR", "80");
    await visitor.fill("A few words (optional)", "We like the red.");
    await visitor.press("button", "Send our price");
    await visitor.sees("The price has been sent.");

    await signIn("verified-seller");
    await visitor.open("/en/dashboard/offers");
    await visitor.press("link", title, /offers\?/);
    await visitor.sees("€80.00");
    await visitor.sees("We like the red.");
  });
});
