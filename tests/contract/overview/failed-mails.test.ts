import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  overviewResponseSchema,
  sentFailedMailsResponseSchema,
} from "#api/contract/staff/overview.ts";
import { GIVE_UP_ATTEMPTS_MIN, queueMail, sendDueMails } from "#api/mails/mails.service.ts";
import type { Mail, MailProvider } from "#api/providers/mail/mail.ts";
import { createMember, createProduct, giveCredits } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";

// A mail server that was down for longer than mails are retried, and the actions of staff after
// that.

const FOUR_DAYS_S = 4 * 86_400;
const PATH = "/api/staff/overview/failed-mails";

/** A mail server that is down until it is started. */
class Server implements MailProvider {
  readonly name = "test";
  isDown = false;
  readonly sent: Mail[] = [];

  async send(mail: Mail): Promise<void> {
    if (this.isDown) throw new Error("connect ECONNREFUSED");
    this.sent.push(mail);
  }

  async close(): Promise<void> {}
}

const server = new Server();
let test: TestApi;
let owner: ApiAgent;
beforeAll(async () => {
  test = await createTestApi({ mail: server });
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database`DELETE FROM mails`;
  server.isDown = true;
  server.sent.length = 0;
});

const queue = (to: string) =>
  queueMail(test.deps, test.database, {
    to,
    subject: `To ${to}`,
    content: { locale: "en", sender: "P", heading: "Hello", paragraphs: [], closing: [] },
  });
/** Makes every waiting mail fail permanently, and signs in an owner after that. */
const giveUpAll = async () => {
  test.clock.advance(FOUR_DAYS_S + 1);
  // As after four days of attempts.
  const waiting = await test.database`
    UPDATE mails SET attempts = greatest(attempts, ${GIVE_UP_ATTEMPTS_MIN})
    WHERE gave_up_at IS NULL RETURNING id`;
  for (let run = 0; run < waiting.length; run++) await sendDueMails(test.deps);
  owner = (await createMember(test, { role: "staff" })).agent;
};
const listFailed = async () =>
  (await owner.get("/api/staff/overview")).as(overviewResponseSchema).payload.failed_mails ?? [];
const sendAgain = async (body: { operation_id?: string; mail_id?: number } = {}) => {
  const response = await owner.post(PATH, { operation_id: randomUUID(), ...body });
  expect(response.status, response.text).toBe(200);
  return response.as(sentFailedMailsResponseSchema).payload.count;
};
const readersOf = () => server.sent.map(({ to }) => to).sort();
const listLogged = () => test.database<{ subject_id: string; after: unknown }[]>`
  SELECT subject_id, after FROM audit_log WHERE action = 'mail.send_again' ORDER BY id DESC`;

