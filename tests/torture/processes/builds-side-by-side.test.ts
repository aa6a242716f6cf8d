import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MIGRATIONS } from "#api/db/migrate.ts";
import { PASSWORD } from "#tests/factories.ts";
import {
  closeVisitors,
  launchBrowser,
  newVisitor,
  watchForTrouble,
} from "#tests/setup/browser/browser.ts";
import { BOTH_MODES } from "#tests/setup/browser/modes.ts";
import {
  makeOffer,
  nameOurPrice,
  newTitle,
  open,
  type Somebody,
  signIn,
} from "#tests/setup/browser/offer-screens.ts";
import { Shopper } from "#tests/setup/browser/shopper.ts";
import { type EarlierBuild, getEarlierBuild } from "#tests/setup/product/earlier-build.ts";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";
import { registerUser } from "#tests/setup/product/sessions.ts";

// A rolling release: the previous build and this one on one database, which this one has migrated,
// behind a front that sends page requests to one build and all others (forms, data, files) to the
// other. BUILD_BEFORE names the previous build (tests/setup/product/earlier-build.ts).

const STAFF_SCREENS = [
  ...["", "/offers", "/verifications", "/notices", "/payouts", "/orders", "/deposits", "/products"],
  ...["/people", "/audit", "/messages", "/newsletter", "/settings", "/texts", "/pages", "/imports"],
];
/** The hydration errors when texts differ between two builds; the browser recovers from them. */
const HYDRATION = /Minified React error #(?:418|423|425)\b/;

type Ports = { pages: number; rest: number };
let earlier: EarlierBuild;
let older: RunningProduct;
let newer: RunningProduct;
let front: Server;
let base: string;
let browser: Browser;
const ports: Ports = { pages: 0, rest: 0 };

const portOf = ({ url }: RunningProduct) => Number(new URL(url).port);

beforeAll(async () => {
  earlier = await getEarlierBuild();
  front = createServer((request, response) => {
    const isPage = request.method === "GET" && request.headers.accept?.includes("text/html");
    const { method, url, headers } = request;
    const port = isPage ? ports.pages : ports.rest;
    const sent = httpRequest({ host: "127.0.0.1", port, method, path: url, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    sent.on("error", () => response.destroy());
    request.pipe(sent);
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  base = `http://localhost:${(front.address() as AddressInfo).port}`;
  const env = { APP_URL: base, TRUST_PROXY: "1", LOG_LEVEL: "warn" };
  older = await startProduct({ env, folder: earlier.folder });
  newer = await startProduct({ env, dataDir: older.dataDir });
  browser = await launchBrowser();
  console.info(`${earlier.name} beside this build, which brought ${MIGRATIONS.at(-1)?.name}`);
});
afterAll(async () => {
  if (browser) await closeVisitors(browser);
  front?.close();
  await newer?.stop();
  await older?.remove();
  await earlier?.remove();
});

describe.each([
  { name: "pages of the older build", isOlder: true },
  { name: "pages of the newer build", isOlder: false },
])("$name, and forms and files of the other", ({ isOlder }) => {
  it.each(BOTH_MODES)("serve buyers, makers and the staff $name", async ({ isScripted }) => {
    Object.assign(ports, {
      pages: portOf(isOlder ? older : newer),
      rest: portOf(isOlder ? newer : older),
    });
    const title = newTitle();
    const member = await signInByForm(isScripted);
    const staff = await signIn(browser, base, "staff", isScripted);
    const trouble = [member, staff].map(({ context }) => watchForTrouble(context));
    await topUp(member);
    await buy(member);
    await makeOffer(member, base, title);
    await nameOurPrice(staff, base, title, "50");
    for (const screen of STAFF_SCREENS) {
      const response = await open(staff, `${base}/en/staff${screen}`);
      expect([screen, response?.status()]).toEqual([screen, 200]);
    }
    const isSerious = (line: string) => /^(?:5\d\d|script:)/.test(line) && !HYDRATION.test(line);
    expect(trouble.flat().filter(isSerious)).toEqual([]);
  });
});

async function signInByForm(isScripted: boolean): Promise<Somebody> {
  const email = `beside-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const agent = await registerUser(base, email);
  const context: BrowserContext = await newVisitor(browser, { javaScriptEnabled: isScripted });
  const page: Page = await context.newPage();
  await open({ page, isScripted }, `${base}/en/login`);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/login"));
  return { context, page, isScripted, agent };
}

async function topUp(member: Somebody): Promise<void> {
  const { page, context, isScripted } = member;
  await open(member, `${base}/en/dashboard/deposits/create`);
  await page.getByLabel("Amount in EUR").fill("100");
  await new Shopper(page, { base, context, isScripted }).typeContact();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.waitForURL(/\/sandbox-payment\//);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page.waitForURL(/\/success-payment/);
  await page.getByRole("heading", { name: "Payment successful" }).waitFor();
}

async function buy(member: Somebody): Promise<void> {
  const { page, context, isScripted } = member;
  await open(member, `${base}/en/products`);
  const link = page.getByRole("article").first().getByRole("link").first();
  const path = (await link.getAttribute("href")) ?? "";
  await open(member, `${base}${path}?buy=1`);
  await page.getByLabel(/^I agree that delivery begins at once/).check();
  await page.getByRole("button", { name: /^Buy and pay/ }).click();
  await page.waitForURL(/\/en\/dashboard\?order=\d+/);
  const slug = path.split("/").at(-1) ?? "";
  await new Shopper(page, { base, context, isScripted }).download(`${slug}.zip`);
}
