import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { productListResponseSchema } from "#api/contract/catalog.ts";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import en from "#locales/en.json" with { type: "json" };
import { createMember, giveCredits } from "#tests/factories.ts";
import { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import {
  newTitle,
  open,
  type Somebody,
  signIn,
  skipChecks,
} from "#tests/setup/browser/offer-screens.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import { paintGenerated } from "#tests/setup/records/generated-images.ts";

const base = workerProduct().url;
const browser = await openBrowser();

/** Creates a category or style with this name in a new page; returns the new group's page. */
async function createGroup(staff: Somebody, kind: "categories" | "styles", name: string) {
  const { page } = staff;
  await open(staff, `${base}/en/staff/groups/${kind}/create`);
  await page.getByLabel("English").fill(name);
  await page.getByLabel("Address").fill(name.toLowerCase().replaceAll(" ", "-"));
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(new RegExp(`/groups/${kind}$`));
  await page.getByRole("link", { name }).click();
  await page.waitForURL(/\/\d+$/);
  return page.url();
}

/** Changes a field of a record in another window, and saves it. */
async function changeElsewhere({ context }: Somebody, url: string, label: string) {
  const page = await context.newPage();
  await open({ page, isScripted: true }, url);
  await page.getByLabel(label).first().fill(newTitle());
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved").first().waitFor();
  await page.close();
}

/** Returns whether the router has noticed the change of the fragment. */
function isAtPlace(): boolean {
  const { __reactRouterDataRouter: router } = window as unknown as {
    __reactRouterDataRouter: { state: { location: { hash: string } } };
  };
  return router.state.location.hash === location.hash;
}

/** Follows a link to a place on the page; resolves after the router's navigation. */
async function follow(page: Page, link: string, place: RegExp): Promise<void> {
  await page.getByRole("link", { name: link }).first().press("Enter");
  await page.waitForURL(place);
  await page.waitForFunction(isAtPlace);
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

describe("a link to a place on the page keeps what a form was shown again with", () => {
  it("a colleague's changes of a product and of a category", async () => {
    const staff = await signIn(browser, base, "staff");
    const { page } = staff;
    const category = await createGroup(staff, "categories", newTitle());
    await open(staff, `${base}/en/staff/products`);
    await page.locator("main tbody a[href*='/staff/products/']").first().click();
    await page.waitForURL(/\/products\/\d+$/);
    for (const [url, field, note] of [
      [page.url(), "Title", en["staff_products.conflict"]],
      [category, "English", en["staff_groups.conflict"]],
    ] as const) {
      await open(staff, url);
      await changeElsewhere(staff, url, field);
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText(note).waitFor();
      await follow(page, en["shell.skip"], /#content$/);
      expect(await page.getByText(note).count()).toBe(1);
      expect(await page.title()).toMatch(/^Error: /);
    }
    await staff.context.close();
  });

  it("the picture that was sent with a style", async () => {
    const staff = await signIn(browser, base, "staff");
    const { page } = staff;
    const name = newTitle();
    await createGroup(staff, "styles", name);
    await open(staff, `${base}/en/staff/groups/styles/create`);
    await page.getByLabel("English").fill(name);
    await page.getByLabel("Address").fill(name.toLowerCase().replaceAll(" ", "-"));
    const buffer = await paintGenerated({ parameters: "fog" });
    const file = { name: "fog.png", mimeType: "image/png", buffer };
    await page.locator("input[type=file]").setInputFiles(file);
    await page.getByRole("button", { name: "Save" }).click();
    const picture = page.locator('main img[src*="/staff/pictures/"]');
    await picture.waitFor();
    await follow(page, en["errors.style_slug_taken"], /#.*slug$/);
    expect(await picture.count()).toBe(1);
    expect(await page.locator("main input[name=picture]").inputValue()).not.toBe("");
    await staff.context.close();
  });

  it("the preview of the amount that is refunded, and of nothing else", async () => {
    const orderId = await createOrder();
    const staff = await signIn(browser, base, "staff");
    const { page } = staff;
    await open(staff, `${base}/en/staff/orders/${orderId}/refund`);
    const plan = page.getByRole("region", { name: "This will happen" });
    const button = plan.getByRole("button", { name: /^Refund 1\.00/ });
    await page.getByLabel("Amount in credits").fill("1.00");
    await plan.getByLabel("Reason").fill("A stain");
    await plan.getByRole("button", { name: /^Refund/ }).click();
    await button.waitFor();
    await plan.getByLabel("Reason").fill("");
    await skipChecks(page, "form#refund");
    await button.click();
    await follow(page, en["errors.reason_required"], /#.*reason$/);
    await plan.getByLabel("Reason").fill("A scratch");
    await button.click();
    await page.getByText("The refund is made.").waitFor();
    await staff.context.close();
  });
});

/** Creates an order of a member who has paid for it; returns its number. */
async function createOrder(): Promise<string> {
  const createAgent = () => new ApiAgent(fetch, { appUrl: base });
  const { agent } = await withProductDatabase(async (database) => {
    const member = await createMember({ database, createAgent });
    await giveCredits(database, member.id, 10_000);
    return member;
  });
  const [product] = (await agent.get("/api/products")).as(productListResponseSchema).data;
  const bought = await agent.post("/api/purchase/prompt", {
    prompt_id: product?.id,
    consent: CONSENT,
  });
  return String(bought.as(purchaseResponseSchema).payload.order.id);
}
