import { afterAll, beforeAll, expect, it } from "vitest";
import { sendDueMails } from "#api/mails/mails.service.ts";
import { readShopGauges } from "#api/overview/gauges.ts";
import type { Mail, MailProvider } from "#api/providers/mail/mail.ts";
import { createMember, createProduct, giveCredits } from "#tests/factories.ts";
import { createRecordingApi, type RecordingApi } from "#tests/setup/api/recording-api.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";

// 100,000 mails that are due at once: queries of the outbox read no more pages than with few mails.

const MAILS = 100_000;
const MAILS_PER_RUN = 20;
/** Pages of 8 kB; the table has thousands. An index of all waiting mails has about 500. */
const CLAIM_PAGES_MAX = 100;
const GAUGES_PAGES_MAX = 1_000;

const sent: Mail[] = [];
const mail: MailProvider = {
  name: "test",
  send: async (one) => void sent.push(one),
  close: async () => {},
};
let test: TestApi;
let api: RecordingApi;
beforeAll(async () => {
  test = await createTestApi({ mail });
  api = createRecordingApi(test);
  const now = test.clock.now();
  await test.database.begin(async (sql) => {
    // VACUUM marks pages all-visible only once the commits are on disk.
    await sql`SET LOCAL synchronous_commit = on`;
    await sql`
      INSERT INTO mails (recipient, subject, body_text, body_html, created_at, queued_at, due_at)
      SELECT 'reader-' || n || '@example.com', 'News ' || n, repeat('word ', 40),
        repeat('<p>word</p>', 40), ${now}, ${now}, ${now}
      FROM generate_series(1, ${MAILS}) AS n`;
  });
  await test.database`VACUUM (ANALYZE) mails`;
});
afterAll(async () => {
  await api.close();
  await test.close();
});

const isOfMails = (text: string) => /\b(FROM|UPDATE) mails\b/.test(text);
/** Returns the statement's total: the first line of its plan with the number of pages. */
const pagesOf = (plan: string) => {
  const found = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan);
  if (!found) throw new Error(`a plan without its pages: ${plan}`);
  const [, hit = 0, read = 0] = found;
  return Number(hit) + Number(read);
};
const countWaiting = async () => {
  const [row] = await test.database<{ count: number }[]>`SELECT count(*)::int FROM mails`;
  return row?.count;
};
const measureClaim = async () => {
  const send = (database: TestApi["database"]) => sendDueMails({ ...test.deps, database });
  const plans = await api.measure(send, (text) => text.includes("SKIP LOCKED"));
  expect(plans).toHaveLength(MAILS_PER_RUN);
  return plans;
};

it("the metrics and the staff's screens read indexes of it", async () => {
  const plans = await api.measure((sql) => readShopGauges(sql, test.clock.now()), isOfMails);
  expect(plans).toHaveLength(3);
  expect(plans.join("\n")).not.toContain("Seq Scan on mails");
  for (const plan of plans) {
    expect(pagesOf(plan), plan).toBeLessThan(GAUGES_PAGES_MAX);
  }
  const { queues, mails } = await readShopGauges(test.database, test.clock.now());
  expect(queues.find(({ queue }) => queue === "mails")?.depth).toBe(MAILS);
  expect(mails).toEqual({ waiting: MAILS, failing: 0, givenUp: 0 });

  const { id } = await createMember(test);
  const staff = await createMember(test, { role: "staff" });
  await api.agent.post("/api/login", { email: staff.email, password: staff.password });
  for (const path of ["/api/staff/overview", `/api/staff/people/${id}`]) {
    const screen = await api.explain(path, isOfMails);
    expect(screen.length, path).toBeGreaterThan(0);
    expect(screen.join("\n"), path).not.toContain("Seq Scan on mails");
  }
});

it("a claim reads a few pages of it, also where many have been sent already", async () => {
  for (const plan of await measureClaim()) {
    expect(plan).not.toContain("Seq Scan");
    expect(pagesOf(plan), plan).toBeLessThan(CLAIM_PAGES_MAX);
  }
  for (let run = 0; run < 20; run++) await sendDueMails(test.deps);
  for (const plan of await measureClaim()) {
    expect(pagesOf(plan), plan).toBeLessThan(CLAIM_PAGES_MAX);
  }
});

it("processes that send at once send each mail once, the oldest first", async () => {
  const [before, waiting] = [sent.length, await countWaiting()];
  const runs = 10;
  const work = [1, 2].map(async () => {
    for (let run = 0; run < runs; run++) await sendDueMails(test.deps);
  });
  await Promise.all(work);
  expect(sent.length - before).toBe(2 * runs * MAILS_PER_RUN);
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(sent.length);
  expect(await countWaiting()).toBe((waiting ?? 0) - (sent.length - before));
  const numbers = sent.map(({ subject }) => Number(subject.replace("News ", "")));
  expect(Math.max(...numbers)).toBe(sent.length);
});

it("a purchase is made as ever, and its mail goes out when it is its turn", async () => {
  const buyer = await createMember(test);
  const product = await createProduct(test);
  await giveCredits(test.database, buyer.id, product.priceCents);
  const body = { prompt_id: product.id, consent: CONSENT };
  expect((await buyer.agent.post("/api/purchase/prompt", body)).status).toBe(200);
  expect((await buyer.agent.get("/api/products")).status).toBe(200);
  await sendDueMails(test.deps);
  expect(sent.filter(({ to }) => to === buyer.email)).toEqual([]);
  // All mails before it, except the last, have been sent.
  await test.database`
    DELETE FROM mails WHERE id < (SELECT id - 30 FROM mails WHERE recipient = ${buyer.email})`;
  for (let run = 0; run < 2; run++) await sendDueMails(test.deps);
  expect(sent.at(-1)?.to).toBe(buyer.email);
  expect(await countWaiting()).toBe(0);
});
