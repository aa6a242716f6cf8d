import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { overviewResponseSchema } from "#api/contract/staff/overview.ts";
import { missedSearchJobs } from "#api/overview/missed-searches.ts";
import { MISSED_SEARCHES_PER_DAY_MAX } from "#domain/missed-searches.ts";
import type { WaitingKind } from "#domain/overview.ts";
import { STAFF_ROLES, type StaffRole } from "#domain/staff-roles.ts";
import { createMember, createProduct, giveCredits } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, providerOf, type TestApi } from "#tests/setup/api/test-api.ts";
import { createPayer, markRefund, refundDeposit, refundsOf } from "#tests/setup/money/refunds.ts";
import { openDeposit, sendReport } from "#tests/setup/money/top-up.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import { createGroups, createStaff, sendOffer } from "#tests/setup/records/offers.ts";

let test: TestApi;
let agents: Record<StaffRole, ApiAgent>;
beforeAll(async () => {
  test = await createTestApi();
  const made = STAFF_ROLES.map(async (staffRole) => {
    const { agent } = await createMember(test, { role: "staff", staffRole });
    return [staffRole, agent] as const;
  });
  // `fromEntries` loses the type of its keys, which are the roles.
  agents = Object.fromEntries(await Promise.all(made)) as Record<StaffRole, ApiAgent>;
});
afterAll(() => test.close());

const read = async (role: StaffRole = "owner") =>
  (await agents[role].get("/api/staff/overview")).as(overviewResponseSchema).payload;
const waitingOf = async (kind: WaitingKind) =>
  (await read()).waiting.find((one) => one.kind === kind);
const doneItems = async () =>
  (await read()).checklist?.flatMap(({ item, is_done }) => (is_done ? [item] : []));
const search = (text: string, query = "") =>
  test.createAgent().get(`/api/products?facets=1&search=${encodeURIComponent(text)}${query}`, {
    isStateful: false,
  });

describe("a new shop", () => {
  it("has a checklist, whose items are done when they are, until the first sale", async () => {
    expect(await doneItems()).toEqual([]);
    await test.database`
      UPDATE settings SET company_address = 'Pier 1', support_email = 'us@example.com'`;
    const confirm = (item: string, role: StaffRole = "owner") =>
      agents[role].post("/api/staff/overview/confirm", { item });
    expect((await confirm("legal", "finance")).status).toBe(404);
    expect((await confirm("company")).status).toBe(422);
    for (let times = 0; times < 2; times++) expect((await confirm("legal")).status).toBe(200);
    expect(
      await test.database`SELECT 1 FROM audit_log WHERE subject_kind = 'checklist'`,
    ).toHaveLength(1);
    await createGroups(test);
    const product = await createProduct(test);
    expect(await doneItems()).toEqual(["company", "groups", "products", "legal"]);
    expect((await read("finance")).checklist).toBe(null);

    const { agent, id } = await createMember(test);
    await giveCredits(test.database, id, 1_000);
    await agent.post("/api/purchase/prompt", { prompt_id: product.id, consent: CONSENT });
    expect((await read()).checklist).toBe(null);
  });
});

