import { hasText, type Translate } from "#app/i18n/translate.ts";

/** Texts for the ledger's kinds of transactions. */
const KINDS = new Map(
  Object.entries({
    deposit: "payments.deposit",
    order: "payments.purchase",
    grant: "payments.credit",
    adjustment: "payments.adjustment",
    payout: "payments.payout",
    refund: "payments.refund",
    refund_failed: "staff_orders.state.refund_failed",
    dispute: "payments.dispute",
    dispute_won: "staff_orders.state.dispute_won",
    debt_payment: "staff_orders.plan_debt",
  }),
);

/** A ledger account's label; another server's account stays unchanged. */
export function nameAccount(t: Translate, account: string): string {
  const key = `staff_orders.account.${account}`;
  return hasText(t, key) ? t(key) : account;
}

/**
 * The purpose of a posting, `dispute 12` as "Dispute 12"; another server's words stay unchanged.
 */
export function nameTransaction(t: Translate, transaction: string): string {
  const [, kind = "", number = ""] = /^([a-z_]+)( .*)?$/.exec(transaction) ?? [];
  const key = KINDS.get(kind);
  return key === undefined ? transaction : `${t(key)}${number}`;
}

/**
 * True for money that was missing in suspense and that we paid: the text for its kind would wrongly
 * say that it stays with us, while its accounts say everything.
 */
export function isCoveredLoss(event: {
  state: string | null;
  accounts: { to: string } | null;
}): boolean {
  return event.state === "kept" && event.accounts?.to === "suspense";
}
