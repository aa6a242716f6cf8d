import { describe, expect, it } from "vitest";
import { purchaseHistoryResponseSchema } from "#api/contract/purchases.ts";
import { giveCredits } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { newVisitor, openBrowser, waitForHydration } from "#tests/setup/browser/browser.ts";
import { BOTH_MODES } from "#tests/setup/browser/modes.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import {
  addSession,
  DEMO_PASSWORD,
  registerUser,
  signInUser,
} from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

const base = workerProduct().url;
const browser = await openBrowser();

/** Creates a member with 50 credits. */
async function createMember(): Promise<{ email: string; agent: ApiAgent }> {
  const email = `two-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const agent = await registerUser(base, email);
  await withProductDatabase(async (database) => {
    const [user] = await database<{ id: number }[]>`SELECT id FROM users WHERE email = ${email}`;
    if (user) await giveCredits(database, user.id, 5_000);
  });
  return { email, agent };
}

describe.each(BOTH_MODES)("two accounts in one browser $name", ({ isScripted }) => {
  it("save nothing of the one in the other", async () => {
    const [first, second] = [await createMember(), await createMember()];
    await first.agent.put("/api/user/profile", { name: "Ada" });
    const context = await newVisitor(browser, { javaScriptEnabled: isScripted });
    await addSession(context, base, first.agent);
    const page = await context.newPage();
    const checkout = await context.newPage();
    const listing = await context.newPage();
    await page.goto(`${base}/en/dashboard/profile`);
    await checkout.goto(`${base}/en/products/nine-peaks-breathing?buy=1`);
    await listing.goto(`${base}/en/products`);
    if (isScripted) for (const one of [page, checkout, listing]) await waitForHydration(one);
    // In a third window the first member signs out, and the second signs in.
    await addSession(context, base, second.agent);

    await page.getByLabel("Company name").fill("First OÜ");
    await page.getByRole("button", { name: "Save invoice details" }).click();
    await page.getByText(`You are now signed in as ${second.email}.`).waitFor();
    expect(await page.getByLabel("Company name").inputValue()).toBe("");
    expect(await page.getByLabel("First name").inputValue()).toBe("");
    const stored = await second.agent.get("/api/user/profile");
    expect(stored.text).not.toContain("First OÜ");

    await checkout.getByRole("button", { name: /^Buy and pay/ }).click();
    await checkout.getByText(`You are now signed in as ${second.email}.`).waitFor();
    const orders = await second.agent.get("/api/purchase/history");
    expect(orders.as(purchaseHistoryResponseSchema).payload).toEqual([]);

    const heart = listing.getByRole("main").locator("button.heart").first();
    await heart.click();
    await listing.getByText(`You are now signed in as ${second.email}.`).waitFor();
    expect(await heart.getAttribute("aria-pressed")).toBe("false");
    for (const { agent } of [first, second]) {
      const wishlist = await agent.get("/api/wishlist");
      expect(wishlist.body).toMatchObject({ payload: [] });
    }

    // From here on, everything sent belongs to the second member.
    await page.getByLabel("Company name").fill("Second OÜ");
    await page.getByRole("button", { name: "Save invoice details" }).click();
    await page.getByText("Your invoice details have been saved.").waitFor();
    await context.close();
  });

  it("lose nothing that staff typed to a member who has signed in beside", async () => {
    const staff = await signInUser(base, "staff");
    const context = await newVisitor(browser, { javaScriptEnabled: isScripted });
    await addSession(context, base, staff);
    const page = await context.newPage();
    const words = `<p>Long and dear ${isScripted}</p>`;
    await page.goto(`${base}/en/staff/pages/licence/en`);
    if (isScripted) await waitForHydration(page);
    await page.getByLabel("Content (HTML)").fill(words);
    await addSession(context, base, (await createMember()).agent);
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByText("Your session is over and nothing was saved.").waitFor();
    const opening = context.waitForEvent("page");
    await page.getByRole("link", { name: "Sign in in a new window" }).click();
    const beside = await opening;
    if (isScripted) await waitForHydration(beside);
    await beside.getByLabel("Email address").fill("staff@promptory.test");
    await beside.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
    await beside.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await beside.waitForURL(/\/en\/staff\/pages\/licence\/en$/);
    await page.getByRole("button", { name: isScripted ? "Preview" : "Send again" }).click();
    await page.getByRole("region", { name: "Preview" }).waitFor();
    expect(await page.getByLabel("Content (HTML)").inputValue()).toBe(words);
    await context.close();
  });
});
