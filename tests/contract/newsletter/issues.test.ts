import { randomBytes, randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sendResetLinks } from "#api/accounts/resets.service.ts";
import {
  type Issue,
  issuePreviewResponseSchema,
  issueResponseSchema,
  subscribersResponseSchema,
} from "#api/contract/staff/newsletter.ts";
import { sendDueMails } from "#api/mails/mails.service.ts";
import { deliverIssues } from "#api/newsletter/deliver-issues.ts";
import { MailRejectedError } from "#api/providers/mail/mail.ts";
import { createMember } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { findLink, readOutbox } from "#tests/setup/mail-reading.ts";
import { createStaff, type Member } from "#tests/setup/records/offers.ts";

let test: TestApi;
let staff: Member;
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 20 });
  staff = await createStaff(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database`DELETE FROM newsletter_deliveries`;
  await test.database`DELETE FROM newsletter_subscribers`;
  await test.database`DELETE FROM mails`;
  await rm(test.outboxFolder, { recursive: true, force: true });
});

const BASE = "/api/staff/newsletter";
const TEXTS = {
  en: { subject: "New this week", body: "Foxes.\n\nAnd owls." },
  de: {
    subject: "Neu diese Woche",
    body: "Füchse.",
    label: "Ansehen",
    url: "https://example.com/x",
  },
};
const subscribe = (email: string, changes: { isConfirmed?: boolean; locale?: string } = {}) =>
  test.database`
    INSERT INTO newsletter_subscribers (email, token, locale, created_at, mailed_at, confirmed_at)
    VALUES (${email}, ${randomBytes(32).toString("base64url")}, ${changes.locale ?? "en"}, now(), now(),
      ${changes.isConfirmed === false ? null : new Date()})`;
const write = async (): Promise<Issue> => {
  const body = { operation_id: randomUUID(), texts: TEXTS };
  return (await staff.agent.post(`${BASE}/issues`, body)).as(issueResponseSchema).payload;
};
const read = async ({ id }: Issue) =>
  (await staff.agent.get(`${BASE}/issues/${id}`)).as(issueResponseSchema).payload;
const send = ({ id, version }: Issue, expected: number) =>
  staff.agent.post(`${BASE}/issues/${id}/send`, { version, expected });
/** Runs the jobs until they have nothing left to do. */
const deliverAll = async () => {
  for (let run = 0; run < 6; run++) {
    await deliverIssues(test.deps);
    await sendDueMails(test.deps);
  }
};
const unsubscribe = async (token: string) => {
  const response = await test.createAgent().post("/api/newsletter/unsubscribe", { token });
  expect(response.status).toBe(200);
};
const leave = async ({ agent, password }: Member) => {
  const response = await agent.request("DELETE", "/api/user/delete", { password });
  expect(response.status).toBe(200);
};
const outbox = () => readOutbox(test.outboxFolder);

