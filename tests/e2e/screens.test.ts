import type { BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { productListResponseSchema } from "#api/contract/catalog.ts";
import { documentsResponseSchema } from "#api/contract/documents.ts";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import { seedProducts } from "#api/db/seed/catalogue/index.ts";
import { listNavigation } from "#app/staff/navigation.ts";
import { LOCALES } from "#domain/locales.ts";
import { parseAmount } from "#domain/money.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { listTreeFaults } from "#tests/setup/browser/accessibility-tree.ts";
import { listFindings } from "#tests/setup/browser/axe.ts";
import { newVisitor, openBrowser, waitForHydration } from "#tests/setup/browser/browser.ts";
import { payDeposit } from "#tests/setup/money/refunds.ts";
import { addSession, registerUser, signInUser } from "#tests/setup/product/sessions.ts";
import { signedPath } from "#tests/setup/product/signed-path.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import { byTurns, sample } from "#tests/setup/sample.ts";

const base = workerProduct().url;
const browser = await openBrowser();
let guest: BrowserContext;
let member: BrowserContext;
let buyer: BrowserContext;
let bought: Bought;

const PUBLIC = [
  "",
  "/products",
  "/products?style=nebula&sort=price_asc",
  "/products?search=mountan",
  "/products?search=zzzzqqqq",
  "/products?page=99",
  "/page/terms",
  "/page/privacy",
  "/page/none",
  "/about-us",
  "/sell-your-designs",
  "/contact-us",
  "/contact-us?sent=1",
  "/report-content",
  "/report-content/complaint?notice=4SWY-S9KD&by=notifier&key=x",
  "/withdraw-from-contract",
  "/withdraw-from-contract/confirm?number=W-9P9H3AHU&key=x",
  "/withdraw-from-contract/confirm?number=W-9P9H3AHU&decided=1",
  "/newsletter/confirm?token=x",
  "/newsletter/unsubscribe?token=x&done=1",
  "/products/before-the-rain-turns",
  "/products/before-the-rain-turns?picture=1",
  "/login",
  "/register",
  "/forgot-password",
  "/forgot-password?sent=1",
  "/reset-password",
  "/reset-password?token=x&email=somebody%40example.com",
  "/email/verify/success",
  "/email/verify/already-success",
  "/email/verify/1/none",
  "/email/verify/1/none?expires=1&signature=x",
  "/forbidden",
  "/404",
];
/** Screens whose statement is only shown if the shop has signed it. */
const SIGNED = [
  "/contact-us?sent=1",
  "/withdraw-from-contract/confirm?number=W-9P9H3AHU&decided=1",
  "/newsletter/unsubscribe?token=x&done=1",
];
const MEMBERS = [
  "/contact-us",
  "/dashboard",
  "/dashboard?order=999999",
  "/dashboard/favorite",
  "/dashboard/deposits",
  "/dashboard/payments",
  "/dashboard/offers",
  "/dashboard/offers/create",
  "/dashboard/profile",
  "/dashboard/profile?delete=1",
  "/products/generate",
  "/products/generate/pictures",
  "/products/before-the-rain-turns?buy=1",
  "/dashboard/deposits/create?amount=20",
  "/dashboard/verification",
  "/processing-payment?order_id=999999",
  "/success-payment",
  "/success-payment?order_id=999999",
  "/fail-payment?error=payment_canceled",
  "/sandbox-payment/unknown",
];
/** The desk: all screens in its menu, and those one step further. */
const STAFF = [
  ...listNavigation("owner").flatMap(({ entries }) => entries.map(({ to }) => to)),
  "/staff/views",
  "/staff/people/1",
  "/staff/products/1",
  "/staff/products/create",
  "/staff/groups/styles/1",
  "/staff/groups/categories/create",
  "/staff/payouts/new",
  "/staff/payouts/statements",
  "/staff/pages/terms/en",
  "/staff/newsletter/subscribers",
  "/staff/newsletter/issues/create",
];
/**
 * Screens that exist once money has moved: the path of each, from the result of `makeBuyer`. The
 * screens of e-mail verification, of card payouts and of the desk's disputes are checked in their
 * own tests.
 */
const BUYERS: Record<string, (made: Bought) => string> = {
  "a locked order": ({ locked }) => `/dashboard?order=${locked}`,
  "a refunded order": ({ refunded }) => `/dashboard?order=${refunded}`,
  "an open order": ({ opened }) => `/dashboard?order=${opened}`,
  "an order's confirmation, terms and all": ({ document }) => `/dashboard/documents/${document}`,
  "the deposit modal": () => "/products/before-the-rain-turns?buy=1",
  "the payment history": () => "/dashboard/payments",
  "the deposits": () => "/dashboard/deposits",
  "a withdrawal": ({ locked }) => `/withdraw-from-contract?order=${locked}`,
};

type Bought = { agent: ApiAgent } & Record<"locked" | "refunded" | "opened" | "document", number>;

/** Creates a member with a top-up spent on three orders, one in each state. */
async function makeBuyer(): Promise<Bought> {
  const email = `screens-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const agent = await registerUser(base, email);
  const list = await agent.get("/api/products?sort=price_asc");
  const products = list.as(productListResponseSchema).data.slice(0, 3);
  const prices = products.map(({ price }) => parseAmount(price) ?? 0);
  await payDeposit(
    agent,
    prices.reduce((sum, price) => sum + price, 0),
  );
  const buy = async (at: number, consent?: typeof CONSENT) => {
    const bought = await agent.post("/api/purchase/prompt", {
      prompt_id: products[at]?.id,
      consent,
    });
    return Number(bought.as(purchaseResponseSchema).payload.order.id);
  };
  const [locked, refunded] = [await buy(0), await buy(1)];
  const opened = await buy(2, CONSENT);
  const statement = { subject: "order", contract: String(refunded), destination: "wallet" };
  const withdrawal = { operation_id: crypto.randomUUID(), name: "Ada", email, ...statement };
  expect((await agent.post("/api/withdrawals", withdrawal)).status).toBe(200);
  const documents = await agent.get(`/api/documents?order_id=${opened}`);
  const [confirmation] = documents.as(documentsResponseSchema).payload;
  return { agent, locked, refunded, opened, document: Number(confirmation?.id) };
}

const STATUS: Record<string, number> = {
  "/products?page=99": 404,
  "/page/none": 404,
  "/forbidden": 403,
  "/dashboard?order=999999": 404,
  "/404": 404,
  "/processing-payment?order_id=999999": 404,
  // No thank-you for a payment that does not exist.
  "/success-payment": 404,
  "/success-payment?order_id=999999": 404,
  "/sandbox-payment/unknown": 404,
};

beforeAll(async () => {
  guest = await newVisitor(browser);
  member = await newVisitor(browser);
  await addSession(member, base, await signInUser(base, "verified-seller"));
  bought = await makeBuyer();
  buyer = await newVisitor(browser);
  await addSession(buyer, base, bought.agent);
});

/**
 * Returns the visitor's page for reuse: a new one costs three times as much as what is shown in it.
 */
const pageOf = async (visitor: BrowserContext) => visitor.pages()[0] ?? visitor.newPage();

type Look = { width: number; colorScheme: "light" | "dark" };

/** Loads a screen once and checks it in several window sizes, like a resized window. */
async function inspect(
  page: Page,
  path: string,
  { locale, looks, isAudited }: Omit<Screens, "few">,
) {
  const shown = SIGNED.includes(path) ? signedPath(path) : path;
  const response = await page.goto(`${base}/${locale}${shown}`);
  await waitForHydration(page);
  // Content that is laid out only near the viewport is checked from here. And a transition in
  // content that is no longer laid out never ends.
  const unseen = page.locator(".far, #footer-rest");
  // Browsers that look for fields to fill in would lay out the content around them.
  expect(await unseen.locator("input:not([type=hidden]), select, textarea").count(), path).toBe(0);
  await unseen.evaluateAll((parts) => {
    for (const part of parts as HTMLElement[])
      part.style.setProperty("content-visibility", "visible");
  });
  expect(response?.status(), path).toBe(STATUS[path] ?? 200);
  expect(await page.getByRole("heading", { level: 1 }).count(), `one h1 on ${path}`).toBe(1);
  expect(await page.title()).not.toBe("");
  const text = await page.locator("body").innerText();
  // The desk's list of texts shows their keys on purpose, and the audit log its action codes.
  if (path !== "/staff/texts" && path !== "/staff/audit")
    expect(text, "a text without translation").not.toMatch(
      /\b(?!www\.)[a-z]+\.[a-z]+[._][a-z_.]+\b(?!\.test)/,
    );
  expect(await listTreeFaults(page), `${path}, read aloud`).toEqual([]);
  for (const look of looks) {
    const name = `${path} at ${look.width} px, ${look.colorScheme}`;
    await show(page, look);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(tooWide, `${name} is as wide as the window`).toBeLessThanOrEqual(0);
    if (isAudited) expect(await listFindings(page), name).toEqual([]);
  }
}

/** Changes the window, and waits until all colour transitions have ended. */
async function show(page: Page, { width, colorScheme }: Look) {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    const animations = document.getAnimations();
    const transitions = animations.filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map((transition) => transition.finished));
  });
}

/** `few` is the number of screens that `npm test` checks for each kind of visitor. */
type Screens = { locale: string; looks: Look[]; isAudited: boolean; few: number };

/**
 * Both colour schemes and the shapes of phones and desktops are audited, in the language with the
 * longest words. Right-to-left languages have the same elements and colours, so there only overflow
 * and missing translations are checked.
 */
describe.each<Screens>([
  {
    locale: "de",
    looks: [
      { width: 360, colorScheme: "dark" },
      { width: 1440, colorScheme: "light" },
    ],
    isAudited: true,
    few: 3,
  },
  { locale: "ar", looks: [{ width: 768, colorScheme: "light" }], isAudited: false, few: 2 },
])("in $locale", (screens) => {
  const { few } = screens;
  let turn = 0;

  const visit = async (visitor: BrowserContext, path: string) => {
    turn += 1;
    const looks = byTurns(screens.looks, turn);
    const page = await pageOf(visitor);
    if (looks[0]) await show(page, looks[0]);
    await inspect(page, path, { ...screens, looks });
  };

  it.each(sample(PUBLIC, few))("a guest's screen %s is whole", (path) => visit(guest, path));
  it.each(sample(MEMBERS, few))("a member's screen %s is whole", (path) => visit(member, path));
  it.each(sample(Object.entries(BUYERS), few))("a buyer's screen is whole: %s", (_name, pathOf) =>
    visit(buyer, pathOf(bought)));
});

describe("at the desk", () => {
  let staff: BrowserContext;
  beforeAll(async () => {
    staff = await newVisitor(browser);
    await addSession(staff, base, await signInUser(base, "staff"));
  });
  afterAll(() => staff.close());

  it.each(sample(STAFF, 5))("the screen %s is whole", async (path) => {
    const looks: Look[] = [{ width: 1440, colorScheme: "light" }];
    await inspect(await pageOf(staff), path, { locale: "en", looks, isAudited: false });
  });
});

describe("on a narrow phone", () => {
  it.concurrent.each(
    sample(LOCALES, 2),
  )("no screen with much text is wider, in %s", async (locale) => {
    const context = await newVisitor(browser, { viewport: { width: 320, height: 640 } });
    const page = await context.newPage();
    const tooWide: string[] = [];
    for (const path of ["", "/products", "/contact-us", "/register", "/page/privacy"]) {
      await page.goto(`${base}/${locale}${path}`);
      const more = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (more > 0) tooWide.push(`${path}: ${more} px`);
    }
    expect(tooWide).toEqual([]);
    await context.close();
  });
});

describe("in forced colours", () => {
  it("the arrows of selects and the icons can still be seen", async () => {
    const context = await newVisitor(browser, { forcedColors: "active" });
    const page = await context.newPage();
    await page.goto(`${base}/en/products`);
    const sort = page.getByLabel("Sort by");
    // Its own arrow is a background, which forced colours remove.
    expect(await sort.evaluate((one) => getComputedStyle(one).appearance)).toBe("auto");
    const colors = await page.locator(".icon-heart").evaluateAll((icons) => {
      const text = getComputedStyle(document.body).color;
      return icons.map((icon) => getComputedStyle(icon).backgroundColor === text);
    });
    expect([...new Set(colors)]).toEqual([true]);
    await context.close();
  });

  it("only what is current is marked, in menus, tabs and filters", async () => {
    const context = await newVisitor(browser, { forcedColors: "active" });
    await addSession(context, base, await signInUser(base, "staff"));
    const page = await context.newPage();
    for (const [path, name, side] of [
      ["staff/payouts", "Team", "borderInlineStartColor"],
      ["staff/payouts", "Status", "backgroundColor"],
      ["dashboard/payments", "My profile", "borderBlockEndColor"],
    ] as const) {
      await page.goto(`${base}/en/${path}`);
      const links = page.getByRole("navigation", { name }).locator("a:visible");
      const [current = [], others = []] = await links.evaluateAll((all, property) => {
        const looks = (isCurrent: boolean) =>
          all
            .filter((one) => (one.getAttribute("aria-current") === "page") === isCurrent)
            .map((one) => getComputedStyle(one)[property]);
        return [looks(true), looks(false)];
      }, side);
      expect(current, `${path}, ${name}`).toHaveLength(1);
      expect(others.length).toBeGreaterThan(2);
      expect(others, `${path}, ${name}`).not.toContain(current[0]);
    }
    await context.close();
  });
});

describe("what is for sale", () => {
  it("is nowhere before it is bought: not in HTML, data or pictures' addresses", async () => {
    const list = await fetch(`${base}/api/products?per_page=60`).then((response) =>
      response.json(),
    );
    const [product] = list.data;
    const pages = await Promise.all(
      [
        `/en/products/${product.slug}`,
        `/en/products/${product.slug}.data`,
        "/en/products",
        "/en",
        `/api/products/${product.slug}`,
      ].map((path) => fetch(base + path).then((response) => response.text())),
    );
    const { prompt = "" } = seedProducts.find((one) => one.slug === product.slug) ?? {};
    expect(prompt.length).toBeGreaterThan(100);
    for (const page of pages) {
      for (const part of prompt.split(", ")) expect(page).not.toContain(part);
    }
  });
});

describe("filters", () => {
  it("go out by themselves once ticking stops, and start at page 1", async () => {
    const context = await newVisitor(browser);
    const page = await context.newPage();
    await page.goto(`${base}/en/products?page=2`);
    await waitForHydration(page);
    await page.getByRole("checkbox", { name: /Nebula/ }).check();
    await page.getByRole("checkbox", { name: /Bauhaus/ }).check();
    await page.waitForURL(/\/en\/products\?style=[a-z-]+,[a-z-]+$/);
    await page.getByRole("link", { name: /Nebula remove/ }).click();
    await page.waitForURL(/\/en\/products\?style=bauhaus$/);
    await page.getByRole("checkbox", { name: /Nebula/, checked: false }).waitFor();
    await page.goBack();
    await page.waitForURL(/style=[a-z-]+,[a-z-]+$/);
    await page.getByRole("checkbox", { name: /Nebula/, checked: true }).waitFor();
    await context.close();
  });

  it("keep what is ticked while the list of an earlier tick arrives", async () => {
    const context = await newVisitor(browser);
    const page = await context.newPage();
    await page.goto(`${base}/en/products`);
    await waitForHydration(page);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = /products\.data\?style=nebula(&|$)/;
    await page.route(first, async (route) => {
      const response = await route.fetch();
      await released;
      await route.fulfill({ response });
    });
    const asked = page.waitForRequest(first);
    await page.getByRole("checkbox", { name: /Nebula/ }).check();
    await asked;
    await page.getByRole("checkbox", { name: /Bauhaus/ }).evaluate((box) => {
      (box as HTMLInputElement).click();
    });
    release();
    await page.waitForURL(/\/en\/products\?style=[a-z-]+,[a-z-]+$/);
    await page.getByRole("link", { name: /Bauhaus remove/ }).waitFor();
    await context.close();
  });

  it("work as a plain form without JavaScript", async () => {
    const context = await newVisitor(browser, { javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${base}/en/products`);
    await page.getByRole("checkbox", { name: /Nebula/ }).check();
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByRole("heading", { level: 1, name: "Nebula" }).waitFor();
    await context.close();
  });
});
