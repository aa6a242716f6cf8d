import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMember, createProduct } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { untilWaiting } from "#tests/setup/database/until-waiting.ts";
import { fillDeposit } from "#tests/setup/money/top-up.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";

// Requests about a product at the moment when it is deleted, as undoing an import does.

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 10 });
});
afterAll(() => test.close());

type Product = { id: number; slug: string };
const CASES: [
  string,
  number,
  string,
  (agent: ApiAgent, product: Product) => ReturnType<ApiAgent["post"]>,
][] = [
  [
    "a favorite",
    404,
    "product_not_found",
    (agent, { id }) => agent.post(`/api/wishlist/toggle/${id}`),
  ],
  [
    "a top-up for it",
    404,
    "product_not_found",
    (agent, { id }) => {
      const purchase = {
        prompt_id: String(id),
        expected_price: "4.00",
        buy: true,
        consent: CONSENT,
      };
      return agent.post("/api/deposit/checkout", fillDeposit({ purchase }));
    },
  ],
  [
    "a notice of illegal content",
    422,
    "validation_failed",
    (agent, { slug }) =>
      agent.post("/api/notices", {
        operation_id: randomUUID(),
        product: slug,
        reason: "rights",
        explanation: "This picture is mine: I painted it in 1999 and have never sold it.",
        name: "Bea",
        email: "bea@example.com",
        good_faith: true,
      }),
  ],
];

describe("a product that is deleted meanwhile", () => {
  it.each(CASES)("does not exist for %s", async (_name, status, code, send) => {
    const { agent } = await createMember(test);
    const product = await createProduct(test, { priceCents: 400 });
    let sent: ReturnType<typeof send> | undefined;
    await test.database.begin(async (sql) => {
      await sql`DELETE FROM products WHERE id = ${product.id}`;
      sent = send(agent, product);
      await untilWaiting(test.database, 1);
    });
    const response = await sent;
    expect([response?.status, response?.body]).toEqual([status, expect.objectContaining({ code })]);
  });
});
