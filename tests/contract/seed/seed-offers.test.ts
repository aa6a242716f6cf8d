import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { offerHistoryResponseSchema } from "#api/contract/offers.ts";
import { staffPayoutsResponseSchema } from "#api/contract/payouts.ts";
import { seedProducts } from "#api/db/seed/catalogue/index.ts";
import { DEMO_PASSWORD } from "#api/db/seed/demo-accounts.ts";
import { DEMO_OFFERS } from "#api/db/seed/demo-offers.ts";
import { seedDemo } from "#api/db/seed/seed.ts";
import { createProceduralImages } from "#api/providers/images/procedural-images.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { exportPayouts } from "#tests/setup/records/offers.ts";

let test: TestApi;
let painted = 0;
const seed = () => seedDemo(test.deps, { products: seedProducts.slice(0, 1), imageSizePx: 160 });
beforeAll(async () => {
  const painter = createProceduralImages();
  const generate: typeof painter.generate = (request) => {
    painted += 1;
    return painter.generate(request);
  };
  test = await createTestApi({ images: { ...painter, generate } });
  await seed();
});
afterAll(() => test.close());

const signIn = async (email: string) => {
  const agent = test.createAgent();
  await agent.post("/api/login", { email, password: DEMO_PASSWORD });
  return agent;
};
const offersOf = async (email: string) => {
  const agent = await signIn(email);
  const { payload } = (await agent.get("/api/offer/history")).as(offerHistoryResponseSchema);
  return { agent, offers: payload };
};

describe("the demo sellers", () => {
  it.each([
    "seller@promptory.test",
    "verified-seller@promptory.test",
  ])("%s has offers, newest first, with pictures that show", async (email) => {
    const { agent, offers } = await offersOf(email);
    const expected = DEMO_OFFERS.filter((offer) => offer.email === email);
    expect(offers.map((offer) => [offer.title, offer.status])).toEqual(
      expected.sort((a, b) => a.hoursAgo - b.hoursAgo).map((offer) => [offer.title, offer.status]),
    );
    for (const offer of offers) {
      if (offer.doc_type === "other") continue;
      expect((await agent.get(offer.doc_url ?? "")).status).toBe(200);
      expect((await agent.get(offer.doc_thumb_url ?? "")).status).toBe(200);
    }
  });

  it("show each way to be paid, and the ledger is true", async () => {
    const statuses = async (email: string) =>
      (await offersOf(email)).offers.flatMap((offer) => offer.payout?.status ?? []);
    expect(await statuses("seller@promptory.test")).toEqual(["awaiting_verification"]);
    expect(await statuses("verified-seller@promptory.test")).toEqual(["ready"]);
    expect(await listViolations(test.database)).toEqual([]);
  });

  it("stay as they are when seeded again", async () => {
    const read = () => test.database`
      SELECT offers.*, payouts.status AS payout FROM offers LEFT JOIN payouts
      ON payouts.offer_id = offers.id ORDER BY offers.id`;
    const [before, paintedBefore] = [await read(), painted];
    await seed();
    expect(await read()).toEqual(before);
    expect(painted).toBe(paintedBefore);
  });

  it("can be paid: our account is named", async () => {
    const agent = await signIn("staff@promptory.test");
    const response = await exportPayouts({ id: 0, email: "", password: "", agent });
    expect(response.status).toBe(200);
    const { payload } = (await agent.get("/api/staff/payouts?status=exported")).as(
      staffPayoutsResponseSchema,
    );
    expect(payload.map((payout) => payout.amount)).toEqual(["165.00"]);
  });
});
