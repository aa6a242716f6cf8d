import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { accountJobs } from "#api/accounts/accounts.jobs.ts";
import { wordsSchema } from "#api/contract/site.ts";
import { mailPreviewResponseSchema, staffTextsResponseSchema } from "#api/contract/staff/texts.ts";
import { sendDueMails } from "#api/mails/mails.service.ts";
import de from "#locales/de.json" with { type: "json" };
import { createMember, createProduct } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { readOutbox } from "#tests/setup/mail-reading.ts";
import { createStaff, type Member } from "#tests/setup/records/offers.ts";

let test: TestApi;
let staff: Member;
beforeAll(async () => {
  test = await createTestApi();
  staff = await createStaff(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database`DELETE FROM own_texts`;
});

const KEY = "contact.title";
const put = (changes: object) =>
  staff.agent.put("/api/staff/texts", {
    locale: "de",
    key: KEY,
    text: "Hallihallo, hier",
    seen: "",
    ...changes,
  });
const shown = async (locale = "de") => {
  const path = `/api/localization/${locale}/words`;
  return (await test.createAgent().get(path, { isStateful: false })).as(wordsSchema);
};
const list = async (query: string) =>
  (await staff.agent.get(`/api/staff/texts?${query}`)).as(staffTextsResponseSchema);

describe("the shop's own wording", () => {
  it("is shown in its language, and the shipped text comes back", async () => {
    expect((await put({})).status).toBe(200);
    expect(await shown()).toEqual({ ...(await shown()), [KEY]: "Hallihallo, hier" });
    expect((await shown("en"))[KEY]).not.toBe("Hallihallo, hier");
    expect((await put({ text: "", seen: "Hallihallo, hier" })).status).toBe(200);
    expect((await shown())[KEY]).toBe(de[KEY]);
    const logged = await test.database`
      SELECT action, subject_id FROM audit_log WHERE subject_kind = 'text' ORDER BY id DESC LIMIT 2`;
    expect([...logged]).toEqual([
      { action: "text.reset", subject_id: `de/${KEY}` },
      { action: "text.update", subject_id: `de/${KEY}` },
    ]);
  });

  it("is what mails say, too, and on no screen", async () => {
    const key = "mail.reset.subject";
    expect((await put({ key, locale: "en", text: "A new\npassword, please" })).status).toBe(200);
    expect(await list(`locale=en&filter=own`)).toMatchObject({ payload: [{ key }] });
    expect(Object.keys(await shown("en"))).not.toContain(key);
    const member = await createMember(test);
    const agent = test.createAgent();
    await agent.post("/api/user/reset-password", { email: member.email });
    for (const job of accountJobs(test.deps)) await job.run();
    await sendDueMails(test.deps);
    const mail = (await readOutbox(test.outboxFolder)).find(
      ({ headers }) => headers.to === member.email,
    );
    expect(mail?.headers.subject).toBe("A new password, please");
    const rejected = await put({ key: "document.note.annex", locale: "en", text: "Mine" });
    expect(rejected.status).toBe(422);
  });

  it.each([
    "checkout.consent",
    "order.consent_held",
    "offer.terms",
    "register.terms",
  ])("never is what people agree to: %s stays as the evidence quotes it", async (key) => {
    const before = (await shown())[key];
    expect(before).toMatch(/\p{L}{3}/u);
    const listed = (await list(`locale=de&q=${key}`)).payload.map((one) => one.key);
    expect(listed).not.toContain(key);
    const places = [...(before ?? "").matchAll(/\{\{\w+\}\}/g)].join(" ");
    expect((await put({ key, text: `OK ${places}` })).status).toBe(422);
    // Saved before that was rejected.
    await test.database`
      INSERT INTO own_texts (locale, key, text, author_id, updated_at)
      VALUES ('de', ${key}, ${`OK ${places}`}, ${staff.id}, now())`;
    expect((await shown())[key]).toBe(before);
    expect((await list("locale=de&filter=own")).payload).toEqual([]);
  });

  it("keeps the places of the English text", async () => {
    const key = "staff_messages.reply_hint";
    const response = await put({ key, text: "An {{mail}}" });
    expect(response.status).toBe(422);
    expect(response.error.error_codes?.text).toEqual([
      { code: "wording_places_differ", params: { places: "{{email}}" } },
    ]);
    for (const bad of ["no.such.key", "__proto__", "mail.contact.subject"]) {
      expect([bad, (await put({ key: bad })).status]).toEqual([bad, 422]);
    }
    expect((await put({ locale: "xx" })).status).toBe(404);
  });

  it("says what a currency of another name is called, form by form", async () => {
    const named = async () =>
      Object.entries(await shown("pl")).filter(([key]) => key.startsWith("currency."));
    expect(await named()).toHaveLength(5);
    await test.database`UPDATE settings SET internal_currency_name = 'Stars'`;
    try {
      expect(await named()).toEqual([]);
      const missing = async () =>
        (await list("locale=pl&filter=missing")).payload.map(({ key }) => key);
      const keys = ["few", "many", "one", "other"].map((form) => `currency.name_${form}`);
      expect(await missing()).toEqual([...keys, "currency.plural"]);
      const [, few, ...rest] = keys;
      for (const key of [keys[0], few]) await put({ locale: "pl", key, text: "gwiazdki" });
      expect(await named()).toEqual([keys[0], few].map((key) => [key, "gwiazdki"]));
      expect(await missing()).toEqual([...rest, "currency.plural"]);
    } finally {
      await test.database`UPDATE settings SET internal_currency_name = 'Credits'`;
    }
  });

  it("of two concurrent changes, the second is rejected", async () => {
    const both = await Promise.all([put({ text: "Eins" }), put({ text: "Zwei" })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(["Eins", "Zwei"]).toContain((await shown())[KEY]);
  });

  it("is found by key and by text, and can be listed by itself", async () => {
    await put({});
    const { payload } = await list("locale=de&filter=own");
    expect(payload).toEqual([
      { key: KEY, english: expect.any(String), shipped: de[KEY], own: "Hallihallo, hier" },
    ]);
    expect((await list("locale=de&q=HALLIHALLO%2C%20hier")).payload[0]?.key).toBe(KEY);
    expect((await list(`locale=de&q=${KEY}`)).payload[0]?.key).toBe(KEY);
    expect((await list("locale=de&filter=missing")).meta.total).toBe(0);
  });
});

describe("the preview of a mail's wording", () => {
  const preview = async (key: string, text = "", locale = "de") =>
    (await staff.agent.post("/api/staff/texts/preview", { locale, key, text })).as(
      mailPreviewResponseSchema,
    ).payload;

  it("is nothing while nothing is for sale, then the mail with the words, which stay unsaved", async () => {
    const key = "mail.order.placed.subject";
    expect(await preview(key)).toBeNull();
    await createProduct(test);
    const [{ count } = { count: -1 }] = await test.database<{ count: number }[]>`
      SELECT count(*)::int AS count FROM mails`;
    const own = await preview(key, "{{number}} & {{title}} & <b>danke</b>");
    expect(own?.subject).toMatch(/^\d+ & .+ & <b>danke<\/b>$/);
    expect(own?.html).toContain('lang="de"');
    expect((await preview(key))?.subject).toMatch(/^Ihre Bestellung/);
    expect((await preview(key, "", "ar"))?.html).toContain('dir="rtl"');
    // Once saved, it is what the mail says when no text is given.
    await put({ key, text: "{{number}}: {{title}}!" });
    expect((await preview(key))?.subject).toMatch(/^\d+: .+!$/);
    expect(await test.database`SELECT count(*)::int AS count FROM mails`).toMatchObject([
      { count },
    ]);
    expect(await test.database`SELECT 1 FROM users WHERE email LIKE '%preview.example'`).toEqual(
      expect.objectContaining({ length: 0 }),
    );
  });

  // Texts that several mails share, and texts of mails to the team.
  it.each([
    "mail.account.time",
    "mail.account.why",
    "mail.offer.why",
    "mail.refund.why",
    "mail.reset.action",
    "mail.withdrawal.link_text",
    "mail.notice.ground",
    "mail.email_link.own.subject",
  ])("finds a mail that says %s", async (key) => {
    const places = [...(await english(key)).matchAll(/\{\{\w+\}\}/g)].join(" ");
    const mail = await preview(key, `Wombat ${places}`);
    expect(`${mail?.subject} ${mail?.text}`).toContain("Wombat");
  });
  const english = async (key: string) =>
    (await list(`locale=en&q=${key}`)).payload[0]?.english ?? "";

  it("is none for a screen's text, and rejects what could not be saved", async () => {
    expect(await preview(KEY, "Hallihallo")).toBeNull();
    const send = (body: object) =>
      staff.agent.post("/api/staff/texts/preview", { locale: "en", text: "", ...body });
    expect((await send({ key: "mail.order.placed.subject", text: "No places" })).status).toBe(422);
    expect((await send({ key: "mail.order.placed.subject", locale: "xx" })).status).toBe(404);
    expect((await send({ key: "mail.no.such", text: "x" })).status).toBe(422);
  });
});
