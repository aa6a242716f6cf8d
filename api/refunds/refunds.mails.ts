import { pickLocale } from "#domain/locales.ts";
import { formatEuro } from "#domain/money.ts";
import type { Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { queueMail } from "../mails/mails.service.ts";
import { readCreditsFormat } from "../site/currency.ts";
import { requireSettings } from "../site/site.queries.ts";
import { loadText } from "../site/texts.service.ts";
import type { DisputeRow } from "./disputes.queries.ts";
import { getMailAddress, type RefundRow } from "./refunds.queries.ts";

/** Dependencies of mails; the operator's command has only these. */
export type MailDeps = Pick<ApiDeps, "now"> & {
  config: Pick<ApiDeps["config"], "appUrl" | "locales">;
};

/** Of refunds, in the deposits' currency and in the internal one. */
type Amounts = { moneyCents: number; amountCents: number };

export const REFUND_MAILS = ["wallet", "source", "paid", "failed", "cancelled"] as const;
export const DISPUTE_MAILS = ["opened", "won", "lost"] as const;

/**
 * Notifies a user of a refund to the wallet, or of one to the payment's source that its provider
 * has taken and not paid yet; skipped for a deleted account. Of one to the wallet, `onward` goes on
 * from there when the provider takes it, and `toDebtCents` (internal currency) pays what was owed.
 */
export function queueRefundMail(
  deps: MailDeps,
  sql: Sql,
  refund: RefundRow,
  parts: { documentIds: number[]; onward?: Amounts | undefined; toDebtCents?: number },
): Promise<void> {
  const kind = refund.moneyCents === null ? "wallet" : "source";
  return queuePaymentMail(deps, sql, refund, { kind: `refund.${kind}`, ...parts });
}

/** Why a refund is cancelled, and what became of its credits. */
export type Cancelling = {
  /** What disputes took of its payment, in the deposit's currency. */
  disputedCents: number;
  /** Of its credits: what paid debts, and what is in the wallet again. */
  toDebtCents: number;
  backCents: number;
  /** True when some of it may still be paid out. */
  isPayable: boolean;
};

/**
 * Notifies a user of the outcome of a refund to the payment's source; `cancelled`: it failed, and
 * is not paid because of a dispute.
 */
export function queueRefundOutcomeMail(
  deps: MailDeps,
  sql: Sql,
  refund: RefundRow,
  outcome: {
    kind: "paid" | "failed" | "cancelled";
    documentIds: number[];
    cancelling?: Cancelling | undefined;
  },
): Promise<void> {
  const kind = `refund.${outcome.kind}`;
  const toDebtCents = outcome.cancelling?.toDebtCents ?? 0;
  return queuePaymentMail(deps, sql, refund, { ...outcome, kind, toDebtCents });
}

/**
 * Notifies a user that a payment is disputed, or of the dispute's outcome. `cancelled` is what was to
 * be refunded, and will not be because of it.
 */
export function queueDisputeMail(
  deps: MailDeps,
  sql: Sql,
  dispute: DisputeRow,
  { kind, cancelled }: { kind: (typeof DISPUTE_MAILS)[number]; cancelled?: Amounts },
): Promise<void> {
  return queuePaymentMail(deps, sql, dispute, { kind: `dispute.${kind}`, cancelled });
}

/** A mail's sentence about its documents, if its own text has none. */
const ATTACHED: Record<string, string> = {
  "refund.wallet": "mail.refund.credit_note",
  "refund.failed": "mail.refund.correction",
  "refund.cancelled": "mail.refund.correction",
};

function subjectOf(event: { orderId?: number | null; depositId: number | null }) {
  if (event.depositId !== null) return { depositId: event.depositId };
  return event.orderId ? { orderId: event.orderId } : undefined;
}

async function queuePaymentMail(
  deps: MailDeps,
  sql: Sql,
  event: {
    userId: number;
    amountCents: number;
    moneyCents: number | null;
    orderId?: number | null;
    depositId: number | null;
  },
  mail: {
    kind: string;
    documentIds?: number[];
    cancelled?: Amounts | undefined;
    onward?: Amounts | undefined;
    cancelling?: Cancelling | undefined;
    toDebtCents?: number;
  },
): Promise<void> {
  const { kind, documentIds = [], cancelled, onward, cancelling, toDebtCents = 0 } = mail;
  const recipient = await getMailAddress(sql, event.userId);
  if (!recipient) return;
  const { companyName } = await requireSettings(sql);
  const locale = pickLocale([recipient.locale], deps.config.locales);
  const text = await loadText(sql, locale);
  const formatCredits = await readCreditsFormat(sql, locale);
  const credits = formatCredits(event.amountCents);
  const values = {
    company: companyName,
    amount: event.moneyCents === null ? credits : formatEuro(event.moneyCents, locale),
    credits,
    disputed: formatEuro(cancelling?.disputedCents ?? 0, locale),
    number: String(event.orderId ?? event.depositId),
  };
  const hasRest = onward && event.amountCents > onward.amountCents + toDebtCents;
  const of = (part: string) => text(`mail.${kind}.${part}`, values);
  await queueMail(deps, sql, {
    to: recipient.email,
    subject: of("subject"),
    documentIds,
    about: subjectOf(event),
    content: {
      locale,
      sender: companyName,
      heading: of("heading"),
      paragraphs: [
        onward
          ? text("mail.refund.to_source", {
              ...values,
              onward: formatEuro(onward.moneyCents, locale),
            })
          : of("text"),
        ...(toDebtCents > 0
          ? [text("mail.refund.to_debt", { credits: formatCredits(toDebtCents) })]
          : []),
        ...(hasRest ? [text("mail.refund.rest")] : []),
        ...(cancelling && cancelling.backCents > 0
          ? [text("mail.refund.back", { credits: formatCredits(cancelling.backCents) })]
          : []),
        ...(cancelling?.isPayable ? [text("mail.refund.ask")] : []),
        ...(cancelled
          ? [
              text("mail.dispute.refund_cancelled", {
                amount: formatEuro(cancelled.moneyCents, locale),
                credits: formatCredits(cancelled.amountCents),
              }),
            ]
          : []),
        ...(documentIds.length > 0 && ATTACHED[kind] ? [text(ATTACHED[kind])] : []),
      ],
      action: {
        label: text("mail.refund.action", values),
        url: `${deps.config.appUrl}/${locale}/dashboard/payments`,
      },
      closing: [text("mail.refund.why", values)],
    },
  });
}
