import { beforeEach, describe, expect, it } from "vitest";
import { staffPayoutsResponseSchema } from "#api/contract/payouts.ts";
import {
  type Statement,
  statementResponseSchema,
  statementsResponseSchema,
} from "#api/contract/staff/statements.ts";
import { STATEMENT_ENTRIES_MAX, type StatementEntry } from "#domain/bank-statements.ts";
import { createMember } from "#tests/factories.ts";
import type { ApiAgent, ApiResponse } from "#tests/setup/api/api-agent.ts";
import { setUpStaffApi } from "#tests/setup/api/staff-api.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { debit, OUR_IBAN, returned, writeCamt } from "#tests/setup/money/camt.ts";
import { withoutTriggers } from "#tests/setup/money/damages.ts";
import {
  createPayout,
  exportPayouts,
  type Member,
  markPayout,
  referenceOf,
} from "#tests/setup/records/offers.ts";

let test: TestApi;
let staff: Member;
setUpStaffApi((created) => {
  ({ test, staff } = created);
});

const PATH = "/api/staff/payouts/statements";
const upload = (text: string, agent: ApiAgent = staff.agent) => {
  const form = new FormData();
  form.set("file", new File([text], "statement.xml", { type: "text/xml" }));
  return agent.post(PATH, form);
};
const importOf = async (entries: StatementEntry[], options: Parameters<typeof writeCamt>[1] = {}) =>
  (await upload(writeCamt(entries, options))).as(statementResponseSchema).payload;
const read = async ({ id }: Pick<Statement, "id">) =>
  (await staff.agent.get(`${PATH}/${id}`)).as(statementResponseSchema).payload;
const mark = ({ id, counts }: Pick<Statement, "id" | "counts">) =>
  staff.agent.post(`${PATH}/${id}/mark`, {
    expected: { sent: counts.sent ?? 0, returned: counts.returned ?? 0 },
  });
const statuses = async () =>
  (await staff.agent.get("/api/staff/payouts"))
    .as(staffPayoutsResponseSchema)
    .payload.map(({ status }) => status);
const idOf = (ref: string) => Number(ref.split("-")[1]);
const markByHand = (ref = "", state: string) =>
  markPayout(test, staff, idOf(ref), { state, evidence: "By phone" });
const fileCode = (response: ApiResponse) =>
  response.error.error_codes?.file?.map(({ code }) => code);
const eventsCount = async () => {
  const [row] = await test.database<{ count: number }[]>`
    SELECT count(*)::int AS count FROM payout_events`;
  return row?.count;
};

/** Returns the entry of a bank that reports the file with both payouts as one sum. */
async function wholeFile(): Promise<StatementEntry> {
  const [row] = await test.database<{ messageId: string }[]>`
    SELECT message_id AS "messageId" FROM payout_batches ORDER BY id LIMIT 1`;
  return debit("", 159_50, { endToEndId: null, batchRef: row?.messageId ?? "" });
}

let refs: string[];
beforeEach(async () => {
  const ids = [];
  for (const price of ["99.50", "60.00"])
    ids.push((await createPayout(test, staff, price)).payoutId);
  expect((await exportPayouts(staff)).status).toBe(200);
  refs = await Promise.all(ids.map((id) => referenceOf(test, id)));
});

describe("the statements of the bank", () => {
  it("are listed page by page, newest first", async () => {
    await test.database`
      INSERT INTO bank_statements (sha256, format, message_id, imported_by, imported_at)
      SELECT lpad(to_hex(n), 64, '0'), 'camt.053.001.02', 'STATEMENT-' || n, ${staff.id}, now()
      FROM generate_series(1, 120) AS n`;
    const names: string[] = [];
    for (let query = ""; ; ) {
      const list = (await staff.agent.get(PATH + query)).as(statementsResponseSchema);
      names.push(...list.payload.map((row) => row.message_id));
      if (!list.meta?.older) break;
      query = `?before=${list.meta.older}`;
    }
    expect(names).toEqual(Array.from({ length: 120 }, (_, index) => `STATEMENT-${120 - index}`));
  });
});

