import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  hashEmail,
  signEmailLink,
  toLinkPath,
} from "#api/accounts/email-verification/email-links.ts";
import { profileResponseSchema } from "#api/contract/accounts.ts";
import { emailVerificationResponseSchema } from "#api/contract/email-verification.ts";
import {
  EMAIL_LINK_MAIL_EVERY_SECONDS,
  EMAIL_LINK_MAILS_PER_HOUR_MAX,
  EMAIL_LINK_TTL_SECONDS,
} from "#domain/accounts.ts";
import {
  createMember,
  createProduct,
  createUser,
  giveCredits,
  PASSWORD,
} from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { readProfile } from "#tests/setup/api/reads.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { findLink } from "#tests/setup/mail-reading.ts";
import { fillDeposit } from "#tests/setup/money/top-up.ts";
import { queuedMailsTo } from "#tests/setup/records/queued-mails.ts";
import { runs } from "#tests/setup/sample.ts";

const SECRET = "a secret of the tests, at least 32 characters long";
const OLD_SECRET = "the secret before, at least 32 characters long too";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi({ config: { sessionSecrets: [SECRET, OLD_SECRET] } });
  test.clock.stop();
});
beforeEach(() => switchVerification(true));
afterAll(() => test.close());

const switchVerification = (isOn: boolean) =>
  test.database`UPDATE settings SET is_email_verification_enabled = ${isOn}`;
let made = 0;
const newEmail = () => `unconfirmed-${++made}@example.com`;

/** Registers a user and returns them with the link of their mail. */
async function registerSomebody(body: Record<string, unknown> = {}) {
  const agent = test.createAgent();
  const email = newEmail();
  const form = { email, password: PASSWORD, password_confirmation: PASSWORD, terms: true };
  expect((await agent.post("/api/register", { ...form, ...body })).status).toBe(201);
  return { agent, email, link: await newestLink(email) };
}

const mailsTo = (email: string) => queuedMailsTo(test, email);
/** Subjects of mails, except those about sign-ins: several agents are several networks. */
const subjectsTo = async (email: string) =>
  (await mailsTo(email))
    .map(({ subject }) => subject)
    .filter((subject) => subject !== "New sign-in to your account");

/** Returns the link as it is called at the API. */
async function newestLink(email: string): Promise<string> {
  const mail = (await mailsTo(email)).findLast(({ text }) => /email\/verify/.test(text));
  const hash = hashEmail(email);
  const url = findLink(mail?.text ?? "", hash);
  url.searchParams.delete("redirect");
  return `/api${url.pathname.replace(/^\/\w+/, "")}${url.search}`;
}

const confirm = (link: string, agent = test.createAgent()) => agent.get(link);
/** Signs in again, because sessions are shorter than links are valid. */
const signInAgain = async (agent: ApiAgent, email: string) => {
  await agent.fetchToken();
  expect((await agent.post("/api/login", { email, password: PASSWORD })).status).toBe(200);
};
const statusOf = async (agent: ApiAgent) =>
  (await agent.get("/api/email/verify")).as(emailVerificationResponseSchema).payload;
const resend = (agent: ApiAgent) => agent.post("/api/email/verify/resend", {});
const REJECTED = {
  status: "ERROR",
  code: "email_link_invalid",
  message: "The verification link is invalid or has expired.",
};

