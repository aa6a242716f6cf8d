import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { debit, returned } from "#tests/setup/money/camt.ts";
import {
  expandBatches,
  matchStatement,
  parseStatementAmount,
  type StatementEntry,
  type StatementPayout,
} from "./bank-statements.ts";
import { mayPayoutBecome, PAYOUT_STATUSES, type PayoutStatus } from "./payouts.ts";

const payout = (id: number, changes: Partial<StatementPayout> = {}): StatementPayout => ({
  id,
  endToEndId: `PAYOUT-${id}`,
  amountCents: 12_000,
  currency: "EUR",
  status: "exported",
  isInFile: true,
  accountIban: null,
  isDebited: ["sent", "settled", "returned", "written_off"].includes(changes.status ?? "exported"),
  debit: null,
  ...changes,
});
const match = (
  entries: readonly StatementEntry[],
  payouts: readonly StatementPayout[],
  accountIban: string | null = null,
) =>
  matchStatement(
    entries.map((entry) => ({ ...entry, accountIban })),
    payouts,
  );
const outcomes = (...given: Parameters<typeof match>) =>
  match(...given).map(({ outcome, why }) => why ?? outcome);

describe("matching a statement", () => {
  it("knows a payout by reference, exact sum and currency", () => {
    const entries = [
      debit("PAYOUT-1", 12_000),
      debit("PAYOUT-2", 11_999),
      debit("PAYOUT-3", 12_000, { currency: "USD" }),
      debit("PAYOUT-4", 12_000, { isPosted: false }),
      debit("PAYOUT-9", 12_000),
      debit("NOTPROVIDED", 12_000),
      debit("PAYOUT-5", 12_000, { direction: "credit" }),
    ];
    const known = [1, 2, 3, 4, 5].map((id) => payout(id));
    expect(outcomes(entries, known)).toEqual([
      "sent",
      "amount",
      "currency",
      "expected",
      "unknown",
      "unknown",
      "credit",
    ]);
  });

  it("knows a payout by the account of its file, where both are named", () => {
    const ours = payout(1, { accountIban: "DE89" });
    const of = (iban: string | null, known: StatementPayout) =>
      outcomes([debit("PAYOUT-1", 12_000)], [known], iban);
    expect(of("DE89", ours)).toEqual(["sent"]);
    expect(of("EE38", ours)).toEqual(["unknown"]);
    expect(of(null, ours)).toEqual(["sent"]);
    expect(of("EE38", payout(1))).toEqual(["sent"]);
  });

  it("takes debits before returns, in whatever order the bank lists them", () => {
    const entries = [returned("PAYOUT-1", 12_000), debit("PAYOUT-1", 12_000)];
    expect(outcomes(entries, [payout(1)])).toEqual(["returned", "sent"]);
  });

  it("never takes a second debit for the first", () => {
    const twice = [debit("PAYOUT-1", 12_000), debit("PAYOUT-1", 12_000)];
    expect(outcomes(twice, [payout(1)])).toEqual(["sent", "twice"]);
    expect(outcomes(twice, [payout(1, { status: "sent" })])).toEqual(["already", "twice"]);
  });

  const known = { postedOn: "2026-11-23" };
  const nextDay = { postedOn: "2026-11-24" };
  it.each<[string, Partial<StatementEntry>, Partial<StatementPayout>]>([
    ["already", {}, {}],
    // The same debit in camt.054 and in the daily statement.
    ["already", { entryRef: "BANK-2" }, {}],
    ["already", { entryRef: "BANK-2", batchRef: "PAYOUTS-1" }, {}],
    ["already", { postedOn: null }, {}],
    // A bank without references may number its entries, starting over each day.
    ["twice", nextDay, {}],
    ["twice", { ...nextDay, batchRef: "PAYOUTS-1" }, {}],
    ["twice", nextDay, { status: "settled" }],
    ["twice", nextDay, { status: "returned" }],
    ["twice", nextDay, { status: "unknown" }],
    ["sent", {}, { status: "unknown" }],
    ["sent", nextDay, { status: "exported", isDebited: false }],
    ["already", nextDay, { debit: null }],
    ["state", {}, { status: "returned", isDebited: false }],
  ])("is %s: a debit with %j of a payout with %j", (expected, entry, changes) => {
    const sent = payout(1, { status: "sent", isDebited: true, debit: known, ...changes });
    expect(outcomes([debit("PAYOUT-1", 12_000, entry)], [sent])).toEqual([expected]);
  });

  it.each<[PayoutStatus, string, string]>([
    ["exported", "sent", "returned"],
    ["unknown", "sent", "returned"],
    ["sent", "already", "returned"],
    ["settled", "already", "returned"],
    ["returned", "already", "already"],
    ["written_off", "already", "already"],
    ["ready", "state", "state"],
    ["awaiting_verification", "state", "state"],
  ])("of a payout that is %s: a debit is %s, a return is %s", (status, debited, back) => {
    expect(outcomes([debit("PAYOUT-1", 12_000)], [payout(1, { status })])).toEqual([debited]);
    expect(outcomes([returned("PAYOUT-1", 12_000)], [payout(1, { status })])).toEqual([back]);
  });

  it("leaves the return of the viewer's own payout to a colleague, not its debit", () => {
    const entries = [returned("PAYOUT-1", 12_000), debit("PAYOUT-1", 12_000)];
    expect(outcomes(entries, [payout(1, { isOwn: true })])).toEqual(["own", "sent"]);
    const marked = payout(1, { isOwn: true, status: "returned" });
    expect(outcomes(entries, [marked])).toEqual(["already", "already"]);
  });

  it("leaves payouts to cards alone: no bank of ours has sent them", () => {
    const card = payout(1, { status: "unknown", isInFile: false });
    expect(outcomes([debit("PAYOUT-1", 12_000)], [card])).toEqual(["state"]);
  });

  const id = fc.integer({ min: 1, max: 4 });
  const entry = fc
    .record({
      id,
      cents: fc.constantFrom(12_000, 12_000, 1),
      isReturn: fc.boolean(),
      isPosted: fc.boolean(),
    })
    .map(({ id, cents, isReturn, isPosted }) => ({
      ...(isReturn ? returned(`PAYOUT-${id}`, cents) : debit(`PAYOUT-${id}`, cents)),
      isPosted,
    }));
  const payouts = fc
    .array(fc.constantFrom(...PAYOUT_STATUSES), { minLength: 4, maxLength: 4 })
    .map((statuses) => statuses.map((status, index) => payout(index + 1, { status })));

  it("says something of each entry, marks only what may be marked, and is done after once", () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), payouts, (entries, known) => {
        const matches = match(entries, known);
        expect(matches.map(({ position }) => position)).toEqual(entries.map((_, at) => at));
        const now = new Map(known.map((one) => [one.id, one]));
        const due = matches.filter(({ outcome }) => outcome === "sent" || outcome === "returned");
        due.sort((a, b) => Number(a.outcome === "returned") - Number(b.outcome === "returned"));
        for (const { payoutId, outcome, position } of due) {
          const before = now.get(payoutId ?? 0);
          if (!before || (outcome !== "sent" && outcome !== "returned"))
            throw new Error("no payout");
          expect(mayPayoutBecome(before.status, outcome)).toBe(true);
          expect(entries[position]).toMatchObject({ amountCents: 12_000, isPosted: true });
          const isDebited = before.isDebited || outcome === "sent";
          now.set(before.id, { ...before, status: outcome, isDebited });
        }
        // Importing the same file again marks nothing.
        const again = match(entries, [...now.values()]);
        expect(again.filter(({ outcome }) => outcome === "sent" || outcome === "returned")).toEqual(
          [],
        );
      }),
    );
  });

  it("finds the same in whatever order the entries are", () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), payouts, (entries, known) => {
        const count = (list: StatementEntry[]) => outcomes(list, known).sort();
        expect(count([...entries].reverse())).toEqual(count(entries));
      }),
    );
  });
});

