import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { anonymizeUser } from "#api/accounts/profile.queries.ts";
import { sandboxPaymentResponseSchema } from "#api/contract/sandbox-payments.ts";
import { processIntent, processWaitingIntents } from "#api/purchases/intents.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import {
  createMember,
  createProduct,
  giveCredits,
  type MadeProduct,
  type MadeUser,
} from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { listOrders, readDepositStatus } from "#tests/setup/api/reads.ts";
import { createTestApi, TEST_APP_URL, type TestApi } from "#tests/setup/api/test-api.ts";
import { buy, mailsTo } from "#tests/setup/money/refunds.ts";
import { balanceOf, fillDeposit, openDeposit, sendReport } from "#tests/setup/money/top-up.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import { queuedMailsTo } from "#tests/setup/records/queued-mails.ts";

const SHOP = `${TEST_APP_URL}/en/products`;

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 20 });
});
afterAll(() => test.close());

let buyer: MadeUser & { agent: ApiAgent };
let product: MadeProduct;
beforeEach(async () => {
  buyer = await createMember(test);
  product = await createProduct(test, { priceCents: 790 });
});
afterEach(async () => {
  expect(await listViolations(test.database)).toEqual([]);
});

const intend = (changes: Record<string, unknown> = {}) => ({
  prompt_id: product.id,
  expected_price: "7.90",
  buy: true,
  consent: CONSENT,
  ...changes,
});
const open = (purchase: unknown = intend()) => openDeposit(buyer.agent, { purchase });
const pay = async (deposit: { ref: string }) =>
  expect((await sendReport(test, { ref: deposit.ref })).status).toBe(200);
const intentOf = async (id: number) => (await readDepositStatus(buyer.agent, id)).purchase;
const setProduct = (changes: { priceCents?: number; status?: string }) => test.database`
  UPDATE products SET price_cents = ${changes.priceCents ?? 790},
    status = ${changes.status ?? "published"} WHERE id = ${product.id}`;

