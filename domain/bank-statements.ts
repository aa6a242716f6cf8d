/**
 * Matches bank statements (camt.053) and notifications (camt.054) with payouts: which entry belongs
 * to which payout, and the resulting status (design §4, I15, I16). Pure; amounts are cents.
 */

import { isPaidOut, isReturned, mayPayoutBecome, type PayoutStatus } from "./payouts.ts";

/** More than a month of a busy shop's statements; banks split larger ones. */
export const STATEMENT_MB_MAX = 5;
export const STATEMENT_BYTES_MAX = STATEMENT_MB_MAX * 1024 * 1024;
export const STATEMENT_ENTRIES_MAX = 5_000;

/** One transaction of a statement, or a whole bank entry that lists none. */
export type StatementEntry = {
  /** The bank's own reference, by which a person can find it. */
  entryRef: string;
  endToEndId: string | null;
  /** The bank file, if the bank reported it as one total without listing its transfers. */
  batchRef: string | null;
  /** Null for an amount that is not a whole number of cents. */
  amountCents: number | null;
  currency: string;
  direction: "debit" | "credit";
  /** False while the bank only expects it. */
  isPosted: boolean;
  /** A code such as AC04, or "RETURN" if the bank gives none; null if it is not a return. */
  returnReason: string | null;
  /** "2026-11-23" */
  postedOn: string | null;
};

/** An entry as stored, with the account it belongs to. */
export type AccountEntry = StatementEntry & {
  /** Without spaces; null if the bank's file names no account. */
  accountIban: string | null;
};

/** A transfer of one of our files. */
export type StatementTransfer = { id: number; endToEndId: string; amountCents: number };

/** A payout to which a statement may refer. */
export type StatementPayout = StatementTransfer & {
  currency: string;
  status: PayoutStatus;
  /** True if the viewer owns it: then only a colleague may mark it as returned. */
  isOwn?: boolean;
  /** Only transfers of our files appear in bank statements. */
  isInFile: boolean;
  /** The account in its file, without spaces; null if unknown. */
  accountIban: string | null;
  /** True once the ledger contains the debit, even if the money has since come back. */
  isDebited: boolean;
  /**
   * The bank entry of that debit: the one that marked the payout, or else the first; null if
   * unknown.
   */
  debit: Pick<StatementEntry, "postedOn"> | null;
};

/**
 * `sent`, `returned`: will be marked as such. `already`: is marked already. `differs`: ours, but
 * needs a person to review it (`why`). `unknown`: not ours.
 */
export type MatchOutcome = "sent" | "returned" | "already" | "differs" | "unknown";
export type MatchProblem =
  | ("amount" | "currency" | "expected" | "state" | "twice" | "credit")
  /** The return of the viewer's own payout. */
  | "own";

export type StatementMatch = {
  /** Position of the entry in its file. */
  position: number;
  outcome: MatchOutcome;
  why: MatchProblem | null;
  payoutId: number | null;
};

/**
 * Matches entries with payouts by reference, exact amount and currency. An entry of an account
 * other than that of the payout's file is not its transfer. Processes debits before returns, in
 * whatever order the bank lists them. A second debit of a payout is never mistaken for the first,
 * whether it is in this statement or an earlier one.
 */
export function matchStatement(
  entries: readonly AccountEntry[],
  payouts: readonly StatementPayout[],
): StatementMatch[] {
  const known = new Map(payouts.map((payout) => [payout.endToEndId, { ...payout }]));
  const debited = new Set<number>();
  const matches = new Map<number, StatementMatch>();
  const order = entries
    .map((entry, position) => ({ entry, position }))
    .sort((a, b) => rankOf(a.entry) - rankOf(b.entry) || a.position - b.position);
  for (const { entry, position } of order) {
    const named = known.get(entry.endToEndId ?? "");
    const payout = named && isSameAccount(entry, named) ? named : undefined;
    const { outcome, why } = payout
      ? judge(entry, payout, debited)
      : { outcome: "unknown" as const, why: null };
    if (payout && (outcome === "sent" || outcome === "returned")) payout.status = outcome;
    if (payout && outcome === "sent") payout.isDebited = true;
    if (payout && entry.direction === "debit" && why === null) debited.add(payout.id);
    matches.set(position, { position, outcome, why, payoutId: payout?.id ?? null });
  }
  return [...matches.values()].sort((a, b) => a.position - b.position);
}

