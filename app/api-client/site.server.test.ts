import { describe, expect, it } from "vitest";
import { ApiClient } from "#app/api-client/transport/transport.server.ts";
import {
  getConsentVersion,
  getDefaultSettings,
  getFeatures,
  getPayoutMethods,
  getSettings,
  isEmailVerificationOn,
  listSocialLinks,
} from "./site.server.ts";

const NEEDED = {
  is_reg_enabled: true,
  is_email_verification_enabled: false,
  internal_currency_name: "Credits",
  company_name: "Promptory",
};

let clients = 0;
/**
 * A client of a server with these settings: a new server each time, because its responses are
 * cached.
 */
function createClient(settings: object, onCall = () => {}): ApiClient {
  return new ApiClient(
    {
      fetch: async () => {
        onCall();
        const payload = Array.isArray(settings) ? settings : { ...NEEDED, ...settings };
        return Response.json({ status: "OK", payload });
      },
      baseUrl: `https://${clients++}.example/api`,
      appUrl: "https://shop.example",
      headers: {},
      storageBase: "https://backend.example",
      paymentOrigins: [],
    },
    { cookieHeader: null, clientIp: "203.0.113.9", requestId: "r-1", locale: "en" },
  );
}

const read = (settings: object) => getSettings(createClient(settings));

describe("settings", () => {
  it("state the limits of a deposit", async () => {
    const { depositLimits } = await read({ deposit_min: "5.00", deposit_max: 50 });
    expect(depositLimits).toEqual({ minCents: 500, maxCents: 5000 });
  });

  it("invent no limits: the server checks amounts itself", async () => {
    expect((await read({})).depositLimits).toBeNull();
    expect((await read({ deposit_min: "free", deposit_max: 50 })).depositLimits).toBeNull();
  });

  it.each([
    ["1.25", 12_500],
    [2, 20_000],
    [undefined, null],
    ["free", null],
    [0, null],
    [-1, null],
    ["0.0001", 1],
    [0.000_04, null],
    ["1e300", null],
  ])("state the rate of the currency: %j", async (rate, basisPoints) => {
    expect((await read({ eur_rate: rate })).eurRateBasisPoints).toBe(basisPoints);
  });

  it.each([
    [true, true],
    [1, true],
    [false, false],
    [null, false],
    [undefined, false],
    ["perhaps", false],
  ])("claim that prices include VAT only where the server states it: %j", async (stated, shown) => {
    expect((await read({ prices_include_vat: stated })).pricesIncludeVat).toBe(shown);
  });

  it("are read once, whichever of them a page needs", async () => {
    let reads = 0;
    const api = createClient({ features: ["own_data"], consent_version: "7" }, () => reads++);
    expect(await getFeatures(api)).toEqual(new Set(["own_data"]));
    expect(await getConsentVersion(api)).toBe("7");
    expect(await isEmailVerificationOn(api)).toBe(false);
    expect(await getPayoutMethods(api)).toEqual(["sepa"]);
    expect(await getSettings(api)).toMatchObject({ isRegistrationOpen: true });
    expect(reads).toBe(1);
  });

  it("that cannot be had are those of a server that states the least", async () => {
    expect(getDefaultSettings(createClient({}))).toEqual(await read({}));
  });
});

describe("links to other places of the shop", () => {
  const imageOf = async (image: string) => {
    const link = { url: "https://social.example/shop", title: "Social", image };
    const [found] = await listSocialLinks(createClient([link]));
    return found?.image;
  };

  it("have their picture, from wherever it comes", async () => {
    expect(await imageOf("/storage/social.png")).toMatch(/^https:\/\/.*\/social\.png$/);
    expect(await imageOf("https://cdn.example/a.png")).toBe("https://cdn.example/a.png");
  });

  it("have no part of a picture of another host, which no browser shows: their name stands there", async () => {
    expect(await imageOf("/social.svg#x")).toBeNull();
    expect(await imageOf("https://cdn.example/social.svg#x")).toBeNull();
    expect(await imageOf("https://shop.example/social.svg#x")).toContain("/social.svg#x");
  });
});
