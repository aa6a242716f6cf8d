import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { productListResponseSchema } from "#api/contract/catalog.ts";
import { checkoutResponseSchema } from "#api/contract/deposits.ts";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import { createMember, giveCredits } from "#tests/factories.ts";
import { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { listFindings } from "#tests/setup/browser/axe.ts";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { PLAIN_FIRST } from "#tests/setup/browser/modes.ts";
import { open, signIn } from "#tests/setup/browser/offer-screens.ts";
import { employ, setLimit } from "#tests/setup/browser/two-people.ts";
import { fillDeposit } from "#tests/setup/money/top-up.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";

const base = workerProduct().url;
const browser = await openBrowser();

/** Creates a buyer with an order and a pending deposit. */
async function createBuyer() {
  const createAgent = () => new ApiAgent(fetch, { appUrl: base });
  const buyer = await withProductDatabase(async (database) => {
    const member = await createMember({ database, createAgent });
    await giveCredits(database, member.id, 10_000);
    return member;
  });
  const [product] = (await buyer.agent.get("/api/products")).as(productListResponseSchema).data;
  const body = { prompt_id: product?.id, consent: CONSENT };
  const bought = await buyer.agent.post("/api/purchase/prompt", body);
  const deposit = await buyer.agent.post("/api/deposit/checkout", fillDeposit());
  return {
    email: buyer.email,
    orderId: String(bought.as(purchaseResponseSchema).payload.order.id),
    depositId: String(deposit.as(checkoutResponseSchema).order_id),
  };
}

describe.each(PLAIN_FIRST)("$name", ({ isScripted }) => {
  it("an order is found and refunded after a preview, and a deposit is settled by hand", async () => {
    const buyer = await createBuyer();
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    await open(staff, `${base}/en/staff/orders`);
    const main = page.getByRole("main");
    await main.getByRole("searchbox", { name: "Search" }).fill(buyer.email);
    await main.getByRole("button", { name: "Show", exact: true }).click();
    await page.waitForURL(/q=/);
    await page.getByRole("link", { name: new RegExp(`^#${buyer.orderId} `) }).click();
    await page.getByRole("heading", { name: `Order ${buyer.orderId}` }).waitFor();
    if (isScripted) expect(await listFindings(page)).toEqual([]);

    await page.getByRole("link", { name: "Refund", exact: true }).click();
    await page.getByLabel("Amount in credits").fill("1.00");
    await page.getByRole("button", { name: "Show what will happen" }).click();
    await page.waitForURL(/amount=1\.00/);
    const plan = page.getByRole("region", { name: "This will happen" });
    await plan.getByText("Stays in the balance").waitFor();
    if (isScripted) expect(await listFindings(page)).toEqual([]);
    await plan.getByLabel("Reason").fill("A stain");
    const button = plan.getByRole("button", { name: /^Refund 1\.00/ });
    // Twice at once; without scripts the browser drops the first page together with its message.
    await (isScripted ? button.dblclick() : button.click());
    await page.getByText("The refund is made.").waitFor();
    const timeline = page.getByRole("region", { name: "What happened" });
    expect(await timeline.getByText("A stain").count()).toBe(1);
    expect(await timeline.getByText("Balance → Sales", { exact: true }).count()).toBe(1);
    expect(await timeline.getByText("Sales → Balance", { exact: true }).count()).toBe(1);

    await open(staff, `${base}/en/staff/deposits/${buyer.depositId}`);
    await page.getByLabel("Evidence").fill("Statement 7, line 2");
    await page.getByRole("button", { name: "Credit the deposit" }).click();
    await page.getByText("The deposit is credited.").waitFor();
    await timeline.getByText("Settled by hand").waitFor();
    await staff.context.close();
  });

  it("a deposit above the limit is settled by hand once a second person approves", async () => {
    const { depositId } = await createBuyer();
    await setLimit(999);
    const [staff, colleague] = await Promise.all([
      signIn(browser, base, "staff", isScripted),
      employ(browser, base, isScripted),
    ]);
    const { page } = staff;
    const card = (of: Page) => of.getByRole("region", { name: "Settlement awaiting approval" });
    await open(staff, `${base}/en/staff/deposits/${depositId}`);
    await page.getByLabel("Evidence").fill("Statement 7, line 2");
    await page.getByRole("button", { name: "Credit the deposit" }).click();
    await page.getByText("A second person must approve this settlement now.").waitFor();
    await card(page).getByText("Statement 7, line 2").waitFor();
    expect(isScripted ? await listFindings(page) : []).toEqual([]);
    expect(await page.getByRole("button", { name: "Credit the deposit" }).count()).toBe(0);
    expect(await card(page).getByRole("button", { name: "Approve" }).count()).toBe(0);

    const desk = colleague.page;
    await open(colleague, `${base}/en/staff`);
    await desk.getByRole("link", { name: /^Settlement awaiting approval/ }).click();
    await desk.waitForURL(/state=approval/);
    const row = desk.getByRole("row").filter({ hasText: `#${depositId}` });
    await row.getByText("Settlement awaiting approval").waitFor();
    expect(isScripted ? await listFindings(desk) : []).toEqual([]);
    await row.getByRole("link", { name: `#${depositId}` }).click();
    await card(desk).getByRole("button", { name: "Approve" }).click();
    await desk.getByText("The deposit is credited.").waitFor();
    const timeline = desk.getByRole("region", { name: "What happened" });
    await timeline.getByText("Settlement by hand requested").waitFor();
    await timeline.getByText("Settled by hand", { exact: true }).waitFor();
    // A page that still shows the request reports that it is decided.
    await card(page).getByRole("button", { name: "Reject" }).click();
    await page.getByText("The deposit has changed in the meantime.").first().waitFor();
    expect(await card(page).count()).toBe(0);
    await setLimit(null);
    await Promise.all([staff.context.close(), colleague.context.close()]);
  });
});
