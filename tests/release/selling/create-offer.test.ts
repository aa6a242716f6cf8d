import type { Locator, Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { openBrowser, watchForTrouble } from "#tests/setup/browser/browser.ts";
import { SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";
import {
  fillOffer,
  newTitle,
  open,
  openOffer,
  type Somebody,
  signIn,
  signUp,
  skipChecks,
} from "#tests/setup/browser/offer-screens.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { paintHostileImages } from "#tests/setup/records/hostile-images.ts";

const base = workerProduct().url;
const CREATE = `${base}/en/dashboard/offers/create`;
/** A prompt with several lines, as somebody would paste it. */
const PROMPT = "Red square on raw canvas,\nflat gouache, <no> frame";
const browser = await openBrowser();
let staff: Somebody;

beforeAll(async () => {
  staff = await signIn(browser, base, "staff");
});

const create = (page: Page) => page.getByRole("button", { name: "Create", exact: true });

/** Returns what a screen reader says about a field: its hint and its errors. */
const describedBy = (field: Locator) =>
  field.evaluate((input) =>
    (input.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent)
      .join(" "),
  );

describe.each(SCRIPTED_FIRST)("$name", ({ isScripted }) => {
  it("a new offer: what is wrong is said and the rest kept, then it is under review", async () => {
    const maker = await signUp(browser, base, isScripted);
    const { page } = maker;
    const trouble = watchForTrouble(maker.context);
    await open(maker, `${base}/en/dashboard/offers`);
    await page.getByText("You have no offers yet.").waitFor();
    await page.getByRole("link", { name: "Create new offer" }).click();
    await page.getByRole("heading", { level: 1, name: "Create new offer" }).waitFor();

    const title = newTitle();
    await fillOffer(page, title);
    await page.getByLabel("Description*").fill("");
    await page.getByLabel("Prompt (optional)").fill(PROMPT);
    await page.getByRole("checkbox", { name: "Bauhaus" }).uncheck();
    await page.getByLabel("I confirm that my product is created by AI").uncheck();
    await skipChecks(page);
    await create(page).click();
    const summary = page.getByRole("alert").filter({ hasText: "Please fix the following errors" });
    await summary.waitFor();
    expect(await summary.getByRole("link").allInnerTexts()).toEqual([
      "Description is required",
      "Please choose at least one style.",
      "Please confirm that your product is created by AI.",
    ]);
    expect(await page.title()).toMatch(/^Error:/);
    expect(await page.getByLabel("Title*").inputValue()).toBe(title);
    expect(await page.getByLabel("Your price*").inputValue()).toBe("60.50");
    expect(await page.getByLabel("Prompt (optional)").inputValue()).toBe(PROMPT);
    // Scripts keep the file in its field; a new document has lost it, and says so.
    expect(await page.getByText("Please choose the file again").count()).toBe(isScripted ? 0 : 1);

    await fillOffer(page, title);
    // A decimal comma is accepted, whatever the browser's locale.
    await page.getByLabel("Your price*").clear();
    await page.getByLabel("Your price*").pressSequentially("60,50");
    expect(await page.getByLabel("Your price*").inputValue()).toBe("60,50");
    await create(page).click();
    await page.waitForURL(/\/dashboard\/offers\?sent=1$/);
    const sent = page.getByRole("dialog", { name: "Your offer successfully sent" });
    await sent
      .getByText("Your offer has been successfully submitted and is now under review.")
      .waitFor();
    await sent.getByRole("link", { name: "To my offers" }).click();
    await page.waitForURL(/\/dashboard\/offers$/);
    const row = page.getByRole("row").filter({ hasText: title });
    expect(await row.innerText()).toContain("€60.50");
    expect(await row.innerText()).toContain("Details");

    await openOffer(maker, base, title);
    const details = page.getByRole("dialog");
    await details.getByText("Your offer is under review").waitFor();
    expect(await details.innerText()).toMatch(/by \d\d\.\d\d\.\d{4}/);
    expect(await details.getByRole("button", { name: "Decline" }).count()).toBe(0);
    const prompt = { name: "Prompt", exact: true };
    expect(await details.getByRole("figure", prompt).innerText()).toContain(PROMPT);
    await open(staff, `${base}/en/staff/offers`);
    await staff.page.getByRole("link", { name: title }).click();
    expect(await staff.page.getByRole("figure", prompt).innerText()).toContain(PROMPT);
    const image = await details.getByRole("img", { name: title }).getAttribute("src");
    const response = await maker.context.request.get(base + image);
    expect(response.status()).toBe(200);
    expect(response.headers()["cache-control"]).toContain("no-store");
    expect(trouble.filter((line) => !line.includes("422"))).toEqual([]);
    await maker.context.close();
  });

  it("a file that is too large is rejected in the reader's language", async () => {
    const maker = await signIn(browser, base, "seller", isScripted);
    const { page } = maker;
    await open(maker, `${base}/de/dashboard/offers/create`);
    const large = Buffer.alloc(5 * 1024 * 1024 + 1, 7);
    const file = { name: "large.png", mimeType: "image/png", buffer: large };
    await page.getByLabel("Datei hochladen*").setInputFiles(file);
    const error = page.getByText("Die Datei ist größer als 5 MB");
    if (isScripted) await page.getByRole("alert").filter({ has: error }).waitFor();
    await skipChecks(page);
    await page.getByRole("button", { name: "Erstellen", exact: true }).click();
    await page.getByRole("alert").filter({ has: error }).waitFor();
    await maker.context.close();
  });

  it("a file that is too large or no picture is rejected under its field", async () => {
    const maker = await signUp(browser, base, isScripted);
    const { page } = maker;
    await open(maker, CREATE);
    await fillOffer(page, newTitle());
    const file = page.getByLabel("Upload file*");
    const large = Buffer.alloc(5 * 1024 * 1024 + 1, 7);
    await file.setInputFiles({ name: "large.png", mimeType: "image/png", buffer: large });
    await create(page).click();
    await page.getByRole("alert").filter({ hasText: "File size exceeds 5MB" }).waitFor();
    const words = Buffer.from("no picture at all");
    await page
      .getByLabel("Upload file*")
      .setInputFiles({ name: "words.png", mimeType: "image/png", buffer: words });
    await create(page).click();
    await page.getByRole("alert").filter({ hasText: "JPG, PNG or GIF image" }).waitFor();
    for (const { name, text, bytes } of await paintHostileImages()) {
      const file = page.getByLabel("Upload file*");
      await file.setInputFiles({ name, mimeType: "image/png", buffer: bytes });
      await create(page).click();
      await page.getByRole("alert").getByRole("link", { name: text }).waitFor();
      await expect.poll(() => describedBy(page.getByLabel("Upload file*"))).toContain(text);
    }
    await maker.context.close();
  });
});

describe("with JavaScript", () => {
  it("an error goes as soon as its field is corrected", async () => {
    const maker = await signUp(browser, base);
    const { page } = maker;
    await open(maker, CREATE);
    await skipChecks(page);
    await create(page).click();
    await page.getByRole("alert").filter({ hasText: "Please fix the following errors" }).waitFor();
    const main = page.getByRole("main");
    const fields = [main.getByLabel("Category*"), main.getByLabel("Your price*")];
    const box = main.getByRole("checkbox", { name: "Bauhaus" });
    for (const field of [...fields, box]) {
      expect(await field.getAttribute("aria-invalid")).toBe("true");
    }
    await main.getByLabel("Category*").selectOption({ index: 1 });
    await main.getByLabel("Your price*").fill("12.50");
    await box.check();
    for (const field of [...fields, box]) {
      expect(await field.getAttribute("aria-invalid")).toBeNull();
    }
    await maker.context.close();
  });

  it("two quick clicks make one offer", async () => {
    const maker = await signUp(browser, base);
    const { page } = maker;
    const title = newTitle();
    await open(maker, CREATE);
    await fillOffer(page, title);
    await create(page).dblclick();
    await page.waitForURL(/\?sent=1$/);
    await open(maker, `${base}/en/dashboard/offers`);
    expect(await page.getByRole("row").filter({ hasText: title }).count()).toBe(1);
    await maker.context.close();
  });

  it("a form that gets lost on its way keeps all that was typed, the file too", async () => {
    const maker = await signUp(browser, base);
    const { page } = maker;
    const title = newTitle();
    await open(maker, CREATE);
    await fillOffer(page, title);
    await maker.context.setOffline(true);
    await create(page).click();
    const reason = "You are offline.";
    await page.getByRole("main").getByRole("alert").filter({ hasText: reason }).waitFor();
    await maker.context.setOffline(false);
    await create(page).click();
    await page.waitForURL(/\?sent=1$/);
    await maker.context.close();
  });
});

it.each([
  "en",
  "de",
  "ar",
])("a second tap on a phone does not meet Cancel, in %s", async (locale) => {
  const maker = await signUp(browser, base);
  const { page } = maker;
  await page.setViewportSize({ width: 360, height: 800 });
  await open(maker, `${base}/${locale}/dashboard/offers/create`);
  await skipChecks(page);
  const submit = page.locator("main form button[type=submit]");
  await submit.scrollIntoViewIfNeeded();
  const box = await submit.boundingBox();
  if (!box) throw new Error("there is no button");
  const tap = [box.x + box.width / 2, box.y + box.height / 2] as const;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/offers/create*", async (route) => {
    if (route.request().method() === "POST") await held;
    await route.continue();
  });
  await page.mouse.click(...tap);
  await page.locator("main form button[aria-disabled=true]").waitFor();
  const met = await page.evaluate(
    ([x, y]) => document.elementFromPoint(x, y)?.closest("a, button")?.getAttribute("type"),
    tap,
  );
  release();
  expect(met).toBe("submit");
  await maker.context.close();
});
