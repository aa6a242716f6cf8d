import { createHash, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { listJobs } from "#api/background.ts";
import { profileResponseSchema } from "#api/contract/accounts.ts";
import { documentsResponseSchema } from "#api/contract/documents.ts";
import { offerHistoryResponseSchema, staffOfferResponseSchema } from "#api/contract/offers.ts";
import {
  payoutBatchesResponseSchema,
  payoutBatchResponseSchema,
  payoutPreviewResponseSchema,
  staffPayoutResponseSchema,
  staffPayoutsResponseSchema,
} from "#api/contract/payouts.ts";
import { overviewResponseSchema } from "#api/contract/staff/overview.ts";
import { createApi } from "#api/create-api.ts";
import type { DocumentData } from "#api/documents/document-data.ts";
import { anonymizePayees, hasOpenPayout } from "#api/payouts/payouts.queries.ts";
import { companyDay } from "#domain/company-days.ts";
import { BATCH_PAYOUTS_MAX, SENT_SETTLES_AFTER_DAYS } from "#domain/payouts.ts";
import { createMember } from "#tests/factories.ts";
import { ApiAgent, type ApiResponse } from "#tests/setup/api/api-agent.ts";
import { setUpStaffApi } from "#tests/setup/api/staff-api.ts";
import { TEST_APP_URL, type TestApi } from "#tests/setup/api/test-api.ts";
import { mailsTo } from "#tests/setup/money/refunds.ts";
import {
  approve,
  configureDebtor,
  createPayout,
  createPricedOffer,
  createStaff,
  exportPayouts,
  fillApproval,
  listEurBalances,
  type Member,
  markPayout,
  offerOf,
  referenceOf,
} from "#tests/setup/records/offers.ts";

let test: TestApi;
let staff: Member;
setUpStaffApi((created) => {
  ({ test, staff } = created);
});

const batchOf = (response: ApiResponse) => response.as(payoutBatchResponseSchema).payload;
const payoutOf = (response: ApiResponse) => response.as(staffPayoutResponseSchema).payload;
const listed = async (query = "") =>
  (await staff.agent.get(`/api/staff/payouts${query}`)).as(staffPayoutsResponseSchema);
const fileOf = async (id: number | string) =>
  staff.agent.get(`/api/staff/payouts/batches/${id}/file`);
const mark = (id: number, state: string, evidence = "Statement 12 of 23 November") =>
  markPayout(test, staff, id, { state, evidence });
const DAY_SECONDS = 86_400;
/** Backdates payouts, because advancing the clock would end sessions. */
const age = (seconds: number) => test.database`
  UPDATE payouts SET changed_at = changed_at - make_interval(secs => ${seconds})`;
async function settle() {
  const job = listJobs(test.deps).find(({ name }) => name === "settle payouts that were sent");
  if (!job) throw new Error("no job settles what was sent");
  await job.run();
}
const balances = () => listEurBalances(test);

describe("the staff's payouts", () => {
  it("are nothing to anybody else", async () => {
    const { maker, payoutId } = await createPayout(test, staff);
    const batch = batchOf(await exportPayouts(staff));
    for (const agent of [maker.agent, test.createAgent()]) {
      for (const path of ["", "/batches", `/batches/${batch.id}/file`]) {
        expect((await agent.get(`/api/staff/payouts${path}`)).status).toBe(404);
      }
      const writes: [string, unknown][] = [
        ["/batches", { operation_id: randomUUID() }],
        [`/${payoutId}/mark`, { state: "sent", evidence: "x", seen: "ready" }],
      ];
      for (const [path, body] of writes) {
        expect((await agent.post(`/api/staff/payouts${path}`, body)).status).toBe(404);
      }
    }
  });

  it("are listed with what the next file would hold", async () => {
    const { maker, offer, payoutId } = await createPayout(test, staff, "99.50");
    await createPayout(test, staff, "0.51");
    const waiting = await createMember(test);
    await approve(waiting, await createPricedOffer(test, { staff, maker: waiting }, "10.00"));
    const all = await listed();
    expect(all.ready).toEqual({ count: 2, total: "100.01" });
    expect(all.meta).toMatchObject({ current_page: 1, last_page: 1, total: 3 });
    expect(all.payload[0]).toMatchObject({
      id: payoutId,
      status: "ready",
      amount: "99.50",
      iban: "EE38 •••• 5685",
      offer: { id: offer.id, title: "Fog over the bay" },
      user: { id: maker.id, email: maker.email },
      end_to_end_id: `PAYOUT-${payoutId}`,
      batch_id: null,
      marks: [],
    });
    const { payload } = await listed("?status=awaiting_verification");
    expect(payload.map((payout) => payout.user.email)).toEqual([waiting.email]);
    expect((await listed("?page=2")).payload).toEqual([]);
    expect((await staff.agent.get("/api/staff/payouts?status=failed")).status).toBe(422);
  });
});

describe("a payout of a disabled account", () => {
  it("is shown as on hold and in no file until the account is enabled again", async () => {
    const { maker, offer, payoutId } = await createPayout(test, staff, "99.50");
    const other = await createPayout(test, staff, "10.00");
    const change = (change: string) =>
      staff.agent.post(`/api/staff/people/${maker.id}/change`, { change, reason: "Fraud" });
    expect((await change("disable")).status).toBe(200);
    const held = await listed("?status=ready");
    expect(held.ready).toEqual({ count: 1, total: "10.00" });
    expect(held.payload.map(({ id, hold }) => [id, hold])).toEqual([
      [payoutId, "disabled"],
      [other.payoutId, null],
    ]);
    const overview = await staff.agent.get("/api/staff/overview");
    const { waiting } = overview.as(overviewResponseSchema).payload;
    expect(waiting.find(({ kind }) => kind === "payouts")?.count).toBe(1);
    const shown = await staff.agent.get(`/api/staff/offers/${offer.id}`);
    expect(shown.as(staffOfferResponseSchema).payload.user.is_disabled).toBe(true);
    expect(batchOf(await exportPayouts(staff))).toMatchObject({ payouts_count: 1, total: "10.00" });
    expect((await exportPayouts(staff)).rejection).toEqual([409, "payouts_none_ready"]);
    expect((await change("enable")).status).toBe(200);
    expect((await listed("?status=ready")).payload).toMatchObject([{ id: payoutId, hold: null }]);
    expect(batchOf(await exportPayouts(staff))).toMatchObject({ payouts_count: 1, total: "99.50" });
  });
});

describe("a file for the bank", () => {
  it("may hold more than one payout can be", async () => {
    for (const price of ["99999.99", "0.02"]) await createPayout(test, staff, price);
    const { ready } = await listed();
    expect(ready).toEqual({ count: 2, total: "100000.01" });
    const body = { operation_id: randomUUID(), expected: ready };
    const response = await staff.agent.post("/api/staff/payouts/batches", body);
    expect(batchOf(response)).toMatchObject({ payouts_count: 2, total: "100000.01" });
  });

  it("holds what is ready, and says so", async () => {
    const first = await createPayout(test, staff, "99.50");
    const second = await createPayout(test, staff, "1200.51");
    const batch = batchOf(await exportPayouts(staff));
    expect(batch).toMatchObject({
      payouts_count: 2,
      total: "1300.01",
      file_name: `${batch.message_id.toLowerCase()}.xml`,
    });
    expect(batch.message_id).toMatch(new RegExp(`^PAYOUTS-${batch.id}-[0-9A-F]{8}$`));
    const file = await fileOf(batch.id);
    expect(file.headers.get("content-type")).toBe("application/xml");
    expect(file.headers.get("content-disposition")).toContain(batch.file_name);
    expect(file.headers.get("cache-control")).toBe("private, no-store");
    expect(createHash("sha256").update(file.bytes).digest("hex")).toBe(batch.sha256);
    assertBankRules(file.text, [
      { name: "Sam Seller", amount: "99.50", id: first.payoutId },
      { name: "Sam Seller", amount: "1200.51", id: second.payoutId },
    ]);
    const { payload, ready } = await listed(`?batch_id=${batch.id}`);
    expect(payload.map((payout) => payout.status)).toEqual(["exported", "exported"]);
    expect(ready.count).toBe(0);
    const { payload: batches } = (await staff.agent.get("/api/staff/payouts/batches")).as(
      payoutBatchesResponseSchema,
    );
    expect(batches).toEqual([batch]);
    const audited = await test.database`
      SELECT action, after FROM audit_log
      WHERE subject_kind = 'payout_batch' AND subject_id = ${String(batch.id)} ORDER BY id`;
    const after = { payouts: 2, total: "1300.01", sha256: batch.sha256 };
    expect([...audited]).toEqual([
      { action: "payout_batch.create", after },
      { action: "payout_batch.view", after: null },
    ]);
  });

  it("is one for one form, and the same bytes each time", async () => {
    await createPayout(test, staff);
    const operationId = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => exportPayouts(staff, operationId)),
    );
    const [batch, ...others] = responses.map(batchOf);
    for (const other of others) expect(other).toEqual(batch);
    test.clock.advance(3_600);
    await test.database`UPDATE settings SET payout_debtor_name = 'Another company'`;
    await createPayout(test, staff);
    expect(batchOf(await exportPayouts(staff, operationId))).toEqual(batch);
    const [one, two] = [await fileOf(batch?.id ?? 0), await fileOf(batch?.id ?? 0)];
    expect(one.bytes).toEqual(two.bytes);
    expect(one.text).toContain("<Nm>Promptory OU</Nm>");
  });

  it("made at the same time as others holds each payout in one of them", async () => {
    const made = [];
    for (let count = 0; count < 6; count++) made.push(await createPayout(test, staff, "5.00"));
    const responses = await Promise.all(Array.from({ length: 8 }, () => exportPayouts(staff)));
    const done = responses.filter((response) => response.status === 200).map(batchOf);
    expect(done.reduce((sum, batch) => sum + batch.payouts_count, 0)).toBe(6);
    for (const response of responses.filter((one) => one.status !== 200)) {
      expect(response.rejection).toEqual([409, "payouts_none_ready"]);
    }
    const files = await Promise.all(done.map((batch) => fileOf(batch.id)));
    const text = files.map((file) => file.text).join("");
    for (const { payoutId } of made) {
      const reference = await referenceOf(test, payoutId);
      expect(text.split(`<EndToEndId>${reference}</EndToEndId>`)).toHaveLength(2);
    }
  });

  it("while approvals come in takes what is there", async () => {
    const makers = await Promise.all(
      Array.from({ length: 6 }, () => createMember(test, { verificationStatus: "approved" })),
    );
    const offers = [];
    for (const maker of makers) {
      const offer = await createPricedOffer(test, { staff, maker }, "7.00");
      offers.push({ maker, offer });
    }
    await Promise.all([
      ...offers.map(({ maker, offer }) => approve(maker, offer)),
      ...offers.map(() => exportPayouts(staff)),
    ]);
    await exportPayouts(staff);
    expect((await listed("?status=exported")).meta.total).toBe(6);
  });

  it("has a limit; the rest go with the next", async () => {
    const { maker } = await createPayout(test, staff, "1.00");
    await test.database`
      WITH made AS (
        INSERT INTO offers (user_id, body_hash, locale, title, category_id, user_price_cents,
          service_price_cents, status, version, answered_at, decided_at, contact, created_at)
        SELECT user_id, body_hash, locale, title, category_id, user_price_cents,
          service_price_cents, status, version, answered_at, decided_at, contact, created_at
        FROM offers, generate_series(1, ${BATCH_PAYOUTS_MAX}) RETURNING id
      ), booked AS (
        INSERT INTO ledger_transactions (kind, source_id) SELECT 'offer', id::text FROM made
        RETURNING id
      ), posted AS (
        INSERT INTO ledger_postings (transaction_id, source_account_id, destination_account_id,
          amount_cents)
        SELECT booked.id, source.id, destination.id, 100 FROM booked, ledger_accounts source,
          ledger_accounts destination
        WHERE source.kind = 'design_purchases' AND destination.kind = 'payouts_payable'
      )
      INSERT INTO payouts (offer_id, user_id, amount_cents, full_name, iban_sealed, iban_masked,
        status, created_at, changed_at)
      SELECT made.id, ${maker.id}, 100, full_name, iban_sealed, iban_masked, 'ready', created_at,
        changed_at FROM made, payouts`;
    const batch = batchOf(await exportPayouts(staff));
    expect(batch).toMatchObject({ payouts_count: BATCH_PAYOUTS_MAX, total: "500.00" });
    expect(batchOf(await exportPayouts(staff))).toMatchObject({ payouts_count: 1 });
  });

  it("is not made when nothing is ready, or nobody is named who pays", async () => {
    expect((await exportPayouts(staff)).rejection).toEqual([409, "payouts_none_ready"]);
    await createPayout(test, staff);
    for (const wrong of [null, "", "DE00370400440532013000"]) {
      await test.database`UPDATE settings SET payout_debtor_iban = ${wrong}`;
      expect((await exportPayouts(staff)).rejection).toEqual([409, "payouts_not_configured"]);
    }
    await configureDebtor(test);
    for (const wrong of [" ", "//"]) {
      await test.database`UPDATE settings SET payout_debtor_name = ${wrong}`;
      expect((await exportPayouts(staff)).rejection).toEqual([409, "payouts_not_configured"]);
      const preview = await staff.agent.get("/api/staff/payouts/preview");
      expect(preview.rejection).toEqual([409, "payouts_not_configured"]);
    }
    await configureDebtor(test);
    await test.database`UPDATE settings SET payout_debtor_bic = 'nonsense'`;
    expect((await exportPayouts(staff)).rejection).toEqual([409, "payouts_not_configured"]);
    expect((await listed("?status=ready")).meta.total).toBe(1);
  });

  it.each([
    ["2026-11-20T15:00:00Z", "2026-11-23"],
    ["2026-12-24T10:00:00Z", "2026-12-28"],
  ])("of %s asks the bank for its next business day: %s", async (now, day) => {
    test.clock.stop(new Date(now));
    const clerk = await createStaff(test);
    await createPayout(test, clerk);
    const preview = await clerk.agent.get("/api/staff/payouts/preview");
    const others = { total: "99.50", skipped_ids: [], needs_approval: false, approval_sellers: [] };
    const { payload } = preview.as(payoutPreviewResponseSchema);
    expect(payload).toEqual({ count: 1, execution_date: day, ...others });
    expect(batchOf(await exportPayouts(clerk)).execution_date).toBe(day);
  });

  it("is kept encrypted, for good", async () => {
    await createPayout(test, staff);
    const { id } = batchOf(await exportPayouts(staff));
    const [row] = await test.database<{ content: Buffer }[]>`
      SELECT content_sealed AS content FROM payout_batches`;
    expect(row?.content.toString("latin1")).not.toContain("EE382200221020145685");
    for (const damage of [
      test.database`UPDATE payout_batches SET total_cents = 1`,
      test.database`DELETE FROM payout_batches`,
    ]) {
      await expect(damage).rejects.toThrow("append-only");
    }
    expect((await fileOf(id)).text).toContain("EE382200221020145685");
    expect((await fileOf(99999)).error.code).toBe("payout_batch_not_found");
  });

  it("is not there any more once its retention is over", async () => {
    await createPayout(test, staff);
    const { id } = batchOf(await exportPayouts(staff));
    await anonymizePayees(test.database, new Date(test.clock.now().getTime() + 60_000));
    expect((await fileOf(id)).rejection).toEqual([404, "payout_batch_not_found"]);
    const views = await test.database`SELECT 1 FROM audit_log WHERE action = 'payout_batch.view'`;
    expect(views).toEqual([]);
  });

  it("skips, and names, payouts whose account cannot be decrypted any more", async () => {
    const { payoutId } = await createPayout(test, staff);
    const listUnopened = () =>
      test.logged.filter(
        ({ msg }) => msg === "bank details cannot be decrypted: is a secret missing?",
      );
    expect(listUnopened()).toEqual([]);
    const secrets: [string, ...string[]] = ["another secret, of 32 letters or more"];
    const config = { ...test.deps.config, sessionSecrets: secrets };
    const api = createApi({ ...test.deps, config });
    const createAgent = () =>
      new ApiAgent((request) => api.fetch(request), { appUrl: TEST_APP_URL });
    const restarted = { database: test.database, createAgent };
    const team = await createMember(restarted, { role: "staff" });
    const none = await exportPayouts(team);
    expect(none.rejection).toEqual([409, "payouts_none_ready"]);
    const maker = await createMember(restarted, { verificationStatus: "approved" });
    await approve(maker, await createPricedOffer(test, { staff: team, maker }, "3.00"));
    const batch = batchOf(await exportPayouts(team));
    expect(batch).toMatchObject({ payouts_count: 1, total: "3.00", skipped_ids: [payoutId] });
    const logged = listUnopened();
    expect(logged.at(-1)).toMatchObject({ payoutIds: [payoutId] });
    // With the old secret back, it works.
    expect(batchOf(await exportPayouts(staff))).toMatchObject({ total: "99.50" });
    expect(listUnopened()).toEqual(logged);
  });

  it("skips, and names, payouts to a name that no bank's file can hold", async () => {
    const { payoutId } = await createPayout(test, staff);
    await createPayout(test, staff);
    for (const name of ["ь", " / ", "王小明"]) {
      await test.database`UPDATE payouts SET full_name = ${name} WHERE id = ${Number(payoutId)}`;
      const preview = await staff.agent.get("/api/staff/payouts/preview");
      expect(preview.as(payoutPreviewResponseSchema).payload).toMatchObject({
        count: 1,
        skipped_ids: [payoutId],
      });
    }
    const batch = batchOf(await exportPayouts(staff));
    expect(batch).toMatchObject({ payouts_count: 1, total: "99.50", skipped_ids: [payoutId] });
    const ready = await listed("?status=ready");
    expect(ready.payload.map(({ id }) => id)).toEqual([payoutId]);
  });
});