describe("a file that was reported as one sum", () => {
  const accountIban = "DE89370400440532013000";
  const batch = {
    messageId: "PAYOUTS-7",
    totalCents: 24_000,
    accountIban,
    payouts: [payout(1), payout(2)],
  };
  const sum = debit("x", 24_000, { endToEndId: null, batchRef: "PAYOUTS-7" });
  const whole = { ...sum, accountIban };

  it("is its transfers, when the sum is the file's to the cent", () => {
    const expanded = expandBatches([whole], [batch]);
    expect(expanded.map(({ endToEndId, amountCents }) => [endToEndId, amountCents])).toEqual([
      ["PAYOUT-1", 12_000],
      ["PAYOUT-2", 12_000],
    ]);
    expect(outcomes(expanded, batch.payouts)).toEqual(["sent", "sent"]);
  });

  it.each([
    { amountCents: 23_999 },
    { batchRef: "PAYOUTS-8" },
    { batchRef: null },
    { accountIban: "EE382200221020145685" },
    { direction: "credit" as const },
  ])("stays one entry with %j", (changes) => {
    const other = { ...whole, ...changes };
    expect(expandBatches([other], [batch])).toEqual([other]);
  });
});

describe("an amount of a statement", () => {
  it.each([
    ["120", 12_000],
    ["120.5", 12_050],
    [" 120.50 ", 12_050],
    ["120.50000", 12_050],
    ["0.01", 1],
    ["120.505", null],
    ["-1", null],
    ["1e3", null],
    ["1,5", null],
    [".5", null],
    ["", null],
    ["12345678901234", null],
  ])("%j is %j cents", (text, cents) => {
    expect(parseStatementAmount(text)).toBe(cents);
  });
});
