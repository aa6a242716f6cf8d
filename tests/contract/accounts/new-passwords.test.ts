import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendResetLinks } from "#api/accounts/resets.service.ts";
import { createMember, createUser, PASSWORD } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { findLink } from "#tests/setup/mail-reading.ts";
import { queuedMailsTo } from "#tests/setup/records/queued-mails.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

const EASY = "This password is too easy to guess. Please choose a different one.";
const SHORT = "The password must have at least 10 characters.";
const OWN = "The password must not be your email address or the name of this shop.";

const twice = (password: string) => ({ password, password_confirmation: password });
/** Returns the field's error code, or "OK" if the password was accepted. */
const verdictOf = async (request: ReturnType<ApiAgent["post"]>) => {
  const response = await request;
  if (response.status < 300) return "OK";
  expect(response.status).toBe(422);
  const { errors = {} } = response.error;
  expect(Object.keys(errors)).toEqual(["password"]);
  return errors.password?.[0];
};

/** Each way to set a password, tried once with a new address. */
const WAYS: Record<string, (email: string, password: string) => Promise<unknown>> = {
  registering: (email, password) =>
    verdictOf(test.createAgent().post("/api/register", { email, ...twice(password), terms: true })),
  resetting: async (email, password) => {
    await createUser(test.database, { email });
    await test.createAgent().post("/api/user/reset-password", { email });
    await sendResetLinks(test.deps);
    const [mail] = await queuedMailsTo(test, email);
    const token = findLink(mail?.text ?? "", "/reset-password").searchParams.get("token");
    const body = { token, email, ...twice(password) };
    return verdictOf(test.createAgent().post("/api/reset-password", body));
  },
  changing: async (email, password) => {
    const { agent } = await createMember(test, { email });
    const body = { current_password: PASSWORD, ...twice(password) };
    return verdictOf(agent.post("/api/user/change-password", body));
  },
};

describe.each(Object.entries(WAYS))("a password for %s", (name, setPassword) => {
  const email = `karoliine.saar@${name}.example`;

  it.each([
    ["password123", EASY],
    ["1234567890", EASY],
    ["aaaaaaaaaa", EASY],
    ["x".repeat(200), EASY],
    [email, OWN],
    [email.toUpperCase(), OWN],
    ["karoliine.saar", OWN],
    ["Promptory123", OWN],
    ["p4ssw0rd".repeat(25), EASY],
    // Nine letters, in two encodings; and five pictures.
    ["übermäßig", SHORT],
    ["übermäßig".normalize("NFD"), SHORT],
    ["🎨🐘🌋🦑🎻", SHORT],
    ["elf saubere Löffel".normalize("NFD"), "OK"],
    ["eleven clean spoons", "OK"],
    ["zX9!kQ2#vB".repeat(20), "OK"],
  ])("%s: %s", async (password, verdict) => {
    await test.database`UPDATE users SET email = 'gone-' || id || '@example.com'
      WHERE email = ${email}`;
    await test.database`DELETE FROM mails WHERE recipient = ${email}`;
    await test.database`DELETE FROM rate_limits`;
    expect(await setPassword(email, password)).toBe(verdict);
  });
});

it("knows the shop by the name that the settings give it", async () => {
  await test.database`UPDATE settings SET company_name = 'Kalamaja Pildid'`;
  const body = { email: "guest@example.com", ...twice("kalamaja pildid!"), terms: true };
  expect(await verdictOf(test.createAgent().post("/api/register", body))).toBe(OWN);
});

it("signs in with a password in either encoding, whichever it was set in", async () => {
  const [composed, decomposed] = ["elf saubere Löffel", "elf saubere Löffel".normalize("NFD")];
  for (const [name, password] of Object.entries({ composed, decomposed })) {
    const email = `${name}@encodings.example`;
    // A browser may fill in one field, and its user type the other.
    const body = { email, password, password_confirmation: composed, terms: true };
    expect((await test.createAgent().post("/api/register", body)).status).toBe(201);
    for (const typed of [composed, decomposed]) {
      const response = await test.createAgent().post("/api/login", { email, password: typed });
      expect(response.status).toBe(200);
    }
  }
});

it("leaves an account as it was when its new password is rejected", async () => {
  const { agent, email } = await createMember(test);
  const body = { current_password: PASSWORD, ...twice("password123") };
  expect(await verdictOf(agent.post("/api/user/change-password", body))).toBe(EASY);
  const again = await test.createAgent().post("/api/login", { email, password: PASSWORD });
  expect(again.status).toBe(200);
  expect(await agent.isSignedIn()).toBe(true);
});
