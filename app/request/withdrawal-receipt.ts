import { WITHDRAWAL_NUMBER } from "#domain/references.ts";
import { REFUND_DESTINATIONS, type RefundDestination } from "#domain/refunds.ts";
import type { WithdrawalStatus } from "#domain/withdrawal-statements.ts";

/** The withdrawal function (Directive 2011/83/EU Art. 11a). */
export const WITHDRAWAL_PATH = "/withdraw-from-contract";

/**
 * Where the money is: on the balance, on its way to the payment's source, or waiting for its
 * provider; it paid a debt, and the rest is on the balance or goes to the source; staff review the
 * statement; or the statement waits for the link in the receipt.
 */
const OUTCOMES = [
  ...REFUND_DESTINATIONS,
  ...(["waiting", "debt", "debt_wallet", "debt_source", "review", "link"] as const),
] as const;

export type Receipt = { number: string; at: string | null; outcome: (typeof OUTCOMES)[number] };

/**
 * The path of the page that confirms receipt of a statement, still to be signed (`signQuery`).
 * `status` is null for a visitor who is signed out.
 */
export function toReceiptPath(sent: {
  number: string;
  receivedAt?: string;
  status: WithdrawalStatus | null;
  destination?: RefundDestination;
  isWaiting?: boolean;
  toDebtCents?: number;
  toWalletCents?: number;
}): string {
  const { number, receivedAt, status } = sent;
  const outcome = status === "refunded" ? outcomeOf(sent) : status === null ? "link" : "review";
  const query = new URLSearchParams({ received: number, outcome });
  if (receivedAt !== undefined) query.set("at", receivedAt);
  return `${WITHDRAWAL_PATH}?${query}`;
}

function outcomeOf({
  destination = "source",
  isWaiting = false,
  toDebtCents = 0,
  toWalletCents = 0,
}: Partial<Parameters<typeof toReceiptPath>[0]>): Receipt["outcome"] {
  if (toDebtCents > 0 && destination === "source") return "debt_source";
  if (toDebtCents > 0) return toWalletCents > 0 ? "debt_wallet" : "debt";
  return destination === "source" && isWaiting ? "waiting" : destination;
}

/** The receipt in a signed query (`readSignedQuery`); null if there is none. */
export function readReceipt(query: URLSearchParams): Receipt | null {
  const number = query.get("received") ?? "";
  if (!WITHDRAWAL_NUMBER.test(number)) return null;
  const at = query.get("at");
  const outcome = OUTCOMES.find((one) => one === query.get("outcome")) ?? "review";
  return { number, at: at === null || Number.isNaN(Date.parse(at)) ? null : at, outcome };
}