describe("what waits", () => {
  it("is counted with what is past its promised day", async () => {
    expect(await waitingOf("offers")).toMatchObject({ count: 0, overdue: 0, oldest_at: null });
    const { agent } = await createMember(test);
    await sendOffer(test, agent);
    await sendOffer(test, agent);
    await test.database`
      UPDATE offers SET created_at = now() - interval '9 days'
      WHERE id = (SELECT min(id) FROM offers)`;
    expect(await waitingOf("offers")).toMatchObject({ count: 2, overdue: 1 });
    const before = await waitingOf("mails");
    await test.database`
      INSERT INTO mails (recipient, subject, body_text, body_html, created_at, due_at, gave_up_at)
      VALUES ('lost@example.com', 'Hello', '', '', now(), now(), now())`;
    expect((await waitingOf("mails"))?.count).toBe((before?.count ?? 0) + 1);
    expect((await read()).failed_mails).toMatchObject([{ recipient: "lost@example.com" }]);
  });

  it("has the refunds whose outcome nobody knows, once the shop does not send them again", async () => {
    const sandbox = providerOf(test);
    const { refund } = sandbox;
    sandbox.refund = async () => {
      throw new Error("no response");
    };
    const staff = await createStaff(test);
    const { deposit } = await createPayer(test);
    const [made] = refundsOf(await refundDeposit(staff, deposit.id));
    sandbox.refund = refund;
    expect(await waitingOf("refunds")).toMatchObject({ count: 0 });
    await test.database`
      UPDATE refunds SET repeat_until = ${test.clock.now()} WHERE id = ${made?.id ?? 0}`;
    expect(await waitingOf("refunds")).toMatchObject({ count: 1 });
    await markRefund({ test, staff }, made?.id, { state: "failed" });
    expect(await waitingOf("refunds")).toMatchObject({ count: 0 });
  });

  it("is shown to those who may deal with it", async () => {
    const kindsOf = async (role: StaffRole) => (await read(role)).waiting.map(({ kind }) => kind);
    expect(await kindsOf("reviewer")).toEqual(["offers", "verifications", "notices"]);
    expect(await kindsOf("editor")).toEqual(["messages"]);
    expect(await kindsOf("finance")).not.toContain("offers");
    expect((await read("finance")).failed_mails).toBe(null);
  });
});

describe("figures", () => {
  it("are today's, this month's and of each day, for those with the right", async () => {
    const before = await read();
    const { agent, id } = await createMember(test);
    await giveCredits(test.database, id, 1_000);
    const products = [await createProduct(test), await createProduct(test)];
    for (const product of products) {
      await agent.post("/api/purchase/prompt", { prompt_id: product.id, consent: CONSENT });
    }
    await sendReport(test, { ref: (await openDeposit(agent)).ref });
    const { today, month, days } = await read();
    expect(today.sales_count).toBe((before.today.sales_count ?? 0) + 2);
    expect(today.buyers).toBe((before.today.buyers ?? 0) + 1);
    expect(today.deposits_count).toBe((before.today.deposits_count ?? 0) + 1);
    expect(Number(month.sales)).toBe(Number(before.month.sales) + 3);
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toMatchObject(today);
    expect(days[0]).toMatchObject({ sales_count: 0, sales: "0.00" });

    const reviewer = await read("reviewer");
    expect(new Set(Object.values(reviewer.today))).toEqual(new Set([null]));
    expect(reviewer.missed_searches).toBe(null);
    const editor = await read("editor");
    expect([editor.today.sales, typeof editor.today.missed_searches]).toEqual([null, "number"]);
  });
});

describe("a search without a hit", () => {
  const rows = () => test.database<{ words: string; searches: number }[]>`
    SELECT words, searches FROM missed_searches ORDER BY words`;

  it("is counted by its words, and nothing of who searched is stored", async () => {
    await search("Zeppelin  über Köln!");
    await search("zeppelin uber koln");
    await search("ada@example.com");
    await search("zeppelin", "&style_slugs=none");
    // Suggestions while typing do not count as searches.
    await test.createAgent().get("/api/products?search=zepp", { isStateful: false });
    expect(await rows()).toEqual([{ words: "zeppelin uber koln", searches: 2 }]);
    const { today, missed_searches } = await read("editor");
    expect(today.missed_searches).toBe(2);
    expect(missed_searches).toEqual([{ words: "zeppelin uber koln", searches: 2 }]);
  });

  it("adds no more rows to a day than fit, and goes when its time is over", async () => {
    const { database: sql } = test;
    const day = test.clock.now().toISOString().slice(0, 10);
    await sql`
      INSERT INTO missed_searches (day, words, searches)
      SELECT ${day}::date, 'filler ' || n, 1
      FROM generate_series(1, ${MISSED_SEARCHES_PER_DAY_MAX - 1}) AS n`;
    await search(`qqx ${randomUUID().replace(/[^a-z]/g, "")}`);
    await search("Zeppelin uber Koln");
    const found = await rows();
    expect(found).toHaveLength(MISSED_SEARCHES_PER_DAY_MAX);
    expect(found.find(({ words }) => words.startsWith("zeppelin"))?.searches).toBe(3);
    test.clock.advance(91 * 86_400);
    for (const job of missedSearchJobs(test.deps)) await job.run();
    expect(await rows()).toEqual([]);
  });
});
