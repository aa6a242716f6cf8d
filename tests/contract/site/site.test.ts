import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  countriesResponseSchema,
  languagesResponseSchema,
  settingsResponseSchema,
  socialLinksResponseSchema,
  wordsSchema,
} from "#api/contract/site.ts";
import { SERVER_FEATURES } from "#domain/site.ts";
import { CONSENT_VERSION } from "#domain/withdrawal.ts";
import { createMember } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  test.createAgent().get(path, { isStateful: false, headers });

describe("the settings", () => {
  it("are the database's, with the limits and the rate that the app shows", async () => {
    expect((await get("/api/settings")).as(settingsResponseSchema)).toEqual({
      status: "OK",
      payload: {
        is_reg_enabled: true,
        is_email_verification_enabled: false,
        internal_currency_name: "Credits",
        internal_currency_image: null,
        formats: ["jpg", "png", "webp"],
        sizes: ["1024x1024", "512x512"],
        company_name: "Promptory",
        company_reg_number: null,
        company_vat_id: null,
        company_representative: null,
        company_address: null,
        support_email: null,
        company_phone: null,
        copyright: null,
        eur_rate: "1",
        prices_include_vat: false,
        deposit_min: "1.00",
        deposit_max: "2000.00",
        consent_version: CONSENT_VERSION,
        features: [...SERVER_FEATURES],
        is_sandbox: true,
        payout_methods: ["sepa"],
      },
    });
    await test.database`
      UPDATE settings SET company_name = 'Muse & Søn', eur_rate_basis_points = 12550`;
    const { payload } = (await get("/api/settings")).as(settingsResponseSchema);
    expect(payload).toMatchObject({ company_name: "Muse & Søn", eur_rate: "1.255" });
  });

  it("name the smallest deposit that the checkout accepts", async () => {
    await test.database`UPDATE settings SET eur_rate_basis_points = 40`;
    const { payload } = (await get("/api/settings")).as(settingsResponseSchema);
    expect(payload).toMatchObject({ eur_rate: "0.004", deposit_min: "2.50" });
    const { agent } = await createMember(test);
    const rejected = await agent.post("/api/deposit/validate-amount", { amount: "2.49" });
    expect(rejected.body).toMatchObject({
      errors: { amount: ["The smallest deposit is 2.50 EUR."] },
    });
  });
});

describe("the languages", () => {
  it("are those offered, English first, by their own names", async () => {
    const { payload } = (await get("/api/languages")).as(languagesResponseSchema);
    expect(payload).toEqual([
      { code: "en", name: "English" },
      { code: "de", name: "Deutsch" },
      { code: "fr", name: "Français" },
      { code: "es", name: "Español" },
      { code: "it", name: "Italiano" },
      { code: "pt", name: "Português" },
      { code: "nl", name: "Nederlands" },
      { code: "pl", name: "Polski" },
      { code: "et", name: "Eesti" },
      { code: "uk", name: "Українська" },
      { code: "ar", name: "العربية" },
    ]);
  });

  it("have their texts, one map for each", async () => {
    const [en, de] = await Promise.all(
      ["en", "de"].map(async (locale) =>
        (await get(`/api/localization/${locale}/words`)).as(wordsSchema),
      ),
    );
    expect(Object.keys(en ?? {}).length).toBeGreaterThan(0);
    expect(de).not.toEqual(en);
  });

  it.each([
    "xx",
    "EN",
    "en.json",
    "..%2F..%2Fpackage",
    "%00",
    "__proto__",
    "constructor",
  ])("do not include %s", async (locale) => {
    expect((await get(`/api/localization/${locale}/words`)).status).toBe(404);
  });
});

describe("the countries", () => {
  it("are all of ISO 3166-1, named and ordered in the language asked for", async () => {
    const list = async (locale: string) =>
      (await get("/api/countries", { "frontend-language": locale })).as(countriesResponseSchema)
        .payload;
    const [en, de] = [await list("en"), await list("de")];
    expect(en).toHaveLength(249);
    expect(new Set(en.map((country) => country.id)).size).toBe(249);
    for (const { id, name } of [...en, ...de]) expect(name).not.toBe(id);
    expect(en.map(({ name }) => name)).toEqual(
      en.map(({ name }) => name).sort(new Intl.Collator("en").compare),
    );
    expect(en.find(({ id }) => id === "AT")?.name).toBe("Austria");
    expect(de.find(({ id }) => id === "AT")?.name).toBe("Österreich");
    // In German collation order: Ö beside O, not after Z.
    const german = de.map(({ name }) => name);
    expect(german.indexOf("Österreich")).toBeLessThan(german.indexOf("Pakistan"));
  });
});

describe("the social links", () => {
  it("are the staff's, in the staff's order", async () => {
    expect((await get("/api/social-links")).as(socialLinksResponseSchema).payload).toEqual([]);
    await test.database`
      INSERT INTO social_links (position, url, title, image) VALUES
      (2, 'https://b.example', 'B', NULL), (1, 'https://a.example', 'A', '/social/a.svg#icon')`;
    expect((await get("/api/social-links")).as(socialLinksResponseSchema).payload).toEqual([
      { url: "https://a.example", title: "A", image: "/social/a.svg#icon" },
      { url: "https://b.example", title: "B", image: null },
    ]);
  });
});

describe("the texts", () => {
  it("of mails stay with us: they would only make every page longer", async () => {
    const words = (await get("/api/localization/en/words")).as(wordsSchema);
    expect(Object.keys(words).filter((key) => key.startsWith("mail."))).toEqual([]);
  });
});

describe("what is the same for everybody", () => {
  const paths = [
    "/api/settings",
    "/api/languages",
    "/api/localization/en/words",
    "/api/countries",
    "/api/social-links",
  ];

  it.each(paths)("%s may be kept by caches, and is not sent twice", async (path) => {
    const first = await get(path);
    expect(first.setCookies).toEqual([]);
    expect(first.headers.get("cache-control")).toMatch(
      /^public, max-age=\d+, stale-while-revalidate=\d+$/,
    );
    expect(first.headers.get("vary")).toContain("frontend-language");
    const etag = first.headers.get("etag") ?? "";
    expect(etag).not.toBe("");
    const again = await get(path, { "if-none-match": etag });
    expect([again.status, again.text]).toEqual([304, ""]);
    expect(again.headers.get("cache-control")).toContain("public");
  });

  it.each(paths)("%s is the same for guest, member and staff", async (path) => {
    const [member, staff] = [await createMember(test), await createMember(test, { role: "staff" })];
    const guest = await get(path);
    expect((await member.agent.get(path)).body).toEqual(guest.body);
    const response = await staff.agent.get(path);
    expect(response.body).toEqual(guest.body);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });

  it.each(["/api/localization/xx/words", "/api/nothing"])("an error is not: %s", async (path) => {
    expect((await get(path)).headers.get("cache-control")).toBe("no-store");
  });
});
