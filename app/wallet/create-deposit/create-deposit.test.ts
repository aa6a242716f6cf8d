import { expect, it } from "vitest";
import { clearPublicCache } from "#app/api-client/transport/public-cache.server.ts";
import { type FakeApi, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { loader } from "./create-deposit.tsx";

it.each([
  [["billing_details"], true],
  [[], false],
])("with the features %j the link to the invoice details is there: %j", async (features, has) => {
  clearPublicCache();
  const asked: string[] = [];
  const api: FakeApi = (_, path) => {
    asked.push(path);
    return Response.json({ payload: { features, email: "ada@b.test", balance: "0.00" } });
  };
  const request = new Request(`${SHOP_URL}/en/dashboard/deposits/create`);
  const { result } = await runInWebTier(request, api, (context) =>
    loader({ context, request, params: {} } as unknown as Parameters<typeof loader>[0]),
  );
  expect(result.hasInvoices).toBe(has);
  expect(asked).not.toContain("/user/billing");
});
