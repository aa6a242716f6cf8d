import { expect, it } from "vitest";
import { clearPublicCache } from "#app/api-client/transport/public-cache.server.ts";
import { runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { loader } from "./orders.tsx";

/** The screen of order 7, for a server with this response to any read of orders. */
async function open(status: number, body: unknown) {
  clearPublicCache();
  const request = new Request(`${SHOP_URL}/en/dashboard?order=7`);
  const { result } = await runInWebTier(
    request,
    (_request, path) => {
      if (path === "/purchase/history") return Response.json(body, { status });
      return Response.json({ payload: { email: "ada@example.test", balance: "0.00" } });
    },
    (context) => loader({ context, request, params: {} } as Parameters<typeof loader>[0]),
  );
  return result.data;
}

it("says that there is no such order where the list does not have it", async () => {
  expect(await open(200, { payload: [] })).toMatchObject({ isUnknown: true });
});

it.each([404, 422])("does not say so where no list could be read: %i", async (status) => {
  expect(await open(status, { message: "No." })).toMatchObject({ orders: null, isUnknown: false });
});
