import { afterAll, beforeAll, expect, it } from "vitest";
import { purchaseHistoryResponseSchema } from "#api/contract/purchases.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember, createProduct, giveCredits } from "#tests/factories.ts";
import { readProfile } from "#tests/setup/api/reads.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import type { Member } from "#tests/setup/records/offers.ts";

// Staff withdraw a product while many people buy it.

let test: TestApi;
let staff: Member;
let buyers: Member[];
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 16 });
  staff = await createMember(test, { role: "staff" });
  buyers = await Promise.all(Array.from({ length: 12 }, () => createMember(test)));
  for (const { id } of buyers) await giveCredits(test.database, id, 10_000);
});
afterAll(() => test.close());

const PRICE_CENTS = 250;

const buy = ({ agent }: Member, promptId: number) =>
  agent.post("/api/purchase/prompt", { prompt_id: promptId, consent: CONSENT });

const withdraw = async (ids: number[]) => {
  const body = { ids: ids.map(String), action: "withdraw" };
  expect((await staff.agent.post("/api/staff/products/changes", body)).status).toBe(200);
};

async function standOf({ agent }: Member): Promise<{ cents: number; owned: string[] }> {
  const profile = await readProfile(agent);
  const orders = (await agent.get("/api/purchase/history")).as(purchaseHistoryResponseSchema);
  return {
    cents: Math.round(Number(profile.balance) * 100),
    owned: orders.payload.map(({ slug }) => slug ?? ""),
  };
}

// The withdrawal is requested before, among and after the purchases.
it.each([0, 3, 6, 12])("each of twelve owns it and paid, or did neither (%i before)", async (n) => {
  const product = await createProduct(test, { priceCents: PRICE_CENTS });
  const before = await Promise.all(buyers.map(standOf));
  const [first, rest] = [buyers.slice(0, n), buyers.slice(n)];
  const early = first.map((buyer) => buy(buyer, product.id));
  const withdrawing = withdraw([product.id]);
  const late = rest.map((buyer) => buy(buyer, product.id));
  const responses = await Promise.all([...early, ...late]);
  await withdrawing;

  const after = await Promise.all(buyers.map(standOf));
  responses.forEach((response, index) => {
    const [was, is] = [before[index], after[index]];
    const paid = (was?.cents ?? 0) - (is?.cents ?? 0);
    const isOwned = is?.owned.includes(product.slug) ?? false;
    if (response.status === 200) {
      expect([paid, isOwned]).toEqual([PRICE_CENTS, true]);
    } else {
      expect(response.error.code).toBe("product_withdrawn");
      expect([paid, isOwned]).toEqual([0, false]);
    }
  });
  const newcomer = await createMember(test);
  await giveCredits(test.database, newcomer.id, PRICE_CENTS);
  expect((await buy(newcomer, product.id)).error.code).toBe("product_withdrawn");
  expect(await standOf(newcomer)).toEqual({ cents: PRICE_CENTS, owned: [] });
  expect(await listViolations(test.database)).toEqual([]);
});
