import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACCOUNT_MAILS, writeAccountMail } from "#api/accounts/account-mails.ts";
import { toMailHtml, toMailText } from "#api/mails/mail-layout.ts";
import { createText } from "#api/site/translations.ts";
import { UNPROVEN_MAILS_PER_HOUR_MAX } from "#domain/accounts.ts";
import { LOCALES } from "#domain/locales.ts";
import { createMember, createUser, PASSWORD } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { queuedMailsTo } from "#tests/setup/records/queued-mails.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
  test.clock.stop(new Date("2026-03-04T05:06:07Z"));
});
afterAll(() => test.close());

const mailsTo = (email: string) => queuedMailsTo(test, email);
const signIn = (email: string, ip: string, password = PASSWORD) =>
  test.createAgent({ ip, locale: "fr" }).post("/api/login", { email, password });

describe("registering", () => {
  it("gets a welcome mail in the language of the page", async () => {
    const body = { email: "neu@example.com", password: PASSWORD, password_confirmation: PASSWORD };
    const agent = test.createAgent({ locale: "de" });
    expect((await agent.post("/api/register", { ...body, terms: true })).status).toBe(201);
    const again = test.createAgent({ locale: "de" });
    expect((await again.post("/api/register", { ...body, terms: true })).status).toBe(422);
    const [mail, ...more] = await mailsTo(body.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("Willkommen bei Promptory");
    expect(mail?.text).toContain("http://localhost:3000/de/products");
    expect(mail?.html).toContain('lang="de"');
  });
});

describe("signing in", () => {
  it("from a network that the account does not know notifies its owner, once each", async () => {
    const { email } = await createUser(test.database, { locale: "de" });
    // The first sign-in is not reported: there is no earlier one to compare it with.
    await signIn(email, "203.0.113.1");
    expect(await mailsTo(email)).toEqual([]);
    await signIn(email, "203.0.113.1");
    await signIn(email, "198.51.100.7");
    await signIn(email, "198.51.100.7");
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    // In the owner's language: anybody who signs in could choose the page's.
    expect(mail?.subject).toBe("Neue Anmeldung in Ihrem Konto");
    expect(mail?.text).toContain("Netzwerkadresse: 198.51.100.7");
    expect(mail?.text).toContain("Zeit (UTC): 04.03.2026 05:06:07");
    expect(mail?.text).toContain("http://localhost:3000/de/forgot-password");
  });

  it("with a wrong password notifies nobody", async () => {
    const { email } = await createUser(test.database);
    await signIn(email, "203.0.113.2");
    await signIn(email, "198.51.100.8", "a wrong guess of it");
    expect(await mailsTo(email)).toEqual([]);
  });

  it("within one IPv6 customer's network is no news", async () => {
    const { email } = await createUser(test.database);
    await signIn(email, "2001:db8:1:2::1");
    await signIn(email, "2001:db8:1:2:ffff::9");
    expect(await mailsTo(email)).toEqual([]);
    await signIn(email, "2001:db8:1:3::1");
    expect(await mailsTo(email)).toHaveLength(1);
  });
});

describe("an address that nobody has confirmed", () => {
  const MAX = UNPROVEN_MAILS_PER_HOUR_MAX;
  const register = async (email: string) => {
    const agent = test.createAgent();
    const form = { email, password: PASSWORD, password_confirmation: PASSWORD, terms: true };
    expect((await agent.post("/api/register", form)).status).toBe(201);
    return agent;
  };
  /** Registers and deletes an account under one address, again and again. */
  const churn = async (email: string) => {
    for (let made = 0; made < MAX; made++) {
      const agent = await register(email);
      expect((await agent.delete("/api/user/delete", { password: PASSWORD })).status).toBe(200);
      test.clock.advance(5);
    }
  };

  it.each([
    ["confirmed", true],
    ["not confirmed", false],
  ])("gets few mails, however often it is registered where addresses are %s", async (_, isOn) => {
    await test.database`UPDATE settings SET is_email_verification_enabled = ${isOn}`;
    const email = `churned-${isOn}@example.com`;
    await churn(email);
    // Those that would be of no use any more were dropped with their accounts.
    const subjects = (await mailsTo(email)).map(({ subject }) => subject);
    expect(subjects).toEqual(Array(MAX / 2).fill("Your account has been deleted"));
    const agent = await register(email);
    expect(await mailsTo(email)).toHaveLength(MAX / 2);
    test.clock.advance(3_600);
    expect((await agent.delete("/api/user/delete", { password: PASSWORD })).status).toBe(200);
    expect(await mailsTo(email)).toHaveLength(MAX / 2 + 1);
    await test.database`UPDATE settings SET is_email_verification_enabled = false`;
  });

  it("gets few mails about new passwords; a confirmed one gets all", async () => {
    for (const isEmailVerified of [false, true]) {
      const { agent, email } = await createMember(test, { isEmailVerified });
      let current_password = PASSWORD;
      for (let changed = 0; changed <= MAX; changed++) {
        const password = `${PASSWORD} ${changed}`;
        const body = { current_password, password, password_confirmation: password };
        expect((await agent.post("/api/user/change-password", body)).status).toBe(200);
        current_password = password;
        test.clock.advance(60);
      }
      expect(await mailsTo(email)).toHaveLength(isEmailVerified ? MAX + 1 : MAX);
    }
  });
});

describe("every mail of accounts", () => {
  const shop = { companyName: "Promptory <&>", appUrl: "https://shop.example" };

  it.each(LOCALES)("is whole as text and as HTML in %s", (locale) => {
    for (const kind of ACCOUNT_MAILS) {
      const content = writeAccountMail(
        createText(locale),
        { kind, locale, facts: [["a", "b"]] },
        shop,
      );
      const [text, html] = [toMailText(content), toMailHtml(content)];
      expect(text, kind).not.toMatch(/mail\.account|\{\{|undefined/);
      expect(html, kind).not.toMatch(/mail\.account|\{\{|undefined|<&>/);
      expect(text).toContain(locale === "fr" ? "a\u00a0: b" : "a: b");
      expect(html).toContain(`lang="${locale}" dir="${locale === "ar" ? "rtl" : "ltr"}"`);
    }
  });
});