describe("what the bank did", () => {
  let made: Awaited<ReturnType<typeof createPayout>>;
  beforeEach(async () => {
    made = await createPayout(test, staff, "99.50");
    await exportPayouts(staff);
  });

  it("is noted with evidence, and posted: owed, then gone", async () => {
    const owed = { design_purchases: -9_950, payouts_payable: 9_950, bank_out: 0, card_out: 0 };
    expect(await balances()).toEqual(owed);
    const { maker, payoutId } = made;
    expect(payoutOf(await mark(payoutId, "sent", " Accepted by the bank "))).toMatchObject({
      status: "sent",
      evidence: "Accepted by the bank",
      marks: ["settled", "returned", "unknown"],
    });
    const gone = { design_purchases: -9_950, payouts_payable: 0, bank_out: 9_950, card_out: 0 };
    expect(await balances()).toEqual(gone);
    expect(payoutOf(await mark(payoutId, "settled")).status).toBe("settled");
    expect(await balances()).toEqual(gone);
    const actions = await test.database`
      SELECT before, after FROM audit_log
      WHERE action = 'payout.mark' AND subject_id = ${String(payoutId)} ORDER BY id`;
    expect(actions).toMatchObject([
      { before: { status: "exported" }, after: { status: "sent" } },
      { before: { status: "sent" }, after: { status: "settled" } },
    ]);
    expect(await hasOpenPayout(test.database, maker.id)).toBe(false);
    const { payload } = (await maker.agent.get("/api/offer/history")).as(
      offerHistoryResponseSchema,
    );
    expect(payload[0]?.payout?.status).toBe("settled");
    expect((await mailsTo(test, maker.email)).at(-1)).toBe("Your money is on its way: €99.50");
  });

  it("twice is once", async () => {
    const { maker, payoutId } = made;
    const responses = await Promise.all(Array.from({ length: 10 }, () => mark(payoutId, "sent")));
    for (const response of responses) expect(payoutOf(response).status).toBe("sent");
    const subjects = await mailsTo(test, maker.email);
    expect(subjects.filter((subject) => subject?.startsWith("Your money"))).toHaveLength(1);
    const events = await test.database`
      SELECT status FROM payout_events WHERE payout_id = ${payoutId} ORDER BY id`;
    expect(events.map((event) => event.status)).toEqual(["ready", "exported", "sent"]);
  });

  it("is rejected where it does not fit, and without evidence", async () => {
    const ready = await createPayout(test, staff);
    expect((await mark(ready.payoutId, "sent")).rejection).toEqual([409, "payout_changed"]);
    expect((await mark(made.payoutId, "settled")).rejection).toEqual([409, "payout_changed"]);
    expect((await mark(99999, "sent")).rejection).toEqual([404, "payout_not_found"]);
    const response = await mark(made.payoutId, "failed", " ");
    expect(response.error.errors).toEqual({
      state: ["Please choose what happened."],
      evidence: ["Please name a source, for example a bank statement."],
    });
    await mark(made.payoutId, "sent");
    expect((await mark(made.payoutId, "exported")).rejection[0]).toBe(422);
  });

  it("may be unknown, which is not failed: nobody pays it again", async () => {
    const { maker, offer, payoutId } = made;
    expect(payoutOf(await mark(payoutId, "unknown", "The bank's page broke")).status).toBe(
      "unknown",
    );
    const again = await maker.agent.post("/api/offer/withdraw/sepa", fillApproval(offer));
    expect(offerOf(again).payout).toMatchObject({ id: payoutId, status: "unknown" });
    expect((await exportPayouts(staff)).rejection).toEqual([409, "payouts_none_ready"]);
    expect(await hasOpenPayout(test.database, maker.id)).toBe(true);
    expect(await mailsTo(test, maker.email)).not.toContainEqual(expect.stringContaining("back"));
    expect(payoutOf(await mark(payoutId, "settled")).status).toBe("settled");
    expect(await balances()).toMatchObject({ payouts_payable: 0, bank_out: 9_950 });
  });

  it.each([
    ["before it was sent", []],
    ["after it was sent", ["sent"]],
    ["after it arrived", ["sent", "settled"]],
    ["after nobody knew", ["sent", "unknown"]],
  ])("may be to give the money back %s: it is owed again", async (_when, marks) => {
    const { maker, offer, payoutId } = made;
    for (const state of marks) await mark(payoutId, state);
    expect(payoutOf(await mark(payoutId, "returned", "Account closed"))).toMatchObject({
      status: "returned",
      marks: [],
    });
    expect(await balances()).toMatchObject({ payouts_payable: 9_950, bank_out: 0 });
    expect((await mailsTo(test, maker.email)).at(-1)).toBe(
      "Your bank has sent the money back: €99.50",
    );
    expect(await hasOpenPayout(test.database, maker.id)).toBe(true);
    // New bank details create a new payout, once.
    const details = fillApproval(offer, { iban: "DE89 3704 0044 0532 0130 00" });
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => maker.agent.post("/api/offer/withdraw/sepa", details)),
    );
    const payouts = responses.map((response) => offerOf(response).payout);
    expect(new Set(payouts.map((payout) => payout?.id)).size).toBe(1);
    expect(payouts[0]).toMatchObject({ status: "ready", iban: "DE89 •••• 3000", amount: "99.50" });
    const file = await fileOf(batchOf(await exportPayouts(staff)).id);
    const reference = await referenceOf(test, Number(payouts[0]?.id));
    expect(file.text).toContain(`<EndToEndId>${reference}</EndToEndId>`);
    await mark(Number(payouts[0]?.id), "sent");
    await mark(Number(payouts[0]?.id), "settled");
    // A sale gets one statement, however often its money had to be sent.
    const about = `/api/documents?payout_id=${payouts[0]?.id}`;
    const statements = (await maker.agent.get(about)).as(documentsResponseSchema).payload;
    expect(statements.map(({ kind }) => kind)).toEqual(["self_billing"]);
    expect(await balances()).toMatchObject({ payouts_payable: 0, bank_out: 9_950 });
    expect(await hasOpenPayout(test.database, maker.id)).toBe(false);
  });

  it("is settled by itself once nothing can come back in time; what comes later is owed again", async () => {
    const { maker, payoutId } = made;
    await mark(payoutId, "sent");
    const mails = await mailsTo(test, maker.email);
    await age(SENT_SETTLES_AFTER_DAYS * DAY_SECONDS - 60);
    await settle();
    expect((await listed()).payload).toMatchObject([{ status: "sent" }]);
    await age(60);
    await Promise.all([settle(), settle()]);
    expect((await listed()).payload).toMatchObject([{ status: "settled" }]);
    const events = await test.database`
      SELECT status, evidence, actor_id AS actor FROM payout_events
      WHERE payout_id = ${payoutId} ORDER BY id`;
    expect(events.slice(2)).toEqual([
      { status: "sent", evidence: "Statement 12 of 23 November", actor: staff.id },
      { status: "settled", evidence: "Nothing came back within 14 days", actor: null },
    ]);
    expect(await balances()).toMatchObject({ payouts_payable: 0, bank_out: 9_950 });
    expect(await mailsTo(test, maker.email)).toEqual(mails);
    expect(await hasOpenPayout(test.database, maker.id)).toBe(false);
    expect(payoutOf(await mark(payoutId, "returned", "Account closed")).status).toBe("returned");
    expect(await balances()).toMatchObject({ payouts_payable: 9_950, bank_out: 0 });
    expect((await mailsTo(test, maker.email)).at(-1)).toBe(
      "Your bank has sent the money back: €99.50",
    );
  });

  it.each(["exported", "unknown", "returned"])("stays %s however long it is", async (state) => {
    if (state !== "exported") await mark(made.payoutId, state);
    await age(400 * DAY_SECONDS);
    await settle();
    expect((await listed()).payload).toMatchObject([{ status: state }]);
  });

  // Estonia's rate rose from 22 to 24 % at midnight in Tallinn.
  it.each([
    ["2025-06-30T20:59:59Z", "2025-06-30", 2_200, 1_794],
    ["2025-06-30T21:00:00Z", "2025-07-01", 2_400, 1_926],
  ])("accepted at %s has the rate of %s, whenever it is sent", async (...expected) => {
    const [decidedAt, suppliedOn, basisPoints, vatCents] = expected;
    const { maker, offer, payoutId } = made;
    await test.database`
      UPDATE settings SET company_country = 'EE', company_vat_id = 'EE100000015'`;
    const billing = { company_name: "Seller OÜ", vat_id: "EE160010040" };
    const address = { address: "", city: "", post_code: "", country: "" };
    const stored = await maker.agent.put("/api/user/billing", { ...billing, ...address });
    expect(stored.status).toBe(200);
    await test.database`
      UPDATE offers SET decided_at = ${decidedAt} WHERE id = ${Number(offer.id)}`;
    await mark(payoutId, "returned", "The bank rejected the file");
    const again = await maker.agent.post("/api/offer/withdraw/sepa", fillApproval(offer));
    await exportPayouts(staff);
    const paid = Number(offerOf(again).payout?.id);
    await mark(paid, "sent");
    const [statement] = await test.database<{ data: DocumentData }[]>`
      SELECT data FROM documents WHERE payout_id = ${paid}`;
    expect(statement?.data).toMatchObject({
      issuedOn: companyDay(test.clock.now(), "EE"),
      suppliedOn,
      vat: { treatment: "standard", country: "EE", basisPoints },
      grossCents: 9_950,
      vatCents,
    });
  });

  it("is paid again with the contact details that came with the new account", async () => {
    const { maker, offer, payoutId } = made;
    await mark(payoutId, "returned", "Account closed");
    const name = { first_name: "Sandra", last_name: "Novak", full_name: "Sandra Novak" };
    const place = { address: "New Street 99", city: "Riga", post_code: "LV-1010", country: "LV" };
    const details = fillApproval(offer, { ...name, ...place });
    const again = offerOf(await maker.agent.post("/api/offer/withdraw/sepa", details));
    const { full_name: _, ...contact } = { ...name, ...place };
    expect(again.contact_details).toMatchObject(contact);
    expect((await maker.agent.get("/api/user/profile")).as(profileResponseSchema)).toMatchObject({
      payload: { name: "Sandra", surname: "Novak", ...place },
    });
    await exportPayouts(staff);
    await mark(Number(again.payout?.id), "sent");
    const [statement] = await test.database<{ lines: string[] }[]>`
      SELECT ARRAY(SELECT jsonb_array_elements_text(data->'seller'->'lines')) AS lines
      FROM documents WHERE payout_id = ${Number(again.payout?.id)}`;
    expect(statement?.lines).toEqual(["New Street 99", "LV-1010 Riga"]);
  });
});