describe("registering where addresses are to be confirmed", () => {
  it("mails a link that leads to a page of ours, and on to where the person was", async () => {
    const { agent, email } = await registerSomebody({ redirect: "/de/products/fox?buy=1" });
    expect(await readProfile(agent)).toMatchObject({ is_email_verified: false });
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("Welcome to Promptory: please verify your email address");
    const url = findLink(mail?.text ?? "", hashEmail(email));
    expect(url.origin + url.pathname).toMatch(/^http:\/\/localhost:3000\/en\/email\/verify\/\d+\//);
    expect(url.searchParams.get("redirect")).toBe("/de/products/fox?buy=1");
    expect(mail?.html).toContain(url.pathname);
  });

  it.each([
    "https://evil.example/",
    "//evil.example",
    "/en/logout",
    "javascript:alert(1)",
  ])("leads on to no page but ours: %s", async (redirect) => {
    const { email } = await registerSomebody({ redirect });
    const [mail] = await mailsTo(email);
    expect(mail?.text).not.toContain("redirect");
  });

  it("mails nothing where they are not", async () => {
    await switchVerification(false);
    const email = newEmail();
    const form = { email, password: PASSWORD, password_confirmation: PASSWORD, terms: true };
    expect((await test.createAgent().post("/api/register", form)).status).toBe(201);
    expect((await mailsTo(email)).filter(({ text }) => /verify/.test(text))).toEqual([]);
  });
});

describe("the link", () => {
  it("confirms the address, signed in or not, and a second time says so", async () => {
    const { agent, email, link } = await registerSomebody();
    const first = await confirm(link);
    expect([first.status, first.body]).toEqual([200, { status: "OK", already_verified: false }]);
    expect(await readProfile(agent)).toMatchObject({ email, is_email_verified: true });
    const second = await confirm(link, agent);
    expect([second.status, second.body]).toEqual([200, { status: "OK", already_verified: true }]);
    expect(await statusOf(agent)).toMatchObject({ email: null, is_change: false });
    // Welcomed only now, and only once.
    expect((await subjectsTo(email)).slice(1)).toEqual(["Welcome to Promptory"]);
  });

  it("signs nobody in", async () => {
    const { link } = await registerSomebody();
    const guest = test.createAgent();
    await confirm(link, guest);
    expect(await guest.isSignedIn()).toBe(false);
  });

  it("used twice at once confirms once", async () => {
    const { link } = await registerSomebody();
    const responses = await Promise.all([confirm(link), confirm(link), confirm(link)]);
    const flags = responses.map(
      ({ body }) => (body as { already_verified: boolean }).already_verified,
    );
    expect(flags.sort()).toEqual([false, true, true]);
  });

  it("that was signed with the secret before still works", async () => {
    const { agent, id, email } = await createMember(test);
    await resend(agent);
    const expiresAt = new Date(test.clock.now().getTime() + 60_000);
    const link = toLinkPath(signEmailLink([OLD_SECRET], { userId: id, email, expiresAt }));
    expect((await confirm(`/api${link}`)).status).toBe(200);
  });

  it("works for a day, and not a second longer", async () => {
    const { agent, email, link } = await registerSomebody();
    test.clock.advance(EMAIL_LINK_TTL_SECONDS);
    const late = await confirm(link);
    expect([late.status, late.body]).toEqual([403, REJECTED]);
    await signInAgain(agent, email);
    expect(await readProfile(agent)).toMatchObject({ is_email_verified: false });
    await resend(agent);
    test.clock.advance(EMAIL_LINK_TTL_SECONDS - 1);
    expect((await confirm(await newestLink(email))).status).toBe(200);
  });

  it("of an account that was deleted opens nothing", async () => {
    const { agent, link } = await registerSomebody();
    const gone = await agent.delete("/api/user/delete", { password: PASSWORD });
    expect(gone.status).toBe(200);
    expect((await confirm(link)).status).toBe(403);
  });

  it("that was changed anywhere is rejected, and confirms nobody", async () => {
    const { agent, link } = await registerSomebody();
    const other = await registerSomebody();
    const change = fc.record({
      at: fc.nat(link.length - 1),
      to: fc.constantFrom(..."0123456789abcdefXYZ-_.%"),
      kind: fc.constantFrom("replace", "insert", "delete"),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ at, to, kind }) => {
        // Only after the route's own prefix: a change in it would name another route.
        const from = Math.max(at, "/api/email/verify/".length);
        const rest = kind === "insert" ? link.slice(from) : link.slice(from + 1);
        const changed = link.slice(0, from) + (kind === "delete" ? "" : to) + rest;
        fc.pre(!sameLink(changed, link));
        expect((await confirm(changed)).status, changed).not.toBe(200);
        expect((await readProfile(agent)).is_email_verified).toBe(false);
      }),
      { numRuns: runs(150) },
    );
    // A part of another user's link does not fit.
    const [mine = "", theirs = ""] = [link, other.link];
    const [path = "", query = ""] = mine.split("?");
    const [otherPath = "", otherQuery = ""] = theirs.split("?");
    for (const mixed of [`${path}?${otherQuery}`, `${otherPath}?${query}`]) {
      expect((await confirm(mixed)).body).toEqual(REJECTED);
    }
    expect((await readProfile(other.agent)).is_email_verified).toBe(false);
  });

  it("signed with another secret, or for somebody else's address, is rejected", async () => {
    const { agent, id, email } = await createMember(test);
    await resend(agent);
    const victim = await createUser(test.database);
    const inAnHour = new Date(test.clock.now().getTime() + 3_600_000);
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 32 }), async (secret) => {
        const signed = signEmailLink([secret], { userId: id, email, expiresAt: inAnHour });
        expect((await confirm(`/api${toLinkPath(signed)}`)).status).toBe(403);
      }),
      { numRuns: 30 },
    );
    const foreign = signEmailLink([SECRET], {
      userId: id,
      email: victim.email,
      expiresAt: inAnHour,
    });
    expect((await confirm(`/api${toLinkPath(foreign)}`)).body).toEqual(REJECTED);
    expect(await readProfile(agent)).toMatchObject({ email, is_email_verified: false });
  });
});

