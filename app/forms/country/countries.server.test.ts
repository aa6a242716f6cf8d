import { expect, it } from "vitest";
import { clearPublicCache } from "#app/api-client/transport/public-cache.server.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { countryName, loadCountries } from "./countries.server.ts";

/** The countries of a member's form, for a server with this response, and whether it signs out. */
async function load(status: number, body: unknown) {
  clearPublicCache();
  const { result } = await runInWebTier(
    new Request(`${SHOP_URL}/en/contact-us`),
    () => Response.json(body, { status }),
    async (context) => {
      const countries = await loadCountries(context);
      return { countries, hasSession: getApi(context).jar.hasSession };
    },
  );
  return result;
}

it("are the server's", async () => {
  const countries = [{ id: "7", name: "Estonia" }];
  expect((await load(200, { payload: [{ id: 7, name: "Estonia" }] })).countries).toEqual(countries);
});

it.each([
  ["lists none", 200, { status: "OK", payload: [] }],
  ["has none", 404, { message: "Not found." }],
  ["has them for others alone", 401, { message: "Unauthenticated." }],
  ["forbids them", 403, { message: "Forbidden." }],
])("are ours for a server that %s, and nobody has to sign in for them", async (_how, status, body) => {
  const { countries, hasSession } = await load(status, body);
  expect(countries.length).toBeGreaterThan(200);
  expect(hasSession).toBe(true);
});

it("falls back to the code of a country that is not listed", () => {
  expect(countryName([{ id: "EE", name: "Estonia" }], "EE")).toBe("Estonia");
  expect(countryName([], "EE")).toBe("EE");
});