/**
 * Checks the bank rules for a file beyond its schema, which every SEPA bank checks: sums, counts,
 * ids, characters, accounts, one currency, no addresses.
 */
function assertBankRules(
  text: string,
  expected: { name: string; amount: string; id: number }[],
): void {
  const all = (tag: string) =>
    [...text.matchAll(new RegExp(`<${tag}(?: [^>]*)?>([^<]*)</${tag}>`, "g"))].map(
      ([, value = ""]) => value,
    );
  const transfers = text.split("<CdtTrfTxInf>").slice(1);
  expect(transfers).toHaveLength(expected.length);
  const cents = expected.reduce((sum, one) => sum + Number(one.amount.replace(".", "")), 0);
  expect(all("CtrlSum")).toEqual([(cents / 100).toFixed(2), (cents / 100).toFixed(2)]);
  expect(all("NbOfTxs")).toEqual([String(expected.length), String(expected.length)]);
  expect(all("InstdAmt")).toEqual(expected.map((one) => one.amount));
  expect(all("EndToEndId")).toEqual(
    expected.map((one) => expect.stringMatching(new RegExp(`^PAYOUT-${one.id}-[0-9A-F]{8}$`))),
  );
  expect(all("IBAN")).toEqual([
    "DE89370400440532013000",
    ...expected.map(() => "EE382200221020145685"),
  ]);
  expect(all("ChrgBr")).toEqual(["SLEV"]);
  for (const value of [...all("Nm"), ...all("Ustrd"), ...all("MsgId")]) {
    expect(value).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]+$/);
    expect(value.length).toBeLessThanOrEqual(70);
  }
  expect(text.match(/Ccy="/g)).toHaveLength(expected.length);
  expect(text.match(/Ccy="EUR"/g)).toHaveLength(expected.length);
  expect(text).not.toContain("PstlAdr");
}
