import { describe, expect, it } from "vitest";
import { clearPublicCache } from "#app/api-client/transport/public-cache.server.ts";
import { type FakeApi, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { isOffered, listDestinations, pickDestination } from "./withdrawal.server.ts";

const order = (id: string, ...destinations: ("wallet" | "source")[]) => ({
  id,
  ...{
    title: "Stripes",
    titleLanguage: undefined,
    amountCents: 300,
    createdAt: "2026-01-01",
    destinations,
  },
});
const gift = order("7", "wallet");
const paid = order("8", "wallet", "source");
const onlyGifts = { orders: [gift], balanceCents: 0 };
const both = { orders: [gift, paid], balanceCents: 0 };
const nothing = { orders: [], balanceCents: 0 };

describe("withdrawals", () => {
  const reply = (status: number, body: object = { message: "No." }) =>
    Response.json(body, { status });
  const listed = reply(200, { payload: { features: ["withdrawals"] } });
  const unlisted = reply(200, { payload: {} });

  it.each([
    ["lists them", listed, reply(404), true],
    ["has their call, and says nothing of it", unlisted, reply(405), true],
    ["authenticates before it routes", unlisted, reply(401), true],
    ["fails for now", unlisted, reply(500), true],
    ["reads something there", unlisted, reply(200, { payload: [] }), true],
    ["has no such call", unlisted, reply(404), false],
    ["cannot say what it has", reply(500), reply(404), true],
  ])("are offered or not by a server that %s", async (_, settings, call, expected) => {
    clearPublicCache();
    const request = new Request(`${SHOP_URL}/en/withdraw-from-contract`);
    const api: FakeApi = (_request, path) =>
      path === "/withdrawals" ? call.clone() : settings.clone();
    const { result } = await runInWebTier(request, api, isOffered);
    expect(result).toBe(expected);
  });
});

describe("the destinations of a withdrawal", () => {
  it("are those of all that could be withdrawn from", () => {
    expect(listDestinations(onlyGifts)).toEqual(["wallet"]);
    expect(listDestinations(both)).toEqual(["wallet", "source"]);
    expect(listDestinations({ ...onlyGifts, balanceCents: 1 })).toEqual(["wallet", "source"]);
    expect(listDestinations(nothing)).toEqual(["wallet", "source"]);
  });

  it("begin with the way that the contract was paid, if it can take the money", () => {
    expect(pickDestination(both, { contract: "8" })).toBe("source");
    expect(pickDestination(both, { contract: "7" })).toBe("wallet");
    expect(pickDestination(both, { contract: "the fox" })).toBe("source");
    expect(pickDestination(onlyGifts, {})).toBe("wallet");
    expect(pickDestination(nothing, {})).toBe("source");
  });

  it("drop one that was stated where it cannot apply", () => {
    expect(pickDestination(onlyGifts, { contract: "the fox", destination: "source" })).toBe(
      "wallet",
    );
    expect(pickDestination(both, { contract: "8", destination: "wallet" })).toBe("wallet");
  });
});