describe("mails that were given up", () => {
  it("are all sent again by one press, as if they were new, each under its old Message-ID", async () => {
    for (const name of ["ann", "bea", "cleo"]) await queue(`${name}@example.com`);
    await giveUpAll();
    const failed = await listFailed();
    expect(failed).toHaveLength(3);
    expect(failed[0]).toMatchObject({
      error: "connect ECONNREFUSED",
      subject: expect.stringMatching(/^To /),
    });
    expect(await sendAgain()).toBe(3);
    expect(await listFailed()).toEqual([]);
    const rows = await test.database`
      SELECT attempts, last_error, created_at < queued_at AS is_later FROM mails`;
    expect([...rows]).toEqual(Array(3).fill({ attempts: 0, last_error: null, is_later: true }));
    server.isDown = false;
    await sendDueMails(test.deps);
    expect(readersOf()).toEqual(["ann@example.com", "bea@example.com", "cleo@example.com"]);
    expect(new Set(server.sent.map(({ messageId }) => messageId)).size).toBe(3);
    expect((await listLogged())[0]).toEqual({ subject_id: "all", after: { count: 3 } });
  });

  it("are tried for another four days", async () => {
    await queue("ann@example.com");
    await giveUpAll();
    await sendAgain();
    test.clock.advance(FOUR_DAYS_S - 60);
    await sendDueMails(test.deps);
    expect(await test.database`SELECT 1 FROM mails WHERE gave_up_at IS NULL`).toHaveLength(1);
    await giveUpAll();
    expect(await listFailed()).toHaveLength(1);
  });

  it("are sent again one by one, too", async () => {
    await queue("ann@example.com");
    await queue("bea@example.com");
    await giveUpAll();
    const ann = (await listFailed()).find(({ recipient }) => recipient === "ann@example.com");
    const mail_id = Number(ann?.id);
    expect(await sendAgain({ mail_id })).toBe(1);
    expect((await listFailed()).map(({ recipient }) => recipient)).toEqual(["bea@example.com"]);
    // A colleague's page still shows it.
    expect(await sendAgain({ mail_id })).toBe(0);
    server.isDown = false;
    await sendDueMails(test.deps);
    expect(readersOf()).toEqual(["ann@example.com"]);
    expect((await listLogged())[0]).toEqual({ subject_id: String(mail_id), after: { count: 1 } });
  });

  it("are sent again once by a double click, however late its second half comes", async () => {
    for (const name of ["ann", "bea"]) await queue(`${name}@example.com`);
    await giveUpAll();
    const logged = (await listLogged()).length;
    const operation_id = randomUUID();
    expect(await Promise.all([1, 2, 3].map(() => sendAgain({ operation_id })))).toEqual([2, 2, 2]);
    server.isDown = false;
    await sendDueMails(test.deps);
    server.isDown = true;
    await queue("cleo@example.com");
    await test.database`UPDATE mails SET gave_up_at = ${test.deps.now()}`;
    expect(await sendAgain({ operation_id })).toBe(2);
    expect(await listFailed()).toHaveLength(1);
    expect(readersOf()).toHaveLength(2);
    expect(await listLogged()).toHaveLength(logged + 1);
  });

  it("are no longer lost in the history of their order", async () => {
    const buyer = await createMember(test);
    const product = await createProduct(test);
    await giveCredits(test.database, buyer.id, 1_000);
    await buyer.agent.post("/api/purchase/prompt", { prompt_id: product.id, consent: CONSENT });
    await giveUpAll();
    const records = () => test.database`
      SELECT gave_up_at IS NOT NULL AS is_lost, sent_at IS NOT NULL AS is_sent FROM mail_records
      WHERE order_id = (SELECT id FROM orders WHERE user_id = ${buyer.id})`;
    expect([...(await records())]).toEqual([{ is_lost: true, is_sent: false }]);
    await sendAgain();
    server.isDown = false;
    await sendDueMails(test.deps);
    expect([...(await records())]).toEqual([{ is_lost: false, is_sent: true }]);
  });

  it("are dropped where they are a newsletter whose reader has left", async () => {
    const { database: sql } = test;
    const { id: author } = await createMember(test);
    const mailIds = [await queue("stays@example.com"), await queue("left@example.com")];
    await giveUpAll();
    await sql`
      WITH issue AS (INSERT INTO newsletter_issues
        (operation_id, texts, author_id, created_at, sent_by, sent_at)
        VALUES (gen_random_uuid(), '{}', ${author}, now(), ${author}, now()) RETURNING id),
      reader AS (INSERT INTO newsletter_subscribers
        (email, token, locale, created_at, mailed_at, confirmed_at)
        VALUES ('stays@example.com', 'token', 'en', now(), now(), now()) RETURNING id)
      INSERT INTO newsletter_deliveries (issue_id, subscriber_id, status, mail_id)
      SELECT issue.id, reader.id, 'failed', ${mailIds[0] ?? 0}::bigint FROM issue, reader
      UNION ALL SELECT issue.id, NULL, 'failed', ${mailIds[1] ?? 0}::bigint FROM issue`;
    expect(await sendAgain()).toBe(1);
    server.isDown = false;
    await sendDueMails(test.deps);
    expect(readersOf()).toEqual(["stays@example.com"]);
    const deliveries = await sql`SELECT status FROM newsletter_deliveries ORDER BY id`;
    expect(deliveries.map(({ status }) => status)).toEqual(["queued", "left"]);
  });
});

it("an operation that sent other mails, or was somebody else's, sends nothing", async () => {
  for (const name of ["ann", "bea"]) await queue(`${name}@example.com`);
  await giveUpAll();
  const [one, two] = await listFailed();
  const operation_id = randomUUID();
  expect(await sendAgain({ operation_id, mail_id: Number(one?.id) })).toBe(1);
  const { agent } = await createMember(test, { role: "staff" });
  const others = [
    await owner.post(PATH, { operation_id, mail_id: Number(two?.id) }),
    await owner.post(PATH, { operation_id }),
    await agent.post(PATH, { operation_id, mail_id: Number(one?.id) }),
  ];
  expect(others.map((response) => response.error.code)).toEqual(
    Array(3).fill("operation_conflict"),
  );
  expect((await listFailed()).map(({ id }) => id)).toEqual([two?.id]);
});

it("an operation that was something else sends nothing", async () => {
  await queue("ann@example.com");
  await giveUpAll();
  const operation_id = randomUUID();
  await test.database`
    INSERT INTO audit_log (action, subject_kind, subject_id, operation_id)
    VALUES ('user.balance', 'user', '7', ${operation_id})`;
  const response = await owner.post(PATH, { operation_id });
  expect(response.rejection).toEqual([422, "operation_conflict"]);
  expect(await listFailed()).toHaveLength(1);
});

it("nobody but an owner sends them again", async () => {
  await queue("ann@example.com");
  await giveUpAll();
  for (const staffRole of ["finance", "reviewer", "editor"] as const) {
    const { agent } = await createMember(test, { role: "staff", staffRole });
    expect((await agent.post(PATH, { operation_id: randomUUID() })).status).toBe(404);
  }
  const { agent: member } = await createMember(test);
  expect((await member.post(PATH, { operation_id: randomUUID() })).status).toBe(404);
  expect(await listFailed()).toHaveLength(1);
  expect((await owner.post(PATH, { operation_id: randomUUID(), mail_id: "x" })).status).toBe(422);
});
