import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { PRODUCT_UPLOAD_BYTES_MAX } from "#domain/products.ts";
import { listFindings } from "#tests/setup/browser/axe.ts";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { PLAIN_FIRST } from "#tests/setup/browser/modes.ts";
import { open, type Somebody, signIn } from "#tests/setup/browser/offer-screens.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { paintGenerated } from "#tests/setup/records/generated-images.ts";

const base = workerProduct().url;
const browser = await openBrowser();

const PARAMETERS = "a harbour in fog\nSteps: 20, Seed: 7, Size: 64x64, Model: sdxl";
const newTitle = () => `Harbour ${randomUUID().slice(0, 8)}`;

/** Fills in the form of a new product; its prompt is in the picture. */
async function createProduct({ page }: Somebody, title: string): Promise<void> {
  await page.getByLabel("Title").first().fill(title);
  await page.getByLabel("Price").fill("3.20");
  await page.getByLabel("Category").selectOption({ index: 1 });
  await page.getByLabel("Status").selectOption("published");
  const media = await paintGenerated({ parameters: PARAMETERS });
  const file = { name: "harbour.png", mimeType: "image/png", buffer: media };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Published. It is in the shop now.").waitFor();
}

describe.each(PLAIN_FIRST)("$name", ({ isScripted }) => {
  it("a product is created, priced with others, edited by two and shown by the shop", async () => {
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    const title = newTitle();
    await open(staff, `${base}/en/staff/products/create`);
    await createProduct(staff, title);
    const product = page.url();
    expect(await page.getByLabel("Prompt").inputValue()).toBe("a harbour in fog");

    const slug = await page.getByLabel("Address").inputValue();
    const second = await staff.context.newPage();
    await second.goto(`${base}/en/staff/products?q=${slug}`);
    await second.getByRole("checkbox", { name: `Select ${title}` }).check();
    await second.locator("input[name=price]").fill("5.75");
    await second.getByRole("button", { name: "Set price" }).click();
    await second.getByText("Changed products: 1").first().waitFor();
    await second.goto(`${base}/en/products/${slug}`);
    await second.getByText("5.75").first().waitFor();

    // Opened before the price was changed.
    expect(page.url()).toBe(product);
    await page.getByLabel("Prompt").fill("a harbour in fog, at noon");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Somebody else has changed this product since you opened it:").waitFor();
    expect(await page.getByLabel("Prompt").inputValue()).toBe("a harbour in fog, at noon");
    if (isScripted) expect(await listFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved. The shop shows it at once.").waitFor();
    await page.getByRole("link", { name: "Preview" }).click();
    await page.getByText("Preview: this is how the shop shows it.").waitFor();
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
    await staff.context.close();
  });

  it("a change of several products that is rejected keeps what was ticked and chosen", async () => {
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    await open(staff, `${base}/en/staff/products`);
    const ticks = page.locator("input[name=ids]");
    await ticks.nth(1).check();
    await ticks.nth(3).check();
    const ticked = () => page.locator("input[name=ids]:checked");
    const valuesOf = () =>
      ticked().evaluateAll((boxes) => boxes.map((one) => Reflect.get(one, "value")));
    const sent = await valuesOf();
    expect(sent).toHaveLength(2);
    await page.locator("input[name=price]").fill("dear");
    const selects = ["category_id", "style_id"].map((name) => page.locator(`select[name=${name}]`));
    for (const select of selects) await select.selectOption({ index: 2 });
    await page.getByRole("button", { name: "Set price" }).click();
    await page.getByRole("alert").first().waitFor();
    await page.waitForLoadState("networkidle");
    expect(await valuesOf()).toEqual(sent);
    expect(await page.locator("input[name=price]").inputValue()).toBe("dear");
    for (const select of selects) {
      expect(await select.evaluate((one: HTMLSelectElement) => one.selectedIndex)).toBe(2);
    }
    await staff.context.close();
  });

  it("a category is created, and deleted once it is said where its products go", async () => {
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    const [kept, gone] = [newTitle(), newTitle()];
    for (const name of [kept, gone]) {
      await open(staff, `${base}/en/staff/groups/categories/create`);
      await page.getByLabel("English").fill(name);
      await page.getByRole("textbox", { name: "Order" }).fill("many");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Please enter a whole number from 1 to 10000.").first().waitFor();
      await page.getByRole("textbox", { name: "Order" }).fill("90");
      await page.getByRole("button", { name: "Save" }).click();
      await page.waitForURL(/\/groups\/categories$/);
    }
    await open(staff, `${base}/en/staff/products/create`);
    const title = newTitle();
    await page.getByLabel("Title").first().fill(title);
    await page.getByLabel("Price").fill("3.20");
    await page.getByLabel("Category").selectOption({ label: gone });
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForURL(/\/products\/\d+$/);
    const product = page.url();

    await open(staff, `${base}/en/staff/groups/categories`);
    await page.getByRole("link", { name: gone }).click();
    await page.getByText("Products filed here, drafts included: 1.").waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alert").filter({ hasText: "Please choose one." }).first().waitFor();
    await page.getByLabel("Move products to").selectOption({ label: kept });
    await page.getByRole("button", { name: "Delete" }).click();
    await page.waitForURL(/\/groups\/categories$/);
    await page.getByText("Deleted.").first().waitFor();
    expect(await page.getByRole("link", { name: gone }).count()).toBe(0);
    await open(staff, product);
    expect(await page.getByLabel("Category").locator("option:checked").innerText()).toBe(kept);
    await staff.context.close();
  });

  it("a style that a colleague deleted meanwhile keeps what was given, and is made again", async () => {
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    const [name, renamed] = [newTitle(), newTitle()];
    const picture = page.locator('main img[src*="/staff/pictures/"]');
    await open(staff, `${base}/en/staff/groups/styles/create`);
    await page.getByLabel("English").fill(name);
    await page.getByRole("textbox", { name: "Order" }).fill("91");
    const buffer = await paintGenerated({ parameters: PARAMETERS });
    const file = { name: "harbour.png", mimeType: "image/png", buffer };
    await page.locator("input[type=file]").setInputFiles(file);
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForURL(/\/groups\/styles$/);
    await page.getByRole("link", { name }).click();
    await page.waitForURL(/\/groups\/styles\/\d+$/);
    const path = new URL(page.url()).pathname;
    await open(staff, `${base}${path}`);
    const shown = await picture.getAttribute("src");

    const colleague = await signIn(browser, base, "staff", isScripted);
    await open(colleague, `${base}${path}`);
    await colleague.page.getByRole("button", { name: "Delete" }).click();
    await colleague.page.waitForURL(/\/groups\/styles$/);
    await colleague.context.close();

    await page.getByLabel("English").fill(renamed);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("There is no such category or style.").first().waitFor();
    expect(await page.getByLabel("English").inputValue()).toBe(renamed);
    expect(await picture.getAttribute("src")).toBe(shown);
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForURL(/\/groups\/styles$/);
    await page.getByRole("link", { name: renamed }).click();
    await page.waitForURL(/\/groups\/styles\/\d+$/);
    expect(await picture.getAttribute("src")).toBe(shown);
    await staff.context.close();
  });
});

it("a picture that is too large is not sent, or not taken by a proxy, and the form stays", async () => {
  const staff = await signIn(browser, base, "staff");
  const { page } = staff;
  await open(staff, `${base}/en/staff/products/create`);
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(request.url());
  });
  const title = page.getByLabel("Title").first();
  await title.fill("Harbour");
  const choose = (bytes: number) => {
    const file = { name: "large.png", mimeType: "image/png", buffer: Buffer.alloc(bytes) };
    return page.locator("input[type=file]").setInputFiles(file);
  };
  const save = page.getByRole("button", { name: "Save" });
  await choose(PRODUCT_UPLOAD_BYTES_MAX + 1);
  await save.click();
  await page.getByRole("alert").filter({ hasText: "File size exceeds 15MB" }).waitFor();
  expect(posts).toEqual([]);

  await page.route("**/products/create.data", (route) =>
    route.fulfill({ status: 413, contentType: "text/html", body: "<h1>413 nginx</h1>" }),
  );
  await choose(1);
  await save.click();
  await page.getByRole("alert").filter({ hasText: "your form is too large" }).waitFor();
  expect(posts).toHaveLength(1);
  expect(await title.inputValue()).toBe("Harbour");
  await staff.context.close();
});