describe("a deposit that is to buy a prompt", () => {
  it("buys it once it is paid, with the consent that was given", async () => {
    const deposit = await open();
    expect(await listOrders(buyer.agent)).toEqual([]);
    expect(await intentOf(deposit.id)).toEqual({
      prompt_id: product.id,
      slug: product.slug,
      expected_price: "7.90",
      expected_rate: "1",
      buy: true,
      is_tried: false,
      is_consented: true,
      order_id: null,
      failure_code: null,
    });
    await pay(deposit);
    const [order] = await listOrders(buyer.agent);
    expect(order).toMatchObject({ prompt_id: product.id, price: "7.90", is_open: true });
    expect(await intentOf(deposit.id)).toMatchObject({ order_id: order?.id, failure_code: null });
    expect(await intentOf(deposit.id)).toMatchObject({ is_tried: true });
    expect(await balanceOf(buyer.agent)).toBe(210);
  });

  it("without consent is an order that is not open yet", async () => {
    await pay(await open(intend({ consent: undefined })));
    expect(await listOrders(buyer.agent)).toMatchObject([{ is_open: false, prompt: null }]);
  });

  it("with a consent of which a part is missing is one without", async () => {
    const deposit = await open();
    await test.database`UPDATE purchase_intents SET consent_locale = NULL
      WHERE deposit_id = ${deposit.id}`;
    await pay(deposit);
    expect(await listOrders(buyer.agent)).toMatchObject([{ is_open: false, prompt: null }]);
  });

  it("buys nothing by itself when the buyer did not say so, but knows what it is for", async () => {
    const deposit = await open(intend({ buy: undefined }));
    await pay(deposit);
    expect(await listOrders(buyer.agent)).toEqual([]);
    expect(await balanceOf(buyer.agent)).toBe(1_000);
    expect(await intentOf(deposit.id)).toMatchObject({ slug: product.slug, buy: false });
  });

  it.each([
    ["a price that rose", { priceCents: 800 }, "price_changed"],
    ["a price that fell", { priceCents: 780 }, "price_changed"],
    ["a product that was taken off sale", { status: "withdrawn" }, "product_withdrawn"],
  ])("never pays for %s: the balance stays, and the reason is kept", async (_name, change, code) => {
    const deposit = await open();
    await setProduct(change);
    await pay(deposit);
    expect(await listOrders(buyer.agent)).toEqual([]);
    expect(await balanceOf(buyer.agent)).toBe(1_000);
    expect(await intentOf(deposit.id)).toMatchObject({
      order_id: null,
      failure_code: code,
      is_tried: true,
    });
    // Not later either: the buyer has to decide.
    await setProduct({});
    await processWaitingIntents(test.deps);
    await processIntent(test.deps, deposit.id);
    expect(await listOrders(buyer.agent)).toEqual([]);
    await buyer.agent.post("/api/purchase/prompt", { prompt_id: product.id });
    const [order] = await listOrders(buyer.agent);
    expect(await intentOf(deposit.id)).toMatchObject({ order_id: order?.id, failure_code: null });
    const subjects = await mailsTo(test, buyer.email);
    expect(subjects.filter((subject) => subject.includes("was not bought"))).toHaveLength(1);
  });

  it("says in a mail what was not bought and why, in the language of the form", async () => {
    const german = test.createAgent({ locale: "de" }).takeCookiesOf(buyer.agent);
    const deposit = await openDeposit(german, { purchase: intend() });
    await setProduct({ status: "withdrawn" });
    await pay(deposit);
    const [, mail] = await queuedMailsTo(test, buyer.email);
    expect(mail?.subject).toBe("„Streifen“ wurde nicht gekauft");
    for (const part of [
      `Ihre Einzahlung ${deposit.id} ist eingegangen.`,
      "Dieser Prompt wird nicht mehr verkauft.",
      "Die Einzahlung wurde Ihrem Guthaben gutgeschrieben",
    ]) {
      expect(mail?.text).toContain(part);
    }
  });

  it.each([
    ["that it bought it", "published", /^Ihre Bestellung/],
    ["that it did not", "withdrawn", /wurde nicht gekauft$/],
  ])("says %s in the account's language where the form's is gone", async (_name, status, says) => {
    const deposit = await open();
    await test.database`UPDATE deposits SET locale = 'sv' WHERE id = ${deposit.id}`;
    await test.database`UPDATE users SET locale = 'de' WHERE id = ${buyer.id}`;
    await setProduct({ status });
    await pay(deposit);
    expect(await mailsTo(test, buyer.email)).toEqual([
      expect.stringMatching(/^Wir haben/),
      expect.stringMatching(says),
    ]);
  });

  it.each([
    ["to a product", { priceCents: 800 }, (slug: string) => `Open the prompt:\n${SHOP}/${slug}`],
    ["from one off sale to others", { status: "withdrawn" }, () => `Browse prompts:\n${SHOP}`],
    ["from one that is hidden to others", { status: "draft" }, () => `Browse prompts:\n${SHOP}`],
  ])("leads %s in that mail", async (_name, change, button) => {
    const deposit = await open();
    await setProduct(change);
    await pay(deposit);
    const [, mail] = await queuedMailsTo(test, buyer.email);
    expect(mail?.text).toContain(`\n${button(product.slug)}\n`);
  });

  it("has no such mail when it bought it, or found it bought", async () => {
    for (const deposit of [await open(), await open()]) await pay(deposit);
    const [paid, order, again] = await mailsTo(test, buyer.email);
    expect([paid, again]).toEqual(["We have received €10.00", "We have received €10.00"]);
    expect(order).toMatch(/^Your order/);
    expect(await mailsTo(test, buyer.email)).toHaveLength(3);
  });

  it("that is too small, as the balance was spent meanwhile, buys nothing", async () => {
    await giveCredits(test.database, buyer.id, 1);
    const dear = await createProduct(test, { priceCents: 1_001 });
    const deposit = await open(intend({ prompt_id: dear.id, expected_price: "10.01" }));
    await buy(test, buyer.agent, { priceCents: 1 });
    await pay(deposit);
    expect(await intentOf(deposit.id)).toMatchObject({ failure_code: "balance_insufficient" });
    expect(await balanceOf(buyer.agent)).toBe(1_000);
  });

  it("finds it bought in another tab, and charges nothing more", async () => {
    await giveCredits(test.database, buyer.id, 790);
    const deposit = await open();
    await buyer.agent.post("/api/purchase/prompt", { prompt_id: product.id });
    await pay(deposit);
    const orders = await listOrders(buyer.agent);
    expect(orders).toHaveLength(1);
    expect(orders[0]).toMatchObject({ is_open: false });
    expect(await intentOf(deposit.id)).toMatchObject({ order_id: orders[0]?.id });
    expect(await balanceOf(buyer.agent)).toBe(1_000);
  });

  it("buys after a restart between payment and purchase", async () => {
    const deposit = await open(intend({ buy: undefined }));
    await pay(deposit);
    await test.database`UPDATE purchase_intents SET buys_itself = true
      WHERE deposit_id = ${deposit.id}`;
    await processWaitingIntents(test.deps);
    await processWaitingIntents(test.deps);
    expect(await listOrders(buyer.agent)).toHaveLength(1);
    expect(await balanceOf(buyer.agent)).toBe(210);
  });

  it("is bought before a status says that it is paid", async () => {
    const deposit = await open(intend({ buy: undefined }));
    await pay(deposit);
    await test.database`UPDATE purchase_intents SET buys_itself = true
      WHERE deposit_id = ${deposit.id}`;
    const seen = await Promise.all([intentOf(deposit.id), intentOf(deposit.id)]);
    const [order] = await listOrders(buyer.agent);
    expect(order).toMatchObject({ prompt_id: product.id });
    expect(seen.map((intent) => intent?.order_id)).toEqual([order?.id, order?.id]);
    expect(await balanceOf(buyer.agent)).toBe(210);
  });

  it("buys nothing for an account that was deleted meanwhile", async () => {
    const deposit = await open();
    await test.database.begin((sql) => anonymizeUser(sql, buyer.id, test.clock.now()));
    await pay(deposit);
    const orders = await test.database`SELECT 1 FROM orders WHERE user_id = ${buyer.id}`;
    expect(orders).toHaveLength(0);
  });

  it("is shown to nobody else", async () => {
    const deposit = await open();
    const other = await createMember(test);
    const response = await other.agent.get(`/api/deposit/status?order_id=${deposit.id}`);
    expect(response.status).toBe(404);
  });
});

