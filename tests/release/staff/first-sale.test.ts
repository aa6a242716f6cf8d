import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PASSWORD } from "#tests/factories.ts";
import { listFindings } from "#tests/setup/browser/axe.ts";
import { closeVisitors, launchBrowser, newVisitor } from "#tests/setup/browser/browser.ts";
import { paintPng } from "#tests/setup/browser/offer-screens.ts";
import { Shopper } from "#tests/setup/browser/shopper.ts";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";

// From a newly installed shop to its first sale, through its screens alone.

const OWNER = "owner@example.com";
const STAFF = fileURLToPath(new URL("../../../build/server/staff.js", import.meta.url));
const ENV = { SEED_DEMO: "0" };
let browser: Browser;
let product: RunningProduct;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct({ env: ENV })]);
});
afterAll(async () => {
  await Promise.all([closeVisitors(browser), product.remove()]);
});

/** Runs `npm run staff -- add …` as an operator does; returns the addresses that it prints. */
async function addOwner(): Promise<string[]> {
  const env = { ...process.env, ...ENV, NODE_ENV: "production", DATA_DIR: product.dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, [STAFF, "add", OWNER], {
    cwd: join(STAFF, "../../.."),
    env: { ...env, PORT: new URL(product.url).port },
  });
  return stdout.match(/http\S+/g) ?? [];
}

async function newPerson(): Promise<Shopper> {
  const context = await newVisitor(browser);
  return new Shopper(await context.newPage(), { base: product.url, context, isScripted: true });
}

const pathOf = (address = "") => address.slice(product.url.length);

it("an empty shop sells its first product after 20 taps of its owner", async () => {
  const owner = await newPerson();
  const { page } = owner;
  const [link, desk] = await addOwner();

  await owner.open(pathOf(link));
  await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Repeat the new password").fill(PASSWORD);
  await owner.follow(owner.button("Save new password"), /\/login$/);
  await page.getByLabel("Email address").fill(OWNER);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await owner.follow(owner.button("Sign in"), /\/dashboard$/);

  await owner.open(pathOf(desk));
  const checklist = page.getByRole("region", { name: "Before the first sale" });
  const open = (name: string, url: RegExp) =>
    owner.follow(checklist.getByRole("link", { name }), url);
  const backToStart = () =>
    owner.follow(
      page.getByRole("navigation", { name: "Team" }).getByRole("link", { name: "Start" }),
      /\/staff$/,
    );
  await checklist.getByText("0 of 7 done.").waitFor();

  await open("Company data", /\/settings$/);
  await page.getByLabel("Company name").fill("Harbour Prints and Sons OÜ");
  await page.getByLabel("Address", { exact: true }).fill("Sadama 1, 10111 Tallinn");
  await page.getByLabel("Support address").fill("help@harbour.example");
  await page.getByLabel("Name", { exact: true }).fill("Coins");
  await owner.tap(owner.button("Save settings"));
  await page.getByText("Settings saved.").first().waitFor();
  await backToStart();
  await owner.tap(checklist.getByRole("button", { name: "This is right" }));
  await checklist.getByText("2 of 7 done.").waitFor();

  // The sandbox is no way to be paid: the item stays open, and its link leads to a trial deposit.
  await open("Payment", /\/dashboard\/deposits\/create$/);
  await page.getByLabel("Amount in EUR").waitFor();
  await owner.open(pathOf(desk));

  await open("New category", /\/categories\/create$/);
  await page.getByLabel("English").fill("Posters");
  await owner.follow(owner.button("Save"), /\/groups\/categories$/);
  await backToStart();
  await open("New style", /\/styles\/create$/);
  await page.getByLabel("English").fill("Line art");
  await owner.follow(owner.button("Save"), /\/groups\/styles$/);
  await backToStart();

  await open("First product", /\/products\/create$/);
  const buffer = await paintPng(1024, 1024);
  const picture = { name: "harbour.png", mimeType: "image/png", buffer };
  await page.locator("input[type=file]").setInputFiles(picture);
  await page.getByLabel("Title").first().fill("Red Harbour");
  await page.getByLabel("Price").fill("4.50");
  await page.getByLabel("Category").selectOption({ label: "Posters" });
  await page.getByLabel("Status").selectOption("published");
  await page.getByLabel("Prompt").fill("A red harbour at dawn, flat ink");
  await owner.tap(page.getByRole("checkbox", { name: "Line art" }));
  await owner.tap(owner.button("Save"));
  await page.getByText("Published. It is in the shop now.").waitFor();
  await backToStart();
  await open("Legal pages read", /\/staff\/pages$/);
  await backToStart();
  await owner.tap(checklist.getByRole("button", { name: "I have read them" }));
  await checklist.getByText("5 of 7 done.").waitFor();
  expect(await listFindings(page)).toEqual([]);
  expect([owner.taps, owner.pages.size]).toEqual([20, 11]);

  await buyAsSomebodyNew();
  await owner.open(pathOf(desk));
  await page.getByRole("heading", { name: "Figures" }).waitFor();
  expect(await checklist.count()).toBe(0);
  await page.getByText("4.50 Coins").first().waitFor();
});

/** Goes from the shop's home to the download as a new visitor. */
async function buyAsSomebodyNew(): Promise<void> {
  const buyer = await newPerson();
  const { page } = buyer;
  await buyer.open("/en");
  await buyer.follow(
    page.getByRole("link", { name: "Red Harbour" }).first(),
    /\/products\/red-harbour$/,
  );
  await buyer.follow(page.getByRole("link", { name: "Buy this prompt" }), /\/login\?redirect=/);
  await page.getByLabel("Email address").fill("first.buyer@example.com");
  await buyer.follow(buyer.button("Create an account"), /\/register\?redirect=/);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Repeat the password").fill(PASSWORD);
  await buyer.tap(page.getByLabel(/accept the terms/));
  await buyer.follow(buyer.button("Create account"), /\?buy=1/);
  await buyer.typeContact();
  await buyer.tap(page.getByLabel("Buy “Red Harbour” for"));
  await buyer.tap(page.getByLabel(/^I agree that delivery begins at once/));
  await buyer.topUp(/\/success-payment/);
  await page.getByText("“Red Harbour” is yours.").waitFor();
  await buyer.download("red-harbour.zip");
  expect([buyer.taps, buyer.pages.size]).toEqual([10, 7]);
}
