import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { renditionUrl } from "#api/catalog/images.ts";
import { purchaseHistoryResponseSchema, purchaseResponseSchema } from "#api/contract/purchases.ts";
import { refreshSalesCounts } from "#api/purchases/purchases.queries.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { parseAmount } from "#domain/money.ts";
import {
  createMember,
  createProduct,
  giveCredits,
  type MadeProduct,
  type MadeUser,
} from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { listOrders, readProfile } from "#tests/setup/api/reads.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 20 });
});
afterAll(() => test.close());

type Member = MadeUser & { agent: ApiAgent };
let buyer: Member;
let product: MadeProduct;
beforeEach(async () => {
  buyer = await createMember(test);
  product = await createProduct(test, { priceCents: 250 });
});
afterEach(async () => {
  expect(await listViolations(test.database)).toEqual([]);
});

const buy = (agent: ApiAgent, promptId: unknown, expectedPrice?: unknown) =>
  agent.post("/api/purchase/prompt", {
    prompt_id: promptId,
    expected_price: expectedPrice,
    consent: CONSENT,
  });
const balanceOf = async (agent: ApiAgent) => parseAmount((await readProfile(agent)).balance);
const change = (changes: { priceCents?: number; status?: string }) => test.database`
  UPDATE products SET price_cents = ${changes.priceCents ?? 250},
    status = ${changes.status ?? "published"} WHERE id = ${product.id}`;

describe("buying a prompt", () => {
  it("takes its price from the wallet and returns the order with the prompt", async () => {
    await giveCredits(test.database, buyer.id, 1_000);
    const response = await buy(buyer.agent, product.id, "2.50");
    expect(response.status).toBe(200);
    const { payload } = response.as(purchaseResponseSchema);
    expect(payload.already_owned).toBe(false);
    expect(payload.order).toMatchObject({
      title: "Stripes",
      price: "2.50",
      currency: "Credits",
      image: renditionUrl(product.imageHash, 640, "jpg"),
      slug: product.slug,
      prompt: "Bright stripes, evening light",
      licence: "Promptory Standard Licence 1.0",
    });
    expect(await balanceOf(buyer.agent)).toBe(750);
    expect(await listOrders(buyer.agent)).toEqual([payload.order]);
  });

  it("may take the wallet's last cent, and stops a cent before", async () => {
    await giveCredits(test.database, buyer.id, 249);
    const rejected = await buy(buyer.agent, product.id);
    expect(rejected.status).toBe(402);
    expect(rejected.error).toMatchObject({
      code: "balance_insufficient",
      details: { missing: "0.01", price: "2.50" },
    });
    expect(await listOrders(buyer.agent)).toEqual([]);
    await giveCredits(test.database, buyer.id, 1);
    expect((await buy(buyer.agent, product.id)).status).toBe(200);
    expect(await balanceOf(buyer.agent)).toBe(0);
  });

  it("takes ids as text too, and the price in every way that people write it", async () => {
    for (const price of ["2.50", "2,5", 2.5]) {
      const { agent, id } = await createMember(test);
      await giveCredits(test.database, id, 250);
      expect((await buy(agent, String(product.id), price)).status).toBe(200);
    }
  });

  it.each([2.49, 2.51, "0", "250"])("at the price seen, not %s", async (price) => {
    await giveCredits(test.database, buyer.id, 1_000);
    const response = await buy(buyer.agent, product.id, price);
    expect(response.status).toBe(409);
    expect(response.error).toMatchObject({
      code: "price_changed",
      details: { price: "2.50" },
    });
    expect(await balanceOf(buyer.agent)).toBe(1_000);
  });

  it.each([
    "1e3",
    "-1",
    "2.505",
    "two",
    "",
    "NaN",
    2.505,
  ])("with an expected price that is no amount (%s) is rejected at that field", async (price) => {
    const response = await buy(buyer.agent, product.id, price);
    expect(response.status).toBe(422);
    expect(response.error.errors).toHaveProperty("expected_price");
  });

  it.each([
    0,
    -1,
    1.5,
    "1.5",
    "x",
    "",
    null,
    [],
    {},
    true,
    "9999999999999999",
    2 ** 60,
  ])("that cannot exist (%j) is rejected at the field", async (id) => {
    const response = await buy(buyer.agent, id);
    expect(response.status).toBe(422);
    expect(response.error.errors).toHaveProperty("prompt_id");
  });

  it("that does not exist, or is only a draft, is not found", async () => {
    await giveCredits(test.database, buyer.id, 1_000);
    const draft = await createProduct(test, { status: "draft" });
    for (const id of [999_999_999, 999_999_999_999_999, draft.id]) {
      const response = await buy(buyer.agent, id);
      expect(response.status).toBe(404);
      expect(response.error.code).toBe("product_not_found");
    }
    expect(await balanceOf(buyer.agent)).toBe(1_000);
  });

  it("that was withdrawn meanwhile is gone, and costs nothing", async () => {
    await giveCredits(test.database, buyer.id, 1_000);
    await change({ status: "withdrawn" });
    const response = await buy(buyer.agent, product.id, "2.50");
    expect(response.status).toBe(410);
    expect(response.error.code).toBe("product_withdrawn");
    expect(await balanceOf(buyer.agent)).toBe(1_000);
  });

  it("that has no picture is not for sale, and costs nothing", async () => {
    await giveCredits(test.database, buyer.id, 1_000);
    await test.database`UPDATE products SET picture_hash = NULL WHERE id = ${product.id}`;
    const response = await buy(buyer.agent, product.id, "2.50");
    expect(response.rejection).toEqual([410, "product_withdrawn"]);
    expect(await balanceOf(buyer.agent)).toBe(1_000);
  });

  it("needs a verified e-mail only where the settings ask for one", async () => {
    await giveCredits(test.database, buyer.id, 1_000);
    await test.database`UPDATE settings SET is_email_verification_enabled = true`;
    try {
      const response = await buy(buyer.agent, product.id);
      expect(response.status).toBe(403);
      expect(response.error.message).toBe("Your email address is not verified.");
      const verified = await createMember(test, { isEmailVerified: true });
      await giveCredits(test.database, verified.id, 1_000);
      expect((await buy(verified.agent, product.id)).status).toBe(200);
    } finally {
      await test.database`UPDATE settings SET is_email_verification_enabled = false`;
    }
    expect((await buy(buyer.agent, product.id)).status).toBe(200);
  });

  it("is for members only", async () => {
    const guest = test.createAgent();
    for (const response of [
      await buy(guest, product.id),
      await guest.get("/api/purchase/history"),
      await guest.get("/api/purchase/1/download"),
    ]) {
      expect(response.status).toBe(401);
      expect(response.error.message).toBe("Unauthenticated.");
    }
  });
});