/** Returns whether a server parses both links the same way. */
function sameLink(a: string, b: string): boolean {
  if (!URL.canParse(a, "http://x")) return false;
  const [first, second] = [new URL(a, "http://x"), new URL(b, "http://x")];
  const read = (url: URL) => [
    url.pathname,
    url.searchParams.get("expires"),
    url.searchParams.get("signature"),
  ];
  return JSON.stringify(read(first)) === JSON.stringify(read(second));
}

describe("asking for the mail again", () => {
  it("is for members with an address to confirm", async () => {
    expect((await resend(test.createAgent())).status).toBe(401);
    const { agent, email } = await createMember(test, { isEmailVerified: true });
    expect((await resend(agent)).status).toBe(200);
    expect(await mailsTo(email)).toEqual([]);
  });

  it("works for somebody who never got one", async () => {
    const { agent, email } = await createMember(test);
    const before = { email, is_change: false, is_mailed: false, resend_after_seconds: 0 };
    expect(await statusOf(agent)).toEqual(before);
    expect((await resend(agent)).status).toBe(200);
    expect(await subjectsTo(email)).toEqual(["Please verify your email address"]);
    expect((await confirm(await newestLink(email))).status).toBe(200);
  });

  it("waits a minute between two, and says how long", async () => {
    const { agent, email } = await registerSomebody();
    test.clock.advance(18);
    const seconds = EMAIL_LINK_MAIL_EVERY_SECONDS - 18;
    expect(await statusOf(agent)).toMatchObject({ is_mailed: true, resend_after_seconds: seconds });
    const early = await resend(agent);
    expect(early.status).toBe(429);
    expect(early.headers.get("retry-after")).toBe(String(seconds));
    expect(early.body).toMatchObject({
      code: "email_link_mail_wait",
      message: `Please wait ${seconds} seconds before you ask for another email.`,
    });
    test.clock.advance(seconds);
    expect((await resend(agent)).status).toBe(200);
    expect(await mailsTo(email)).toHaveLength(2);
  });

  it("pressed twice at once sends one", async () => {
    const { agent, email } = await createMember(test);
    const responses = await Promise.all([resend(agent), resend(agent)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 429]);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it("fills nobody's mailbox", async () => {
    const { agent, email } = await createMember(test);
    const statuses: number[] = [];
    for (let sent = 0; sent <= EMAIL_LINK_MAILS_PER_HOUR_MAX; sent++) {
      statuses.push((await resend(agent)).status);
      test.clock.advance(EMAIL_LINK_MAIL_EVERY_SECONDS);
    }
    expect(statuses).toEqual([...Array(EMAIL_LINK_MAILS_PER_HOUR_MAX).fill(200), 429]);
    expect(await mailsTo(email)).toHaveLength(EMAIL_LINK_MAILS_PER_HOUR_MAX);
  });
});

describe("another address", () => {
  const move = (agent: ApiAgent, email: string) =>
    agent.put("/api/user/profile", { email, current_password: PASSWORD });
  const canSignIn = async (email: string) => {
    const body = { email, password: PASSWORD };
    return (await test.createAgent().post("/api/login", body)).status === 200;
  };

  it("corrects one that was mistyped at once, and the old link is void", async () => {
    const { agent, email: typo, link } = await registerSomebody();
    const email = newEmail();
    const { payload } = (await move(agent, email)).as(profileResponseSchema);
    expect(payload).toMatchObject({ email, is_email_verified: false });
    expect((await confirm(link)).body).toEqual(REJECTED);
    expect(await subjectsTo(typo)).toContain("Your email address has been changed");
    expect((await confirm(await newestLink(email))).status).toBe(200);
    expect(await readProfile(agent)).toMatchObject({ email, is_email_verified: true });
  });

  it.each([
    true,
    false,
  ])("replaces a confirmed one only when it is confirmed too (switched on: %s)", async (isOn) => {
    await switchVerification(isOn);
    const { agent, email: before } = await createMember(test, { isEmailVerified: true });
    const email = newEmail();
    const { payload } = (await move(agent, email)).as(profileResponseSchema);
    expect(payload).toMatchObject({ email: before, is_email_verified: true });
    expect(await statusOf(agent)).toMatchObject({ email, is_change: true, is_mailed: true });
    expect([await canSignIn(before), await canSignIn(email)]).toEqual([true, false]);
    expect(await subjectsTo(before)).toEqual(["A new email address for your account"]);
    expect(await subjectsTo(email)).toEqual(["Please verify your new email address"]);
    expect((await confirm(await newestLink(email))).status).toBe(200);
    expect(await readProfile(agent)).toMatchObject({ email, is_email_verified: true });
    expect([await canSignIn(before), await canSignIn(email)]).toEqual([false, true]);
    expect((await subjectsTo(before)).slice(1)).toEqual(["Your email address has been changed"]);
    expect((await subjectsTo(email)).slice(1)).toEqual(["Your new email address is verified"]);
    // Neither mailbox gets to know the other's address.
    const [old, fresh] = [await mailsTo(before), await mailsTo(email)];
    expect(old.filter(({ text }) => text.includes(email))).toEqual([]);
    expect(fresh.filter(({ text }) => text.includes(before))).toEqual([]);
  });

  it("lapses after a day, is replaced by the next, and goes with a new password", async () => {
    const { agent, email: before } = await createMember(test, { isEmailVerified: true });
    const [first, second, third] = [newEmail(), newEmail(), newEmail()];
    await move(agent, first);
    const firstLink = await newestLink(first);
    await move(agent, second);
    expect((await confirm(firstLink)).status).toBe(403);
    test.clock.advance(EMAIL_LINK_TTL_SECONDS);
    await signInAgain(agent, before);
    expect(await statusOf(agent)).toMatchObject({ email: null, is_change: false });
    await move(agent, third);
    const thirdLink = await newestLink(third);
    const password = "another horse, another battery";
    const body = { current_password: PASSWORD, password, password_confirmation: password };
    expect((await agent.post("/api/user/change-password", body)).status).toBe(200);
    expect((await confirm(thirdLink)).status).toBe(403);
    expect(await readProfile(agent)).toMatchObject({ email: before, is_email_verified: true });
  });

  it("is canceled by the person: the address stays, and the link is void", async () => {
    const { agent, email: before } = await createMember(test, { isEmailVerified: true });
    const email = newEmail();
    await move(agent, email);
    const link = await newestLink(email);
    expect((await agent.delete("/api/email/verify")).status).toBe(200);
    expect(await statusOf(agent)).toMatchObject({ email: null, is_change: false });
    expect((await confirm(link)).body).toEqual(REJECTED);
    expect(await readProfile(agent)).toMatchObject({ email: before, is_email_verified: true });
    // The first address of an account cannot be canceled.
    const fresh = await registerSomebody();
    expect((await fresh.agent.delete("/api/email/verify")).status).toBe(200);
    expect((await confirm(fresh.link)).status).toBe(200);
  });

  it("that another account took meanwhile is not given away", async () => {
    const { agent, email: before } = await createMember(test, { isEmailVerified: true });
    const email = newEmail();
    await move(agent, email);
    await createUser(test.database, { email });
    expect((await confirm(await newestLink(email))).body).toEqual(REJECTED);
    expect(await readProfile(agent)).toMatchObject({ email: before });
    const again = await move(agent, email);
    expect([again.status, again.body]).toMatchObject([
      422,
      { errors: { email: ["The email has already been taken."] } },
    ]);
  });

  it("an unconfirmed address stays until the new one is confirmed once there is something to take", async () => {
    const { agent, id, email: before } = await createMember(test);
    await giveCredits(test.database, id, 100);
    const email = newEmail();
    await move(agent, email);
    expect(await readProfile(agent)).toMatchObject({ email: before });
    expect(await statusOf(agent)).toMatchObject({ email, is_change: true });
    expect((await confirm(await newestLink(email))).status).toBe(200);
    expect(await readProfile(agent)).toMatchObject({ email, is_email_verified: true });
  });
});

describe("until the address is confirmed", () => {
  it("no money comes in, none goes out, and none is stuck", async () => {
    const { agent, link } = await registerSomebody();
    const { id } = await readProfile(agent);
    const product = await createProduct(test, { priceCents: 250 });
    await giveCredits(test.database, Number(id), 500);
    const buy = () => agent.post("/api/purchase/prompt", { prompt_id: product.id });
    const deposit = () => agent.post("/api/deposit/checkout", fillDeposit());
    for (const response of [await buy(), await deposit()]) {
      expect([response.status, response.body]).toEqual([
        403,
        {
          status: "ERROR",
          code: "email_unverified",
          message: "Your email address is not verified.",
        },
      ]);
    }
    expect((await confirm(link)).status).toBe(200);
    expect((await buy()).status).toBe(200);
    expect((await deposit()).status).toBe(200);
    expect(await readProfile(agent)).toMatchObject({ balance: "2.50" });
  });
});
