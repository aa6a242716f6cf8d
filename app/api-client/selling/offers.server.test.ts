import { describe, expect, it } from "vitest";
import { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { findImage, getOffer, listOffers, nameOfferFailure } from "./offers.server.ts";

const APP_URL = "https://shop.example";

/** A client of a marketplace API that always returns this response. */
function createClient(
  respond: () => Response = () => Response.json({ status: "OK", payload: [] }),
  { baseUrl = "https://backend.example/api", storageBase = "https://backend.example" } = {},
): ApiClient {
  return new ApiClient(
    {
      fetch: async () => respond(),
      baseUrl,
      appUrl: APP_URL,
      headers: {},
      storageBase,
      paymentOrigins: [],
    },
    { cookieHeader: "shop_session=s", clientIp: "203.0.113.9", requestId: "r-1", locale: "de" },
  );
}

const FIRST = { before: null, after: null };
const respond = (payload: unknown) => () => Response.json({ status: "OK", payload: [payload] });

describe("an offer", () => {
  const statusOf = (status: number) => () =>
    Response.json({ status: "ERROR", message: "x" }, { status });

  it.each([
    404, 422,
  ])("is none where its id is unknown or none of the server's: %i", async (code) => {
    expect(await getOffer(createClient(statusOf(code)), "abc")).toBeNull();
  });

  it("is not taken for none when the server fails", async () => {
    await expect(getOffer(createClient(statusOf(429)), "abc")).rejects.toThrow();
  });
});

describe("an offer's status", () => {
  it.each([
    ["offer", "offer"],
    ["OFFER", "offer"],
    ["Approved", "approved"],
    ["DECLINED_BY_USER", "declined_by_user"],
    ["Declined by service", "declined_by_service"],
    ["declined-by-admin", "declined"],
    ["Declined", "declined"],
    ["REJECTED", "declined"],
    ["in_review", "in_review"],
  ])("%j is read as %s", async (stated, status) => {
    const offer = { id: 7, title: "Fox", user_price: "5.00", status: stated };
    const { items } = await listOffers(createClient(respond(offer)), FIRST);
    expect(items).toMatchObject([{ status }]);
  });
});

describe("an offer's picture", () => {
  const remote = createClient();
  const embedded = createClient(undefined, {
    baseUrl: "http://api.internal/api",
    storageBase: "",
  });

  it.each([
    ["/api/offer/7/document?size=thumb", embedded, { apiPath: "/offer/7/document?size=thumb" }],
    [`${APP_URL}/api/offer/7/document`, embedded, { apiPath: "/offer/7/document" }],
    ["/api/offer/7/document", remote, { apiPath: "/offer/7/document" }],
    ["https://backend.example/api/x.png", remote, { apiPath: "/x.png" }],
    ["/storage/offers/7.png", remote, { url: "https://backend.example/storage/offers/7.png" }],
    ["https://cdn.example/api/7.png", remote, { url: "https://cdn.example/api/7.png" }],
    ["/apis/7.png", remote, { url: "https://backend.example/apis/7.png" }],
  ])("%s is passed on by us only when it is the API's", (address, api, source) => {
    expect(findImage(api, address)).toEqual(source);
  });
});

describe("offers of another server", () => {
  it("may have numbers and few fields", async () => {
    const offer = { id: "7", title: "Fog", user_price: 60, status: "declined", created_at: 0 };
    const { items } = await listOffers(createClient(respond(offer)), FIRST);
    const [view] = items;
    expect(view).toMatchObject({ id: "7", userPriceCents: 6000, servicePriceCents: null });
    expect(view).toMatchObject({
      isImage: false,
      payout: null,
      createdAt: "1970-01-01T00:00:00.000Z",
    });
  });

  it.each([
    [500, "Trying to access array offset on value of type null", "api_failed"],
    [500, "Gateway timed out", "gateway_failed"],
    [500, "Server Error", null],
    // A proxy returns this for every request.
    [502, "Bad Gateway", null],
  ])("a failure %i %s is recognized by its text (spec §8)", async (status, message, text) => {
    const failing = createClient(() => Response.json({ message }, { status }));
    const error = await listOffers(failing, FIRST).catch((reason: unknown) => reason);
    expect(nameOfferFailure(error)).toBe(text);
    expect(JSON.stringify(error), "the text itself goes no further").not.toContain(message);
  });
});