const rankOf = (entry: StatementEntry) => (entry.direction === "debit" ? 0 : 1);

type Verdict = Pick<StatementMatch, "outcome" | "why">;

function judge(
  entry: StatementEntry,
  payout: StatementPayout,
  debited: ReadonlySet<number>,
): Verdict {
  const differs = (why: MatchProblem): Verdict => ({ outcome: "differs", why });
  if (entry.currency !== payout.currency) return differs("currency");
  if (entry.amountCents !== payout.amountCents) return differs("amount");
  if (!entry.isPosted) return differs("expected");
  const isReturn = entry.direction === "credit" && entry.returnReason !== null;
  if (entry.direction === "credit" && !isReturn) return differs("credit");
  // Some banks report a rejected, never executed transfer as a debit: a person must review it.
  if (entry.direction === "debit" && entry.returnReason !== null) return differs("state");
  const state = isReturn ? "returned" : "sent";
  if (!isReturn && (debited.has(payout.id) || isOtherDebit(entry, payout))) return differs("twice");
  if (isDone(payout, state)) return { outcome: "already", why: null };
  if (!payout.isInFile || !mayPayoutBecome(payout.status, state)) return differs("state");
  if (isReturn && payout.isOwn) return differs("own");
  return { outcome: state, why: null };
}

/**
 * True if the payout has already passed this status: it arrived after it was sent, or came back.
 * False for a payout marked as returned before any debit, because the bank has paid it after all.
 */
function isDone({ status, isDebited }: StatementPayout, state: "sent" | "returned"): boolean {
  if (state === "returned") return isReturned(status);
  return isDebited && (isPaidOut(status) || isReturned(status));
}

/**
 * True if the entry is not the known debit of the payout. Compares days, because a bank's
 * references may differ between camt.054 and camt.053, and between a file's total and its
 * transfers.
 */
function isOtherDebit(entry: StatementEntry, { isDebited, debit }: StatementPayout): boolean {
  return isDebited && debit !== null && !isEqualIfKnown(entry.postedOn, debit.postedOn);
}

type OfAccount = Pick<AccountEntry, "accountIban">;

const isSameAccount = (entry: OfAccount, file: OfAccount) =>
  isEqualIfKnown(entry.accountIban, file.accountIban);

const isEqualIfKnown = (a: string | null, b: string | null) => !a || !b || a === b;

/**
 * Replaces entries that the bank reports as one total per file by the file's transfers, if the
 * amounts match exactly.
 */
export function expandBatches(
  entries: readonly AccountEntry[],
  batches: readonly (OfAccount & {
    messageId: string;
    totalCents: number;
    payouts: readonly StatementTransfer[];
  })[],
): AccountEntry[] {
  const known = new Map(batches.map((batch) => [batch.messageId, batch]));
  return entries.flatMap((entry) => {
    const batch = known.get(entry.batchRef ?? "");
    const isWhole = entry.endToEndId === null && entry.amountCents === batch?.totalCents;
    if (!batch || !isWhole || entry.direction !== "debit") return [entry];
    if (!isSameAccount(entry, batch)) return [entry];
    return batch.payouts.map(({ endToEndId, amountCents }) => ({
      ...entry,
      endToEndId,
      amountCents,
    }));
  });
}

/** Parses an ISO 20022 amount ("120", "120.5", "120.500") into cents; null for anything else. */
export function parseStatementAmount(text: string): number | null {
  const [, whole = "", fraction = ""] = /^(\d{1,13})(?:\.(\d{0,5}))?$/.exec(text.trim()) ?? [];
  if (whole === "" || !/^0*$/.test(fraction.slice(2))) return null;
  const cents = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, "0"));
  return Number.isSafeInteger(cents) ? cents : null;
}
