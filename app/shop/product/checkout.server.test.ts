import { expect, it } from "vitest";
import { clearPublicCache } from "#app/api-client/transport/public-cache.server.ts";
import { type FakeApi, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { loadCheckout } from "./checkout.server.ts";

type Args = Parameters<typeof loadCheckout>;

it.each([
  [["billing_details"], true],
  [[], false],
])("with the features %j the link to the invoice details is there: %j", async (features, has) => {
  clearPublicCache();
  const asked: string[] = [];
  const api: FakeApi = (_, path) => {
    asked.push(path);
    return Response.json({ payload: { features, eur_rate: "0.5" } });
  };
  const request = new Request(`${SHOP_URL}/en/products/fox?buy=1`);
  // All that the checkout reads of them.
  const [product, user] = [{ priceCents: 100 } as Args[1], { balanceCents: 200 } as Args[2]];
  const { result } = await runInWebTier(request, api, (context) =>
    loadCheckout({ context, request }, product, user),
  );
  expect(result).toMatchObject({ topUp: null, hasInvoices: has, rateBasisPoints: 5_000 });
  expect(asked).not.toContain("/user/billing");
});