describe("a statement of the bank", () => {
  it("is read although an entry has no day of a calendar, or an emoji at the end of its texts", async () => {
    const text = `${"A".repeat(34)}😀`;
    const odd = [
      debit(text, 1, { entryRef: text, postedOn: "0000-06-01" }),
      debit("X", 1, { currency: "€€😀", postedOn: "0000-12-31" }),
    ];
    const given = await importOf([debit(refs[0] ?? "", 99_50), ...odd], { messageId: text });
    expect(given.message_id).toBe(text);
    expect(given.entries).toMatchObject([
      { outcome: "sent" },
      { end_to_end_id: text, entry_ref: text, posted_on: null },
      { currency: "€€😀", posted_on: null },
    ]);
  });

  it("marks nothing before it is confirmed, then what matches, with its evidence", async () => {
    const [first = "", second = ""] = refs;
    const statement = await importOf([
      debit(first, 99_50),
      debit(second, 60_01),
      debit("RENT-11", 900_00),
    ]);
    expect(statement.counts).toEqual({ sent: 1, differs: 1, unknown: 1 });
    expect(statement.entries.map(({ outcome, why }) => why ?? outcome)).toEqual([
      "sent",
      "amount",
      "unknown",
    ]);
    expect(await statuses()).toEqual(["exported", "exported"]);
    expect((await mark(statement)).status).toBe(200);
    const { payload } = (await staff.agent.get("/api/staff/payouts")).as(
      staffPayoutsResponseSchema,
    );
    expect(payload.map(({ status }) => status)).toEqual(["sent", "exported"]);
    expect(payload[0]?.evidence).toBe("camt.053.001.08 MSG-1, BANK-1, 2026-11-23");
    expect(payload[0]?.history?.at(-1)).toMatchObject({ actor: staff.email, status: "sent" });
    const audited = await test.database`
      SELECT action, subject_kind AS kind, after FROM audit_log ORDER BY id`;
    const after = { format: "camt.053.001.08", message_id: "MSG-1", entries: 3 };
    expect([...audited].slice(-3)).toMatchObject([
      { action: "payout_batch.create", kind: "payout_batch" },
      {
        action: "bank_statement.import",
        kind: "bank_statement",
        after: { ...after, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
      {
        action: "bank_statement.mark",
        kind: "bank_statement",
        after: { sent: [idOf(first)], returned: [] },
      },
    ]);
  });

  it("that comes twice is one, and marks once, however often it is confirmed", async () => {
    const entries = [debit(refs[0] ?? "", 99_50)];
    const both = await Promise.all([importOf(entries), importOf(entries)]);
    expect(both[0].id).toBe(both[1].id);
    const events = await eventsCount();
    const responses = await Promise.all(both.map(mark));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect((await mark(both[0])).status).toBe(200);
    expect(await eventsCount()).toBe((events ?? 0) + 1);
    expect((await importOf(entries)).counts).toEqual({ already: 1 });
  });

  it("and another that overlaps it mark each payout once", async () => {
    const entry = debit(refs[0] ?? "", 99_50);
    await mark(await importOf([entry], { version: "054.001.02", messageId: "N-1" }));
    const later = await importOf([entry, debit(refs[1] ?? "", 60_00)]);
    expect(later.counts).toEqual({ already: 1, sent: 1 });
    expect((await mark(later)).status).toBe(200);
    expect(await statuses()).toEqual(["sent", "sent"]);
  });

  it("never hides that the bank debited a payout twice", async () => {
    const first = debit(refs[0] ?? "", 99_50, { entryRef: "REF-1" });
    const monday = await importOf([first], { messageId: "MON" });
    await mark(monday);
    const second = { ...first, entryRef: "REF-2", postedOn: "2026-11-24" };
    const tuesday = await importOf([second], { messageId: "TUE" });
    expect(tuesday.entries).toMatchObject([{ outcome: "differs", why: "twice" }]);
    // Nor once the outcome of the first is unclear.
    await markByHand(refs[0], "unknown");
    expect((await read(tuesday)).entries).toMatchObject([{ outcome: "differs", why: "twice" }]);
    expect((await read(monday)).counts).toEqual({ sent: 1 });
  });

  it("knows the first debit of a payout that was marked by hand", async () => {
    const [first = "", second = ""] = refs;
    for (const ref of refs) await markByHand(ref, "sent");
    const unnamed = { entryRef: "" };
    const monday = await importOf([
      debit(first, 99_50, { entryRef: "REF-1" }),
      debit(second, 60_00, unnamed),
    ]);
    expect(monday.counts).toEqual({ already: 2 });
    const again = await importOf([debit(second, 60_00, unnamed)], { version: "054.001.08" });
    expect(again.counts).toEqual({ already: 1 });
    const tuesday = await importOf([
      debit(first, 99_50, { entryRef: "REF-2", postedOn: "2026-11-24" }),
      debit(second, 60_00, { ...unnamed, postedOn: "2026-11-24" }),
    ]);
    expect(tuesday.entries.map(({ why }) => why)).toEqual(["twice", "twice"]);
    expect((await read(monday)).counts).toEqual({ already: 2 });
  });

  it("takes a sum of a file and the list of its transfers for the same debits", async () => {
    const whole = await wholeFile();
    await mark(await importOf([whole]));
    const [first = "", second = ""] = refs;
    const listed = [debit(first, 99_50, { entryRef: "T-1" }), debit(second, 60_00)];
    const details = await importOf(listed, { version: "054.001.08" });
    expect(details.counts).toEqual({ already: 2 });
    const nextDay = { ...whole, entryRef: "BANK-9", postedOn: "2026-11-24" };
    const again = await importOf([nextDay], { messageId: "AGAIN" });
    expect(again.entries.map(({ why }) => why)).toEqual(["twice", "twice"]);
  });

  it("shows a debit of a payout that was marked as returned before anything was sent", async () => {
    const [first = ""] = refs;
    await markByHand(first, "returned");
    const statement = await importOf([debit(first, 99_50)]);
    expect(statement.entries).toMatchObject([{ outcome: "differs", why: "state" }]);
    expect((await mark(statement)).status).toBe(200);
    expect((await statuses())[0]).toBe("returned");
  });

  it("with a return leads to a payout that came back, even in the same file", async () => {
    const [first = "", second = ""] = refs;
    const statement = await importOf([
      returned(first, 99_50),
      debit(first, 99_50),
      debit(second, 60_00),
    ]);
    expect(statement.counts).toEqual({ returned: 1, sent: 2 });
    const other = { id: statement.id, counts: { sent: 2, returned: 0 } };
    expect((await mark(other)).rejection).toEqual([409, "payouts_changed"]);
    expect(await statuses()).toEqual(["exported", "exported"]);
    expect((await mark(statement)).status).toBe(200);
    expect(await statuses()).toEqual(["returned", "sent"]);
    expect((await read(statement)).counts).toEqual({ already: 3 });
    const [audited] = await test.database`
      SELECT after FROM audit_log WHERE action = 'bank_statement.mark'`;
    expect(audited?.after).toEqual({ sent: refs.map(idOf), returned: [idOf(first)] });
  });

  it("marks what it could not when it was confirmed first", async () => {
    const { payoutId } = await createPayout(test, staff, "5.00");
    // The name of a future file: as if the database had been restored to a point before it.
    const [drafted] = await test.database`
      UPDATE payouts SET provider_key = drafted_key WHERE id = ${payoutId}
      RETURNING end_to_end_id AS reference`;
    const entries = [debit(refs[0] ?? "", 99_50), debit(String(drafted?.reference), 5_00)];
    const statement = await importOf(entries);
    expect(statement.counts).toEqual({ sent: 1, differs: 1 });
    expect((await mark(statement)).status).toBe(200);
    expect((await exportPayouts(staff)).status).toBe(200);
    const later = await read(statement);
    expect(later.counts).toEqual({ already: 1, sent: 1 });
    expect((await mark(later)).status).toBe(200);
    expect(await statuses()).toEqual(["sent", "exported", "sent"]);
  });

  it("of another payout that had the id before a restore is not ours", async () => {
    const [first = "", second = ""] = refs;
    const other = first.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    const keyless = second.replace(/-[^-]*$/, "");
    const entries = [debit(other, 99_50), returned(other, 99_50), debit(keyless, 60_00)];
    const statement = await importOf(entries);
    expect(statement.counts).toEqual({ unknown: 3 });
    expect(statement.entries.map(({ payout_id }) => payout_id)).toEqual([null, null, null]);
    expect(await statuses()).toEqual(["exported", "exported"]);
  });

  it("names payouts that an earlier release put into files by their ids alone", async () => {
    await test.database`UPDATE payouts SET provider_key = NULL`;
    const [first = ""] = refs;
    const statement = await importOf([debit(`PAYOUT-${idOf(first)}`, 99_50), debit(first, 99_50)]);
    expect(statement.counts).toEqual({ sent: 1, unknown: 1 });
  });

  it("with one sum for a whole file marks its transfers", async () => {
    const whole = await wholeFile();
    const statement = await importOf([whole]);
    expect(statement.counts).toEqual({ sent: 2 });
    expect((await mark(statement)).status).toBe(200);
    expect(await statuses()).toEqual(["sent", "sent"]);
  });

  it("has at most as many entries as stated, also once a sum stands for its transfers", async () => {
    const others = (count: number) => Array.from({ length: count }, () => debit("RENT-11", 1));
    const whole = await wholeFile();
    const tooMany = await upload(writeCamt([whole, ...others(STATEMENT_ENTRIES_MAX - 1)]));
    expect([tooMany.status, fileCode(tooMany)]).toEqual([422, ["statement_invalid"]]);
    const { counts } = await importOf([whole, ...others(STATEMENT_ENTRIES_MAX - 2)]);
    expect(counts).toEqual({ sent: 2, unknown: STATEMENT_ENTRIES_MAX - 2 });
  });

  it("is rejected when it would do something else than was previewed", async () => {
    const statement = await importOf([debit(refs[0] ?? "", 99_50)]);
    await markByHand(refs[0], "sent");
    expect((await mark(statement)).rejection).toEqual([409, "payouts_changed"]);
    expect(await statuses()).toEqual(["sent", "exported"]);
  });

  it("of another account, or that is none, is rejected whole", async () => {
    const entries = [debit(refs[0] ?? "", 99_50)];
    const problems = [
      [
        await upload(writeCamt(entries, { iban: "EE382200221020145685" })),
        "statement_other_account",
      ],
      [await upload("<html></html>"), "statement_invalid"],
      [await upload(writeCamt(entries).replace("UTF-8", "IBM-500")), "statement_encoding"],
      [
        await upload(
          writeCamt(entries).replace(
            "?>",
            '?><!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
          ),
        ),
        "statement_invalid",
      ],
    ] as const;
    for (const [response, code] of problems) {
      expect(response.status).toBe(422);
      expect(fileCode(response)).toEqual([code]);
    }
    expect((await upload("x".repeat(7 * 1024 * 1024))).status).toBe(413);
    expect((await importOf(entries, { iban: OUR_IBAN })).counts).toEqual({ sent: 1 });
  });

  it("counts for our account alone where it has several, and for ours if it names none", async () => {
    const [first = "", second = ""] = refs;
    const text = writeCamt([debit(first, 99_50)]);
    const others = ["EE382200221020145685", null].map((iban) => ({
      iban,
      entries: [returned(first, 99_50), debit(second, 60_00)],
    }));
    for (const one of [
      writeCamt([debit(first, 99_50)], { others }),
      writeCamt([debit(first, 99_50)], { iban: null }),
    ]) {
      expect((await upload(one)).as(statementResponseSchema).payload.counts).toEqual({ sent: 1 });
    }
    // Its transfers are under way, whatever account the settings have by now.
    await test.database`UPDATE settings SET payout_debtor_iban = NULL`;
    const later = (await upload(`${text} `)).as(statementResponseSchema).payload;
    expect(later.counts).toEqual({ sent: 1 });
  });

  it("counts for the files of its account, also after payouts come from another", async () => {
    const [first = ""] = refs;
    const next = "EE382200221020145685";
    await test.database`UPDATE settings SET payout_debtor_iban = ${next}`;
    const { payoutId } = await createPayout(test, staff, "5.00");
    expect((await exportPayouts(staff)).status).toBe(200);
    const entries = [debit(first, 99_50), debit(await referenceOf(test, payoutId), 5_00)];
    const old = await importOf([...entries, await wholeFile()]);
    expect(old.entries.map(({ why, outcome }) => why ?? outcome)).toEqual([
      "sent",
      "unknown",
      "twice",
      "sent",
    ]);
    const current = await importOf([...entries, await wholeFile()], { iban: next });
    expect(current.counts).toEqual({ unknown: 2, sent: 1 });
    expect((await mark(current)).status).toBe(200);
    expect((await mark(old)).status).toBe(200);
    expect(await statuses()).toEqual(["sent", "sent", "sent"]);
  });

  it("of a file from before its account was stored counts as ever", async () => {
    await withoutTriggers(
      test.database,
      "payout_batches",
      () => test.database`UPDATE payout_batches SET debtor_iban = NULL`,
    );
    expect((await importOf([debit(refs[0] ?? "", 99_50)])).counts).toEqual({ sent: 1 });
  });

  it("that is not there is neither read nor marked", async () => {
    expect((await staff.agent.get(`${PATH}/999999`)).rejection).toEqual([404, "not_found"]);
    expect((await mark({ id: 999_999, counts: {} })).rejection).toEqual([404, "not_found"]);
  });

  it("shows an amount that is not in whole cents as none", async () => {
    const text = writeCamt([debit(refs[0] ?? "", 99_50)]).replaceAll("99.50", "99.505");
    const { entries } = (await upload(text)).as(statementResponseSchema).payload;
    expect(entries).toMatchObject([{ outcome: "differs", why: "amount", amount: null }]);
  });

  it("is nothing to anybody else, and stores no names", async () => {
    const { agent } = await createMember(test);
    expect((await upload(writeCamt([]), agent)).status).toBe(404);
    expect((await agent.get(PATH)).status).toBe(404);
    const named = writeCamt([debit(refs[0] ?? "", 99_50)]).replace(
      "<Refs>",
      "<RltdPties><Cdtr><Nm>Sam Seller</Nm></Cdtr></RltdPties><Refs>",
    );
    expect((await upload(named)).as(statementResponseSchema).payload.counts).toEqual({ sent: 1 });
    const rows = await test.database`
      SELECT * FROM bank_statement_entries e JOIN bank_statements s ON s.id = e.statement_id`;
    expect(JSON.stringify(rows)).not.toContain("Seller");
  });
});