describe("a prompt that is owned", () => {
  let orderId: unknown;
  beforeEach(async () => {
    await giveCredits(test.database, buyer.id, 250);
    await test.database`
      UPDATE products SET descriptions = '{"en": "Many of them"}' WHERE id = ${product.id}`;
    orderId = (await buy(buyer.agent, product.id)).as(purchaseResponseSchema).payload.order.id;
  });

  it.each([
    ["bought again", {}, undefined],
    ["bought again for a price that has changed", { priceCents: 9_900 }, "2.50"],
    ["bought again after it was withdrawn", { status: "withdrawn" }, undefined],
    ["bought again after it became a draft", { status: "draft" }, undefined],
  ])("costs nothing when %s", async (_, changes, expectedPrice) => {
    await change(changes);
    const response = await buy(buyer.agent, product.id, expectedPrice);
    expect(response.status).toBe(200);
    const { payload } = response.as(purchaseResponseSchema);
    expect(payload).toMatchObject({ already_owned: true, order: { id: orderId, price: "2.50" } });
    expect(await balanceOf(buyer.agent)).toBe(0);
    expect(await listOrders(buyer.agent)).toHaveLength(1);
  });

  it("stays as it was sold, whatever becomes of the product", async () => {
    await test.database`
      UPDATE products SET titles = '{"en": "Other"}', descriptions = '{"en": "Other"}', prompt = 'Other', price_cents = 1,
        slug = ${`other-${product.id}`} WHERE id = ${product.id}`;
    const [order] = await listOrders(buyer.agent);
    expect(order).toMatchObject({
      title: "Stripes",
      description: "Many of them",
      slug: product.slug,
      price: "2.50",
      prompt: "Bright stripes, evening light",
    });
  });

  it("is nobody else's", async () => {
    const other = await createMember(test);
    expect(await listOrders(other.agent)).toEqual([]);
    await giveCredits(test.database, other.id, 250);
    const bought = (await buy(other.agent, product.id)).as(purchaseResponseSchema).payload;
    expect(bought.already_owned).toBe(false);
    expect(bought.order.id).not.toBe(orderId);
  });
});

