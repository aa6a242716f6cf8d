import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { toImageName } from "#api/catalog/image-names.ts";
import { settingsResponseSchema, socialLinksResponseSchema } from "#api/contract/site.ts";
import { productPictureResponseSchema } from "#api/contract/staff/products.ts";
import { staffSettingsResponseSchema } from "#api/contract/staff/settings.ts";
import { createMember } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { createStaff, type Member } from "#tests/setup/records/offers.ts";

let test: TestApi;
let staff: Member;
beforeAll(async () => {
  test = await createTestApi();
  staff = await createStaff(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database`UPDATE settings SET company_name = 'Promptory', company_vat_id = NULL,
    is_vat_exempt = true, is_email_verification_enabled = false, eur_rate_basis_points = 10000,
    deposit_min_cents = 100, deposit_max_cents = 200000`;
});

const read = async (agent = staff.agent) =>
  (await agent.get("/api/staff/settings")).as(staffSettingsResponseSchema).payload;
const saveSite = async (changes: object, agent = staff.agent) => {
  const { site } = await read();
  return agent.put("/api/staff/settings/site", { ...site, ...changes });
};
const saveMoney = async (changes: object, agent = staff.agent) => {
  const { money } = await read();
  return agent.put("/api/staff/settings/money", { ...money, ...changes });
};
const shown = async () =>
  (await test.createAgent().get("/api/settings", { isStateful: false })).as(settingsResponseSchema)
    .payload;
const lastAction = async () => {
  const [row] = await test.database`
    SELECT actor_id, action, before, after FROM audit_log ORDER BY id DESC LIMIT 1`;
  return row;
};

describe("the settings in the desk", () => {
  it("are shown in the shop once they are saved, and the log says what changed", async () => {
    const changes = { company_name: "Muse & Søn", sizes: "512x512, 1024 × 1024", formats: ["png"] };
    expect((await saveSite(changes)).status).toBe(200);
    expect(await shown()).toMatchObject({
      company_name: "Muse & Søn",
      sizes: ["512x512", "1024x1024"],
      formats: ["png"],
      company_phone: null,
    });
    expect(await lastAction()).toEqual({
      actor_id: staff.id,
      action: "settings.update",
      before: {
        company_name: "Promptory",
        formats: ["jpg", "png", "webp"],
        sizes: ["1024x1024", "512x512"],
      },
      after: { company_name: "Muse & Søn", formats: ["png"], sizes: ["512x512", "1024x1024"] },
    });
  });

  it("name where else the shop is, with an icon where there is one", async () => {
    const links = async () =>
      (await test.createAgent().get("/api/social-links")).as(socialLinksResponseSchema).payload;
    const text = "Instagram https://www.instagram.com/shop\nhttps://example.com/@shop";
    expect((await saveSite({ social_links: text })).status).toBe(200);
    expect(await links()).toEqual([
      {
        title: "Instagram",
        url: "https://www.instagram.com/shop",
        image: "/social.svg#instagram",
      },
      { title: "example.com", url: "https://example.com/@shop", image: null },
    ]);
    await test.database`UPDATE social_links SET image = '/own.svg' WHERE title = 'example.com'`;
    const own = "Our blog https://example.com/@shop";
    expect((await saveSite({ social_links: own })).status).toBe(200);
    const kept = { title: "Our blog", url: "https://example.com/@shop", image: "/own.svg" };
    expect(await links()).toEqual([kept]);
    expect(await lastAction()).toMatchObject({
      before: { social_links: expect.stringContaining("instagram") },
      after: { social_links: own },
    });
    const wrong = await saveSite({ social_links: "Shop javascript:alert(1)" });
    expect(wrong.error.error_codes).toMatchObject({
      social_links: [{ code: "url_invalid" }],
    });
    // Saving other settings does not change them.
    expect((await saveSite({ company_phone: "+372 600 1000" })).status).toBe(200);
    expect(await links()).toEqual([kept]);
    expect((await saveSite({ social_links: "" })).status).toBe(200);
    expect(await links()).toEqual([]);
  });

  it("of money count for deposits from then on", async () => {
    const rates = { eur_rate: "1,25", deposit_min: "5", deposit_max: "50.00" };
    expect((await saveMoney(rates)).status).toBe(200);
    expect(await shown()).toMatchObject({
      eur_rate: "1.25",
      deposit_min: "5.00",
      deposit_max: "50.00",
    });
    const { agent } = await createMember(test);
    const validate = (amount: string) => agent.post("/api/deposit/validate-amount", { amount });
    expect((await validate("4.99")).error.errors?.amount?.[0]).toContain("5.00 EUR");
    expect((await validate("50.01")).error.errors?.amount?.[0]).toContain("50.00 EUR");
    expect((await validate("5.00")).status).toBe(200);
  });

  it("offer sellers a card as soon as the staff says so, and a bank transfer as before", async () => {
    expect((await read()).money?.is_card_payout_enabled).toBe(false);
    expect((await saveMoney({ is_card_payout_enabled: true })).status).toBe(200);
    expect((await shown()).payout_methods).toEqual(["sepa", "card"]);
    expect(await lastAction()).toMatchObject({
      before: { payout_methods: ["sepa"] },
      after: { payout_methods: ["sepa", "card"] },
    });
    expect((await saveMoney({ is_card_payout_enabled: false })).status).toBe(200);
    expect((await shown()).payout_methods).toEqual(["sepa"]);
  });

  it("offer no card where nothing pays to cards", async () => {
    const bare = await createTestApi({ cardPayouts: () => [] });
    const { agent } = await createStaff(bare);
    const { payload } = (await agent.get("/api/staff/settings")).as(staffSettingsResponseSchema);
    const body = { ...payload.money, is_card_payout_enabled: true };
    const response = await agent.put("/api/staff/settings/money", body);
    expect(response.error.error_codes?.is_card_payout_enabled?.[0]?.code).toBe(
      "payout_provider_required",
    );
    await bare.close();
  });

  it("take the currency's picture from an upload, see-through and without its metadata", async () => {
    const png = await sharp({
      create: {
        width: 200,
        height: 200,
        channels: 4,
        background: { r: 9, g: 99, b: 199, alpha: 0 },
      },
    })
      .withExif({ IFD0: { ImageDescription: "where it was made" } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set("media", new File([new Uint8Array(png)], "coin.png", { type: "image/png" }));
    const uploaded = await staff.agent.post("/api/staff/products/pictures", form);
    const { picture } = uploaded.as(productPictureResponseSchema).payload;
    const name = toImageName(picture);
    const get = () => test.createAgent().get(`/media/${name}/160.webp`, { isStateful: false });
    expect((await get()).status).toBe(404);
    expect((await saveSite({ currency_picture: picture })).status).toBe(200);
    expect((await shown()).internal_currency_image).toBe(`/media/${name}/160.webp`);
    const { bytes } = await get();
    const { format, hasAlpha, exif } = await sharp(bytes).metadata();
    expect([format, hasAlpha, exif]).toEqual(["webp", true, undefined]);
    // Saving other settings does not change it; removing the picture brings the name back.
    expect((await saveSite({ copyright: "Ours" })).status).toBe(200);
    expect((await shown()).internal_currency_image).toBe(`/media/${name}/160.webp`);
    expect((await saveSite({ internal_currency_image: "" })).status).toBe(200);
    expect((await shown()).internal_currency_image).toBeNull();
    expect((await get()).status).toBe(404);
    const unknown = await saveSite({ currency_picture: "0".repeat(64) });
    expect(unknown.invalidFields).toEqual(["currency_picture"]);
  });

  it.each([
    [{ company_name: " " }, "company_name", "company_name_required"],
    [{ company_name: "a\u202eb" }, "company_name", "character_invalid"],
    [{ internal_currency_name: "" }, "internal_currency_name", "currency_name_required"],
    [
      { internal_currency_image: "https://evil.example/x.png" },
      "internal_currency_image",
      "image_path_invalid",
    ],
    [
      { internal_currency_image: "//evil.example/x.png" },
      "internal_currency_image",
      "image_path_invalid",
    ],
    [{ formats: [] }, "formats", "choice_required"],
    [{ sizes: " , " }, "sizes", "choice_required"],
    [{ sizes: "1024x1024, 4x4" }, "sizes", "image_size_invalid"],
    [{ support_email: "nobody" }, "support_email", "email_invalid"],
    [{ is_vat_exempt: false }, "company_vat_id", "vat_id_required"],
    [{ company_vat_id: "EE100000015" }, "company_vat_id", "vat_id_invalid"],
    [{ company_country: "DE", company_vat_id: "EE160010040" }, "company_vat_id", "vat_id_country"],
    [
      { is_email_verification_enabled: true },
      "is_email_verification_enabled",
      "mail_server_required",
    ],
  ])("reject what would break the shop: %o", async (changes, field, code) => {
    const before = await read();
    const response = await saveSite(changes);
    expect(response.status).toBe(422);
    expect(response.error.error_codes?.[field]?.[0]?.code).toBe(code);
    expect(await read()).toEqual(before);
  });

  it("take a VAT ID of the company's own country, by the two letters that it has there", async () => {
    const greek = { company_country: "GR", company_vat_id: "EL094259216", is_vat_exempt: false };
    expect((await saveSite(greek)).status).toBe(200);
    const moved = await saveSite({ company_country: "EE" });
    expect(moved.invalidFields).toEqual(["company_vat_id"]);
    expect(
      (await saveSite({ company_country: "", company_vat_id: "", is_vat_exempt: true })).status,
    ).toBe(200);
  });

  it.each([
    ["support_email", "help@example.com", "email_required"],
    ["company_address", "Narva 1, Tallinn", "address_required"],
  ])("keep a %s once there is one: the terms name it", async (field, value, code) => {
    await test.database`UPDATE settings SET support_email = NULL, company_address = NULL`;
    expect((await saveSite({ [field]: "" })).status).toBe(200);
    expect((await saveSite({ [field]: value })).status).toBe(200);
    const emptied = await saveSite({ [field]: " " });
    expect(emptied.error.error_codes).toEqual({ [field]: [{ code }] });
    expect((await read()).site).toMatchObject({ [field]: value });
    await test.database`UPDATE settings SET support_email = NULL, company_address = NULL`;
  });

  it("of before this rule can be saved while VAT ID and country stay", async () => {
    await test.database`
      UPDATE settings SET company_country = 'DE', company_vat_id = 'EE160010040'`;
    expect((await saveSite({ company_phone: "+372 600 1000" })).status).toBe(200);
    await test.database`UPDATE settings SET company_country = NULL, company_vat_id = NULL`;
  });

  it.each([
    [{ eur_rate: "0" }, "eur_rate", "rate_invalid"],
    [{ eur_rate: "-1" }, "eur_rate", "rate_invalid"],
    [{ eur_rate: "1e3" }, "eur_rate", "rate_invalid"],
    [{ deposit_min: "0" }, "deposit_min", "deposit_too_small"],
    // One cent less would credit nothing.
    [{ eur_rate: "0.01", deposit_min: "0.99" }, "deposit_min", "deposit_too_small"],
    [{ deposit_min: "60", deposit_max: "50" }, "deposit_max", "limits_crossed"],
    [
      { payout_debtor_iban: "EE38 2200 2210 2014 5685" },
      "payout_debtor_name",
      "payout_account_incomplete",
    ],
    [
      { payout_debtor_name: "Us", payout_debtor_iban: "EE38 2200 2210 2014 5686" },
      "payout_debtor_iban",
      "iban_checksum_invalid",
    ],
    [
      { payout_debtor_name: "//", payout_debtor_iban: "EE38 2200 2210 2014 5685" },
      "payout_debtor_name",
      "full_name_not_latin",
    ],
    [{ payout_debtor_bic: "abc" }, "payout_debtor_bic", "bic_invalid"],
  ])("reject what would break money: %o", async (changes, field, code) => {
    const before = await read();
    const response = await saveMoney(changes);
    expect(response.status).toBe(422);
    expect(response.error.error_codes?.[field]?.[0]?.code).toBe(code);
    expect(await read()).toEqual(before);
  });

  it("never lock out who may change them: the strictest can be taken back by an owner", async () => {
    await test.database`UPDATE settings SET is_email_verification_enabled = true,
      is_reg_enabled = false`;
    const owner = await createMember(test, { role: "staff" });
    await test.database`UPDATE users SET email_verified_at = NULL WHERE id = ${owner.id}`;
    const again = test.createAgent();
    const credentials = { email: owner.email, password: owner.password };
    expect((await again.post("/api/login", credentials)).status).toBe(200);
    const changes = { is_email_verification_enabled: false, is_reg_enabled: true };
    expect((await saveSite(changes, again)).status).toBe(200);
    expect(await shown()).toMatchObject(changes);
  });

  it("of two concurrent changes, the second is rejected and nothing of the first is lost", async () => {
    const { site } = await read();
    const first = { ...site, company_name: "First" };
    expect((await staff.agent.put("/api/staff/settings/site", first)).status).toBe(200);
    const late = await staff.agent.put("/api/staff/settings/site", { ...first, company_name: "2" });
    expect(late.rejection).toEqual([409, "settings_changed"]);
    expect((await shown()).company_name).toBe("First");
    const { site: opened } = await read();
    await test.database`UPDATE settings SET copyright = 'by SQL'`;
    expect((await staff.agent.put("/api/staff/settings/site", opened)).status).toBe(409);
  });

  it("are saved by web servers that know the version of all settings alone", async () => {
    const { version, money } = await read();
    const put = (changes: object) =>
      staff.agent.put("/api/staff/settings/money", { ...money, version, ...changes });
    expect((await put({ deposit_min: "2.00" })).status).toBe(200);
    expect((await put({ deposit_min: "4.00" })).status).toBe(409);
  });

  it("of the shop and of money, that two have open, are both saved", async () => {
    const { site, money } = await read();
    const named = { ...site, company_name: "First" };
    expect((await staff.agent.put("/api/staff/settings/site", named)).status).toBe(200);
    const dearer = { ...money, deposit_min: "3.00" };
    expect((await staff.agent.put("/api/staff/settings/money", dearer)).status).toBe(200);
    const late = await staff.agent.put("/api/staff/settings/money", { ...dearer, eur_rate: "2" });
    expect(late.rejection).toEqual([409, "settings_changed"]);
    expect(await shown()).toMatchObject({ company_name: "First", deposit_min: "3.00" });
  });

  it("keep what money depends on from editors, who may change the rest", async () => {
    const { agent } = await createMember(test, { role: "staff", staffRole: "editor" });
    expect((await read(agent)).money).toBeNull();
    expect((await saveMoney({ payout_debtor_name: "Thief" }, agent)).status).toBe(404);
    expect((await saveSite({ company_phone: "+372 600 1000" }, agent)).status).toBe(200);
    expect((await shown()).company_phone).toBe("+372 600 1000");
  });

  it("of money are read and saved by finance, who changes nothing else", async () => {
    const { agent } = await createMember(test, { role: "staff", staffRole: "finance" });
    const { money } = await read(agent);
    const body = { ...money, deposit_max: "1500.00" };
    expect((await agent.put("/api/staff/settings/money", body)).status).toBe(200);
    expect((await read(agent)).money?.deposit_max).toBe("1500.00");
    expect((await saveSite({ company_phone: "+372 600 1001" }, agent)).status).toBe(404);
    const { agent: reviewer } = await createMember(test, { role: "staff", staffRole: "reviewer" });
    expect((await reviewer.get("/api/staff/settings")).status).toBe(404);
  });

  it("say above which amounts two people are needed; only an owner changes that", async () => {
    const limits = { payout_approval_above: "500", balance_approval_above: "25,50" };
    expect((await saveMoney(limits)).status).toBe(200);
    expect((await read()).money).toMatchObject({
      payout_approval_above: "500.00",
      balance_approval_above: "25.50",
    });
    const { agent: finance } = await createMember(test, { role: "staff", staffRole: "finance" });
    const denied = await saveMoney({ balance_approval_above: "" }, finance);
    expect(denied.status).toBe(403);
    expect((await saveMoney({ deposit_min: "2.00" }, finance)).status).toBe(200);
    expect((await saveMoney({ balance_approval_above: "much" })).status).toBe(422);
    const none = { payout_approval_above: "", balance_approval_above: "" };
    expect((await saveMoney(none)).status).toBe(200);
    expect((await read()).money).toMatchObject(none);
    expect(await lastAction()).toMatchObject({
      action: "settings.update_money",
      before: { balance_approval_above_cents: 2550, payout_approval_above_cents: 50_000 },
      after: { balance_approval_above_cents: null, payout_approval_above_cents: null },
    });
  });
});
