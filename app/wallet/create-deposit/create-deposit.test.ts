import { beforeEach, expect, it } from "vitest";
import { clearPublicCache } from "#app/api-client/transport/public-cache.server.ts";
import { type FakeApi, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { loader } from "./create-deposit.tsx";

beforeEach(clearPublicCache);

const load = (api: FakeApi) => {
  const request = new Request(`${SHOP_URL}/en/dashboard/deposits/create`);
  return runInWebTier(request, api, (context) =>
    loader({ context, request, params: {} } as unknown as Parameters<typeof loader>[0]),
  );
};

it.each([
  403, 429, 500,
])("shows the form by the spec's defaults if the settings fail with %i", async (status) => {
  const payload = { email: "ada@b.test", balance: "0.00" };
  const { result, logged } = await load((_, path) =>
    path === "/settings"
      ? Response.json({ message: "No." }, { status })
      : Response.json({ status: "OK", payload }),
  );
  expect(result).toMatchObject({ limits: null, hasInvoices: false });
  expect(logged.join()).toContain("settings could not be loaded");
});

it.each([
  [["billing_details"], true],
  [[], false],
])("with the features %j the link to the invoice details is there: %j", async (features, has) => {
  const asked: string[] = [];
  const api: FakeApi = (_, path) => {
    asked.push(path);
    return Response.json({ payload: { features, email: "ada@b.test", balance: "0.00" } });
  };
  const { result } = await load(api);
  expect(result.hasInvoices).toBe(has);
  expect(asked).not.toContain("/user/billing");
});
