import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newsletterResponseSchema } from "#api/contract/newsletter.ts";
import { newsletterJobs } from "#api/newsletter/newsletter.jobs.ts";
import {
  NEWSLETTER_CONFIRM_SECONDS,
  NEWSLETTER_MAIL_EVERY_SECONDS,
  NEWSLETTER_PER_MINUTE_MAX,
} from "#domain/newsletter.ts";
import { createMember } from "#tests/factories.ts";
import { createTestApi, TEST_APP_URL, type TestApi } from "#tests/setup/api/test-api.ts";
import { findLink } from "#tests/setup/mail-reading.ts";
import { deliverMailsTo } from "#tests/setup/records/queued-mails.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

let made = 0;
let email = "";
beforeEach(() => {
  made += 1;
  email = `reader-${made}@example.com`;
});

const subscribe = (address: unknown = email, locale = "en") =>
  test.createAgent({ locale }).post("/api/newsletter/subscribe", { email: address });
const mailsTo = (address: string) => deliverMailsTo(test, address);
const statusOf = async (address: string) => {
  const [row] = await test.database<{ confirmed: boolean }[]>`
    SELECT confirmed_at IS NOT NULL AS confirmed FROM newsletter_subscribers
    WHERE email = ${address}`;
  return row ? (row.confirmed ? "confirmed" : "asked") : "unknown";
};
const tokenOf = async (address: string) => {
  const [mail] = await mailsTo(address);
  return findLink(mail?.text ?? "", "/newsletter/confirm").searchParams.get("token") ?? "";
};
const confirm = (token: unknown) => test.createAgent().post("/api/newsletter/confirm", { token });

describe("subscribing", () => {
  it("is done by the link of a mail, and by nothing before it", async () => {
    const response = await subscribe();
    expect(response.status).toBe(200);
    expect(response.as(newsletterResponseSchema).message).toMatch(/open the email/);
    expect(await statusOf(email)).toBe("asked");
    const confirmed = await confirm(await tokenOf(email));
    expect(confirmed.as(newsletterResponseSchema).message).toBe(
      "You are subscribed to the newsletter.",
    );
    expect(await statusOf(email)).toBe("confirmed");
  });

  it("speaks the reader's language, as text and as HTML", async () => {
    await subscribe(email, "de");
    const [mail] = await mailsTo(email);
    expect(mail?.headers.subject).toBe(
      "Bitte bestätigen Sie Ihr Newsletter-Abonnement bei Promptory",
    );
    expect(mail?.html).toContain('<html lang="de" dir="ltr">');
    for (const body of [mail?.text ?? "", mail?.html ?? ""]) {
      expect(body).toContain("Nur noch ein Klick");
      expect(findLink(body, "/newsletter/confirm").href).toMatch(
        `${TEST_APP_URL}/de/newsletter/confirm?token=`,
      );
      expect(findLink(body, "/newsletter/unsubscribe").pathname).toBe("/de/newsletter/unsubscribe");
    }
  });

  it("reveals to nobody whether an address is known", async () => {
    const first = await subscribe();
    const again = await subscribe();
    await confirm(await tokenOf(email));
    test.clock.advance(NEWSLETTER_MAIL_EVERY_SECONDS + 1);
    const subscribed = await subscribe();
    for (const response of [again, subscribed]) {
      expect([response.status, response.body]).toEqual([first.status, first.body]);
    }
    const mails = await mailsTo(email);
    expect(mails.map((mail) => mail.headers.subject)).toEqual([
      "Please confirm your subscription to the Promptory newsletter",
      "You already get the Promptory newsletter",
    ]);
    expect(await statusOf(email)).toBe("confirmed");
  });

  it("fills nobody's mailbox: one mail in a quarter of an hour, no matter who asks", async () => {
    await Promise.all([subscribe(), subscribe(` ${email.toUpperCase()} `), subscribe()]);
    expect(await mailsTo(email)).toHaveLength(1);
    test.clock.advance(NEWSLETTER_MAIL_EVERY_SECONDS - 5);
    await subscribe();
    expect(await mailsTo(email)).toHaveLength(1);
    test.clock.advance(10);
    await subscribe();
    expect(await mailsTo(email)).toHaveLength(2);
  });

  it.each([
    ["", "Please enter your email address."],
    ["   ", "Please enter your email address."],
    [undefined, "Please enter your email address."],
    [null, "Please enter your email address."],
    ["reader", "Please enter a valid email address"],
    ["a@b", "Please enter a valid email address"],
    ["a@b.test\r\nBcc: c@d.test", "Please enter a valid email address"],
    [`${"x".repeat(250)}@example.com`, "Please enter a valid email address"],
  ])("with %j is rejected: %s", async (address, message) => {
    const response = await test.createAgent().post("/api/newsletter/subscribe", { email: address });
    expect(response.status).toBe(422);
    expect(response.error.errors).toEqual({ email: [message] });
  });

  it("comes at most so often a minute from one person", async () => {
    const agent = test.createAgent();
    const post = () => agent.post("/api/newsletter/subscribe", { email });
    for (let count = 1; count <= NEWSLETTER_PER_MINUTE_MAX; count++) {
      expect((await post()).status).toBe(200);
    }
    expect((await post()).status).toBe(429);
  });

  it("is the same for members", async () => {
    const member = await createMember(test);
    const response = await member.agent.post("/api/newsletter/subscribe", { email: member.email });
    expect(response.status).toBe(200);
    expect(await statusOf(member.email)).toBe("asked");
  });
});

