import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listFindings } from "#tests/setup/browser/axe.ts";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import {
  acceptOffer,
  createPricedOffer,
  fillContact,
  newTitle,
  open,
  openOffer,
  paintPng,
  type Somebody,
  signIn,
  signUp,
  skipChecks,
} from "#tests/setup/browser/offer-screens.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { sample } from "#tests/setup/sample.ts";

const base = workerProduct().url;
const CREATE = `${base}/en/dashboard/offers/create`;
const browser = await openBrowser();
let staff: Somebody;

beforeAll(async () => {
  staff = await signIn(browser, base, "staff");
});

const create = (page: Page) => page.getByRole("button", { name: "Create", exact: true });

describe("every state is whole", () => {
  const looks = [
    { width: 360, colorScheme: "dark", locale: "de" },
    { width: 768, colorScheme: "light", locale: "ar" },
  ] as const;
  let maker: Somebody;
  let priced: string;
  let large: string;
  let accepted: string;

  beforeAll(async () => {
    maker = await signUp(browser, base);
    const [a, b, c] = [newTitle(), newTitle(), newTitle()];
    priced = await createPricedOffer(maker, { staff, title: a, price: "42" });
    large = await createPricedOffer(maker, { staff, title: b, price: "150" });
    accepted = await createPricedOffer(maker, { staff, title: c, price: "30" });
    await openOffer(maker, base, c);
    await acceptOffer(maker);
  });
  afterAll(() => maker.context.close());

  async function inspect(page: Page, where: string): Promise<void> {
    expect(await page.getByRole("heading", { level: 1 }).count(), where).toBe(1);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(tooWide, `${where} is as wide as the window`).toBeLessThanOrEqual(0);
    const text = await page.locator("body").innerText();
    expect(text, where).not.toMatch(/\b(offers?|payout|staff_\w+)\.[a-z_]+\b/);
    expect(await listFindings(page), where).toEqual([]);
  }

  it.each(sample(looks, 1))("at $width px, $colorScheme, in $locale", async (look) => {
    const paths = {
      maker: [
        "dashboard/offers",
        "dashboard/offers?sent=1",
        "dashboard/offers?offer=999999",
        "dashboard/offers/create",
        ...["", "&step=contact", "&step=card"].map(
          (step) => `dashboard/offers?offer=${priced}${step}`,
        ),
        `dashboard/offers?offer=${large}&step=verify`,
        `dashboard/offers?offer=${accepted}`,
        `dashboard/offers?offer=${accepted}&step=result`,
      ],
      team: [
        "staff/offers",
        "staff/offers?status=offer",
        `staff/offers/${priced}`,
        "staff/payouts",
      ],
    };
    for (const [who, list] of Object.entries(paths)) {
      const somebody = who === "team" ? staff : maker;
      const page = await somebody.context.newPage();
      await page.setViewportSize({ width: look.width, height: 800 });
      await page.emulateMedia({ colorScheme: look.colorScheme });
      for (const path of sample(list, Math.ceil(list.length / 2))) {
        await open({ ...somebody, page }, `${base}/${look.locale}/${path}`);
        await inspect(page, path);
      }
      await page.close();
    }
  });

  it("with its errors, and in the bank's step", async () => {
    const page = await maker.context.newPage();
    const somebody = { ...maker, page };
    await page.emulateMedia({ colorScheme: "dark" });
    await open(somebody, CREATE);
    await skipChecks(page);
    await create(page).click();
    await page.getByRole("alert").filter({ hasText: "Title is required" }).waitFor();
    await inspect(page, "errors of the form");
    await page
      .getByLabel("Upload file*")
      .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: await paintPng() });
    await inspect(page, "a chosen file");
    await open(somebody, `${base}/en/dashboard/offers?offer=${priced}&step=contact`);
    await fillContact(somebody);
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("dialog", { name: "Payment details" }).waitFor();
    await inspect(page, "bank");
    await skipChecks(page, "dialog form");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("dialog").getByRole("alert").waitFor();
    await inspect(page, "errors of the bank's step");
    await page.close();
  });
});