it("is named on the payment page, as the payer saw it, in the language of the form", async () => {
  const deposit = await open();
  const response = await buyer.agent.get(`/api/sandbox/payments/${deposit.token}`);
  const { description } = response.as(sandboxPaymentResponseSchema).payload;
  expect(description).toBe(`“Stripes”, deposit ${deposit.id}`);
});

describe("what a deposit may name", () => {
  it.each([
    ["a product that does not exist", { prompt_id: 999_999_999 }, 404],
    ["a price that is none", { expected_price: "cheap" }, 422],
    ["no price", { expected_price: "0" }, 422],
    ["a consent to nothing", { consent: { version: "2020-01", language: "en" } }, 422],
  ])("not %s: then no deposit is opened", async (_name, change, status) => {
    const response = await buyer.agent.post(
      "/api/deposit/checkout",
      fillDeposit({ purchase: intend(change) }),
    );
    expect(response.status).toBe(status);
    const rows = await test.database`SELECT 1 FROM deposits WHERE user_id = ${buyer.id}`;
    expect(rows).toHaveLength(0);
  });

  it("one purchase: the same operation with another one is another body", async () => {
    const body = fillDeposit({ purchase: intend() });
    expect((await buyer.agent.post("/api/deposit/checkout", body)).status).toBe(200);
    expect((await buyer.agent.post("/api/deposit/checkout", body)).status).toBe(200);
    const changed = { ...body, purchase: intend({ buy: false }) };
    const response = await buyer.agent.post("/api/deposit/checkout", changed);
    expect(response.error.code).toBe("operation_conflict");
  });
});

describe("whatever comes in whatever order", () => {
  const steps = fc.array(fc.constantFrom("pay", "process", "sweep", "buy"), {
    minLength: 1,
    maxLength: 6,
  });

  it("one deposit is credited once and buys at most one order", async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (todo, areAtOnce) => {
        buyer = await createMember(test);
        const deposit = await open();
        const run = {
          pay: () => sendReport(test, { ref: deposit.ref }),
          process: () => processIntent(test.deps, deposit.id),
          sweep: () => processWaitingIntents(test.deps),
          buy: () => buyer.agent.post("/api/purchase/prompt", { prompt_id: product.id }),
        };
        if (areAtOnce) await Promise.all(todo.map((step) => run[step]()));
        else for (const step of todo) await run[step]();
        const isPaid = todo.includes("pay");
        expect(await listOrders(buyer.agent)).toHaveLength(isPaid ? 1 : 0);
        expect(await balanceOf(buyer.agent)).toBe(isPaid ? 210 : 0);
      }),
      { numRuns: 25 },
    );
  });
});
