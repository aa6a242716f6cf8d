import { expect, it } from "vitest";
import { runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { pickReason, readPicked } from "./staff-offer.server.ts";

const PATH = "/staff/offers/5";

/** The URL to which the button of reason 3 redirects, with these fields in the same form. */
async function pick(fields: Record<string, string>) {
  const body = new URLSearchParams({ pick: "3", ...fields });
  const address = `${SHOP_URL}/en${PATH}?form=reason`;
  const request = new Request(address, { method: "POST", body });
  const { result } = await runInWebTier(
    request,
    () => Response.json({}),
    (context) => pickReason({ request, context }, PATH),
  );
  return result instanceof Response ? (result.headers.get("location") ?? "") : "";
}

async function read(address: string) {
  const { result } = await runInWebTier(
    new Request(SHOP_URL + address),
    () => Response.json({}),
    (context) => readPicked({ context }),
  );
  return result;
}

it.each(["12,50", "", "&service_price=1"])("keeps the typed price %j", async (price) => {
  const address = await pick({ service_price: price, message: "Dear you", version: "2" });
  expect(address).toMatch(new RegExp(`^/en${PATH}\\?`));
  expect(address).not.toContain("Dear");
  expect(await read(address)).toEqual({ reasonId: "3", typedPrice: price });
});

it("keeps no more of a price than one can be long", async () => {
  const address = await pick({ service_price: "1".repeat(500) });
  expect((await read(address)).typedPrice).toBe("1".repeat(20));
});

it("is nothing at the offer's own address", async () => {
  expect(await read(`/en${PATH}`)).toEqual({ reasonId: null, typedPrice: null });
});