describe("an issue of the newsletter", () => {
  it("goes to everybody who confirmed, each once, in their language, with one click to leave", async () => {
    await subscribe("ann@example.com");
    await subscribe("bernd@example.com", { locale: "de" });
    await subscribe("chloe@example.com", { locale: "fr" });
    await subscribe("dora@example.com", { isConfirmed: false });
    const issue = await write();
    expect(issue.readers).toBe(3);
    expect((await send(issue, 3)).status).toBe(200);
    await deliverAll();
    const mails = await outbox();
    const subjects = Object.fromEntries(mails.map(({ headers }) => [headers.to, headers.subject]));
    expect(mails).toHaveLength(3);
    expect(subjects).toEqual({
      "ann@example.com": "New this week",
      "bernd@example.com": "Neu diese Woche",
      "chloe@example.com": "New this week",
    });
    const german = mails.find(({ headers }) => headers.to === "bernd@example.com");
    expect(german?.html).toContain('href="https://example.com/x"');
    expect(german?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    const [, oneClick = ""] = /<([^>]+)>/.exec(german?.headers["list-unsubscribe"] ?? "") ?? [];
    expect(findLink(german?.text ?? "", "/newsletter/unsubscribe").pathname).toMatch(/^\/de\//);
    expect((await read(issue)).counts).toEqual({ waiting: 0, sent: 3, failed: 0, left: 0 });
    // As a mail program does: without a session, with a one-field form.
    const { pathname, search } = new URL(oneClick);
    const response = await test
      .createAgent()
      .request(
        "POST",
        `${pathname}${search}`,
        new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
        { isStateful: false },
      );
    expect(response.status).toBe(200);
    expect((await read(issue)).readers).toBe(2);
  });

  it("is sent once, to the readers that were shown, and stays as it was", async () => {
    await subscribe("ann@example.com");
    const issue = await write();
    expect((await send(issue, 2)).error.code).toBe("newsletter_changed");
    expect((await send({ ...issue, version: 7 }, 1)).error.code).toBe("newsletter_changed");
    const both = await Promise.all([send(issue, 1), send(issue, 1)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const change = { version: issue.version, texts: { en: TEXTS.en } };
    const changed = await staff.agent.request("PUT", `${BASE}/issues/${issue.id}`, change);
    expect(changed.error.code).toBe("newsletter_sent");
    await deliverAll();
    expect(await outbox()).toHaveLength(1);
  });

  it("survives a crash between any two steps, without a second mail to anybody", async () => {
    for (let index = 0; index < 30; index++) await subscribe(`reader-${index}@example.com`);
    const issue = await write();
    await send(issue, 30);
    // A process that dies in the middle of a run leaves nothing of that run.
    const broken = { ...test.deps, now: () => new Date(Number.NaN) };
    await expect(deliverIssues(broken)).rejects.toThrow();
    expect((await read(issue)).counts).toMatchObject({ waiting: 30, sent: 0 });
    // Two processes at once.
    await Promise.all([deliverIssues(test.deps), deliverIssues(test.deps)]);
    await deliverAll();
    const to = (await outbox()).map(({ headers }) => headers.to);
    expect(new Set(to).size).toBe(30);
    expect(to).toHaveLength(30);
    expect((await read(issue)).counts).toEqual({ waiting: 0, sent: 30, failed: 0, left: 0 });
  });

  it("says what failed, and does not go to who left before their turn", async () => {
    for (const name of ["ann", "bea", "cleo"]) await subscribe(`${name}@example.com`);
    const issue = await write();
    await send(issue, 3);
    await test.database`DELETE FROM newsletter_subscribers WHERE email = 'bea@example.com'`;
    await deliverIssues(test.deps);
    const mail: typeof test.deps.mail = {
      ...test.deps.mail,
      send: async (one) => {
        if (one.to === "cleo@example.com") throw new MailRejectedError("no such mailbox");
        await test.deps.mail.send(one);
      },
    };
    await sendDueMails({ ...test.deps, mail });
    await deliverIssues(test.deps);
    expect((await read(issue)).counts).toEqual({ waiting: 0, sent: 1, failed: 1, left: 1 });
  });

  it("never fills the outbox, so that other mails do not wait behind it", async () => {
    for (let index = 0; index < 45; index++) await subscribe(`reader-${index}@example.com`);
    await send(await write(), 45);
    await deliverIssues(test.deps);
    await deliverIssues(test.deps);
    const [row] = await test.database<{ count: number }[]>`SELECT count(*)::int FROM mails`;
    expect(row?.count).toBe(20);
  });

  /** Makes the next mails fail temporarily, as for a full mailbox. */
  const postponeAll = async (isRejected: (to: string) => boolean = () => true) => {
    const mail: typeof test.deps.mail = {
      ...test.deps.mail,
      send: async (one) => {
        if (isRejected(one.to)) throw new Error("452 try again later");
        await test.deps.mail.send(one);
      },
    };
    // A run ends at the first mail that is not accepted.
    for (let run = 0; run < 20; run++) await sendDueMails({ ...test.deps, mail });
  };

  it("goes on to the others while mails wait for their next try", async () => {
    for (let index = 0; index < 45; index++) await subscribe(`reader-${index}@example.com`);
    const issue = await write();
    await send(issue, 45);
    await deliverIssues(test.deps);
    await postponeAll();
    expect((await outbox()).length).toBe(0);
    for (let run = 0; run < 3; run++) {
      await deliverIssues(test.deps);
      await sendDueMails(test.deps);
    }
    await deliverIssues(test.deps);
    expect(await outbox()).toHaveLength(25);
    expect((await read(issue)).counts).toEqual({ waiting: 20, sent: 25, failed: 0, left: 0 });
  });

  it("that is rejected again and again keeps no other mail waiting", async () => {
    for (let index = 0; index < 20; index++) await subscribe(`reader-${index}@example.com`);
    await send(await write(), 20);
    await deliverIssues(test.deps);
    await postponeAll();
    await test.database`UPDATE mails SET due_at = ${test.deps.now()}::timestamptz - interval '1 hour'`;
    const member = await createMember(test);
    await test.createAgent().post("/api/user/reset-password", { email: member.email });
    await sendResetLinks(test.deps);
    await postponeAll((to) => to !== member.email);
    expect((await outbox()).map(({ headers }) => headers.to)).toContain(member.email);
  });

  it.each([
    ["unsubscribes", (token: string) => unsubscribe(token)],
    ["deletes the account", (_: string, reader: Member) => leave(reader)],
  ])("is not sent again to a reader who %s while the mail waits", async (_, end) => {
    const reader = await createMember(test, { isEmailVerified: true });
    await subscribe(reader.email);
    await subscribe("ann@example.com");
    const issue = await write();
    await send(issue, 2);
    await deliverIssues(test.deps);
    await postponeAll((to) => to === reader.email);
    const [row] = await test.database<{ token: string }[]>`
      SELECT token FROM newsletter_subscribers WHERE email = ${reader.email}`;
    await end(row?.token ?? "", reader);
    const queued = await test.database`
      SELECT 1 FROM mails WHERE recipient = ${reader.email} AND subject = ${TEXTS.en.subject}`;
    expect(queued).toHaveLength(0);
    await deliverIssues(test.deps);
    expect((await read(issue)).counts).toEqual({ waiting: 0, sent: 1, failed: 0, left: 1 });
  });

  it("is shown and tested before, by oneself alone", async () => {
    await subscribe("ann@example.com");
    const issue = await write();
    const path = `${BASE}/issues/${issue.id}`;
    const preview = await staff.agent.get(`${path}/preview?locale=ar`);
    expect(preview.as(issuePreviewResponseSchema).payload).toMatchObject({
      subject: "New this week",
    });
    await staff.agent.post(`${path}/test`, { locale: "de" });
    await sendDueMails(test.deps);
    const mails = await outbox();
    expect(mails.map(({ headers }) => [headers.to, headers.subject])).toEqual([
      [staff.email, "Neu diese Woche"],
    ]);
    expect((await read(issue)).sent_at).toBeNull();
  });

  it("that is posted twice is one; two who edit it notice", async () => {
    const body = { operation_id: randomUUID(), texts: TEXTS };
    const post = async () =>
      (await staff.agent.post(`${BASE}/issues`, body)).as(issueResponseSchema).payload;
    const [first, second] = [await post(), await post()];
    expect(second.id).toBe(first.id);
    const put = (version: number) =>
      staff.agent.request("PUT", `${BASE}/issues/${first.id}`, { version, texts: TEXTS });
    expect((await put(0)).status).toBe(200);
    expect((await put(0)).error.code).toBe("newsletter_changed");
    expect((await post()).id).toBe(first.id);
  });

  it("is not written by the operation of another one", async () => {
    const body = { operation_id: randomUUID(), texts: TEXTS };
    expect((await staff.agent.post(`${BASE}/issues`, body)).status).toBe(200);
    const texts = { en: { ...TEXTS.en, subject: "New next week" } };
    const colleague = await createMember(test, { role: "staff" });
    const conflicts = [
      await staff.agent.post(`${BASE}/issues`, { ...body, texts }),
      await colleague.agent.post(`${BASE}/issues`, body),
    ];
    expect(conflicts.map(({ error }) => error.code)).toEqual([
      "operation_conflict",
      "operation_conflict",
    ]);
  });

  it.each([
    {},
    { xx: TEXTS.en },
    { en: { ...TEXTS.en, subject: "A\r\nBcc: all@example.com" } },
    { en: { ...TEXTS.en, subject: " " } },
    { en: { ...TEXTS.en, label: "See" } },
    { en: { ...TEXTS.en, label: "See", url: "javascript:alert(1)" } },
    { en: { ...TEXTS.en, label: "See", url: "http://example.com" } },
  ])("is not written with %j", async (texts) => {
    const body = { operation_id: randomUUID(), texts };
    expect((await staff.agent.post(`${BASE}/issues`, body)).status).toBe(422);
  });
});

describe("the subscribers", () => {
  it("are found by state and address, and exported without formulas", async () => {
    await subscribe("=1+2@example.com");
    await subscribe("bea@example.com", { isConfirmed: false });
    const list = async (query: string) =>
      (await staff.agent.get(`${BASE}/subscribers${query}`)).as(subscribersResponseSchema);
    expect((await list("")).counts).toEqual({ confirmed: 1, unconfirmed: 1 });
    expect((await list("?state=unconfirmed")).payload.map(({ email }) => email)).toEqual([
      "bea@example.com",
    ]);
    expect((await list("?q=BEA")).meta.total).toBe(1);
    const { text } = await staff.agent.get(`${BASE}/subscribers/export`);
    expect(text).toContain('"\'=1+2@example.com",confirmed,en,');
    await test.database`
      INSERT INTO newsletter_subscribers (email, token, locale, created_at, mailed_at)
      SELECT 'reader-' || n || '@example.com', 'token-' || n, 'de', now(), now()
      FROM generate_series(1, 2000) n`;
    const all = (await staff.agent.get(`${BASE}/subscribers/export`)).text.trim().split("\r\n");
    expect(new Set(all).size).toBe(2_003);
    const { agent } = await createMember(test);
    expect((await agent.get(`${BASE}/subscribers/export`)).status).toBe(404);
  });
});