describe("a link to confirm", () => {
  it("works twice, since people click twice", async () => {
    await subscribe();
    const token = await tokenOf(email);
    expect((await confirm(token)).status).toBe(200);
    expect((await confirm(token)).status).toBe(200);
    expect(await statusOf(email)).toBe("confirmed");
  });

  it("works for seven days, and then says so", async () => {
    await subscribe();
    const token = await tokenOf(email);
    test.clock.advance(NEWSLETTER_CONFIRM_SECONDS + 1);
    const response = await confirm(token);
    expect(response.status).toBe(422);
    expect(response.error.errors).toEqual({
      token: ["This link is no longer valid. Please subscribe again."],
    });
    expect(await statusOf(email)).toBe("asked");
    await subscribe();
    const [, second] = await mailsTo(email);
    const fresh = findLink(second?.text ?? "", "/newsletter/confirm").searchParams.get("token");
    expect((await confirm(fresh)).status).toBe(200);
  });

  it.each(["", "x", "'; DROP TABLE mails; --", null, 7])("with %j is rejected", async (token) => {
    expect((await confirm(token)).status).toBe(422);
  });

  it("that nobody uses leaves no address behind; a subscriber stays", async () => {
    await subscribe();
    const stays = `stays-${email}`;
    await subscribe(stays);
    await confirm(await tokenOf(stays));
    test.clock.advance(NEWSLETTER_CONFIRM_SECONDS - 60);
    for (const job of newsletterJobs(test.deps)) await job.run();
    expect(await statusOf(email)).toBe("asked");
    test.clock.advance(120);
    for (const job of newsletterJobs(test.deps)) await job.run();
    expect([await statusOf(email), await statusOf(stays)]).toEqual(["unknown", "confirmed"]);
  });
});

describe("leaving", () => {
  // RFC 8058, 3.1 prefers multipart of the two.
  it.each([
    [
      "multipart/form-data; boundary=---x",
      '-----x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n-----x--\r\n',
    ],
    ["application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
  ])("takes a mail program one click as %s: no cookies, no question", async (type, body) => {
    await subscribe();
    await confirm(await tokenOf(email));
    const [mail] = await mailsTo(email);
    expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    const [, address = ""] = /^<(.+)>$/.exec(mail?.headers["list-unsubscribe"] ?? "") ?? [];
    const url = new URL(address);
    expect(url.origin).toBe(TEST_APP_URL);
    const click = () =>
      test.createAgent().request("POST", url.pathname + url.search, body, {
        isStateful: false,
        headers: { "content-type": type },
      });
    expect((await click()).status).toBe(200);
    expect(await statusOf(email)).toBe("unknown");
    expect((await click()).status).toBe(200);
  });

  it("through a mail program that knows no such click leads to a page that asks", async () => {
    await subscribe();
    const token = await tokenOf(email);
    const path = `/newsletter/unsubscribe?token=${token}`;
    const response = await test.createAgent().get(`/api${path}`, { isStateful: false });
    expect([response.status, response.headers.get("location")]).toEqual([302, TEST_APP_URL + path]);
    expect(await statusOf(email)).toBe("asked");
  });

  it("works before confirming too, and a reader may come back", async () => {
    await subscribe();
    const token = await tokenOf(email);
    const response = await test.createAgent().post("/api/newsletter/unsubscribe", { token });
    expect(response.as(newsletterResponseSchema).message).toMatch(/^You have unsubscribed/);
    expect((await confirm(token)).status).toBe(422);
    await subscribe();
    expect(await statusOf(email)).toBe("asked");
  });

  it("with a token that is nobody's takes nobody away", async () => {
    await subscribe();
    const token = "x".repeat((await tokenOf(email)).length);
    const response = await test.createAgent().post("/api/newsletter/unsubscribe", { token });
    expect(response.status).toBe(200);
    expect(await statusOf(email)).toBe("asked");
  });

  it("without a token, or with a part of one, is rejected, and the address stays subscribed", async () => {
    await subscribe();
    const cut = (await tokenOf(email)).slice(0, -3);
    for (const body of [{}, { token: "" }, { token: cut }]) {
      const response = await test.createAgent().post("/api/newsletter/unsubscribe", body);
      expect(response.status).toBe(422);
      // Somebody who unsubscribes is not asked to subscribe.
      expect(response.error.errors).toEqual({
        token: [expect.stringMatching(/^This link is incomplete.*write to us\.$/)],
      });
    }
    expect(await statusOf(email)).toBe("asked");
  });
});