describe("the orders", () => {
  it("are listed newest first, in the reader's language where there is one", async () => {
    await giveCredits(test.database, buyer.id, 1_000);
    const english = await createProduct(test, { titles: { en: "Only English" } });
    await buy(buyer.agent, product.id);
    await buy(buyer.agent, english.id);
    const german = test.createAgent({ locale: "de" }).takeCookiesOf(buyer.agent);
    const read = async (agent: typeof german) =>
      (await listOrders(agent)).map(({ title, title_locale }) => [title, title_locale]);
    expect(await read(german)).toEqual([
      ["Only English", "en"],
      ["Streifen", undefined],
    ]);
    expect(await read(buyer.agent)).toEqual([
      ["Only English", undefined],
      ["Stripes", undefined],
    ]);
  });

  it("can be asked for by product: by its id, or the slug it was sold under", async () => {
    await giveCredits(test.database, buyer.id, 1_000);
    const other = await createProduct(test);
    await buy(buyer.agent, product.id);
    await buy(buyer.agent, other.id);
    await test.database`UPDATE products SET slug = slug || '-new' WHERE id = ${product.id}`;
    const idsFor = async (agent: ApiAgent, query: string) => {
      const response = await agent.get(`/api/purchase/history?${query}`);
      return response.as(purchaseHistoryResponseSchema).payload.map((order) => order.prompt_id);
    };
    expect(await idsFor(buyer.agent, `product_id=${product.id}`)).toEqual([product.id]);
    expect(await idsFor(buyer.agent, `slug=${product.slug}`)).toEqual([product.id]);
    expect(await idsFor(buyer.agent, `slug=${product.slug}-new`)).toEqual([]);
    expect(await idsFor(buyer.agent, "product_id=999999999")).toEqual([]);
    expect(await idsFor((await createMember(test)).agent, `product_id=${product.id}`)).toEqual([]);
    expect((await buyer.agent.get("/api/purchase/history?product_id=x")).status).toBe(422);
  });

  it("are counted as sales, after the fact", async () => {
    for (const _ of [1, 2]) {
      const { agent, id } = await createMember(test);
      await giveCredits(test.database, id, 250);
      await buy(agent, product.id);
    }
    await refreshSalesCounts(test.database);
    await refreshSalesCounts(test.database);
    const [row] = await test.database`SELECT sales_count FROM products WHERE id = ${product.id}`;
    expect(row).toEqual({ sales_count: 2 });
  });

  it("are counted without a wait for a product that is being bought, or counted elsewhere", async () => {
    const other = await createProduct(test);
    for (const { id: promptId } of [product, other]) {
      const { agent, id } = await createMember(test);
      await giveCredits(test.database, id, 250);
      await buy(agent, promptId);
    }
    const counts = async () => {
      const rows = await test.database<{ id: number; count: number }[]>`
        SELECT id, sales_count AS count FROM products WHERE id IN (${product.id}, ${other.id})`;
      return new Map(rows.map(({ id, count }) => [id, count]));
    };
    await test.database.begin(async (sql) => {
      await sql`SELECT 1 FROM products WHERE id = ${product.id} FOR SHARE`;
      await refreshSalesCounts(test.database);
      expect(await counts()).toEqual(
        new Map([
          [product.id, 0],
          [other.id, 1],
        ]),
      );
    });
    await refreshSalesCounts(test.database);
    expect(await counts()).toEqual(
      new Map([
        [product.id, 1],
        [other.id, 1],
      ]),
    );
  });
});

it("whatever is bought, in any order and number, the ledger adds up", async () => {
  const prices = [1, 99, 100, 150, 333];
  const products = await Promise.all(
    prices.map((priceCents) => createProduct(test, { priceCents })),
  );
  const step = fc.record({
    which: fc.nat(prices.length - 1),
    isAtOnce: fc.boolean(),
    gift: fc.constantFrom(0, 1, 99, 151),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { agent, id } = await createMember(test);
      const owned = new Set<number>();
      let wallet = 0;
      for (const { which, isAtOnce, gift } of steps) {
        if (gift > 0) await giveCredits(test.database, id, gift);
        wallet += gift;
        const { id: productId, priceCents } = products[which] ?? product;
        const clicks = isAtOnce ? 3 : 1;
        const responses = await Promise.all(
          Array.from({ length: clicks }, () => buy(agent, productId)),
        );
        const mayBuy = owned.has(which) || wallet >= priceCents;
        expect(responses.map((response) => response.status)).toEqual(
          Array(clicks).fill(mayBuy ? 200 : 402),
        );
        if (mayBuy && !owned.has(which)) wallet -= priceCents;
        if (mayBuy) owned.add(which);
        expect(await balanceOf(agent)).toBe(wallet);
      }
      expect(await listOrders(agent)).toHaveLength(owned.size);
      expect(await listViolations(test.database)).toEqual([]);
    }),
    { numRuns: 15 },
  );
});
