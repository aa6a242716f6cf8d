import { pickLocale } from "#domain/locales.ts";
import { formatEuro } from "#domain/money.ts";
import type { Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { queueMail } from "../mails/mails.service.ts";
import { readCreditsFormat } from "../site/currency.ts";
import { requireSettings } from "../site/site.queries.ts";
import { loadText } from "../site/texts.service.ts";
import { listCredited, type MailTexts } from "../wallet/credited-texts.ts";
import { getCredited } from "../wallet/wallet.queries.ts";
import type { DisputeRow } from "./disputes/disputes.queries.ts";
import { getMailAddress, type RefundRow } from "./refunds.queries.ts";

/** Dependencies of mails; the operator's command has no others. */
export type MailDeps = Pick<ApiDeps, "now"> & {
  config: Pick<ApiDeps["config"], "appUrl" | "locales">;
};

/** Amounts of refunds, in the deposits' currency and in the internal one. */
type Amounts = { moneyCents: number; amountCents: number };

export const REFUND_MAILS = ["wallet", "source", "paid", "failed", "cancelled"] as const;
export const DISPUTE_MAILS = ["opened", "won", "lost"] as const;

/**
 * Notifies a user of a refund to the wallet, or of one to the payment's source that its provider
 * has accepted but not paid yet; skipped for a deleted account. `onward` is the part of a refund to
 * the wallet that goes on to the payment's source once the provider accepts it.
 */
export async function queueRefundMail(
  deps: MailDeps,
  sql: Sql,
  refund: RefundRow,
  { documentIds, onward }: { documentIds: number[]; onward?: Amounts | undefined },
): Promise<void> {
  const { id, amountCents, moneyCents } = refund;
  if (moneyCents !== null) {
    return queuePaymentMail(deps, sql, refund, { kind: "refund.source", documentIds });
  }
  const { toDebtCents } = await getCredited(sql, "refund", [id]);
  const restCents = amountCents - (onward?.amountCents ?? 0) - toDebtCents;
  return queuePaymentMail(deps, sql, refund, {
    kind: "refund.wallet",
    documentIds,
    describe: (texts) => {
      const { text, values, formatMoney, formatCredits } = texts;
      const rest = { credits: formatCredits(restCents) };
      const sent = onward && { ...values, onward: formatMoney(onward.moneyCents) };
      return [
        ...(sent ? [text("mail.refund.to_source", sent)] : []),
        ...listCredited(texts, {
          ...{ toDebtCents, restCents },
          whole: text(onward ? "payments.rest" : "mail.refund.back", rest),
        }),
      ];
    },
  });
}

/** Why a refund is cancelled. */
export type Cancelling = {
  /** The disputed amount of its payment, in the deposit's currency. */
  disputedCents: number;
  /** True when part of it can still be paid out. */
  isPayable: boolean;
};

/** Details of a failed refund for its mail. */
type Failure = {
  /** The part of the credit that paid a debt, in the internal currency. */
  toDebtCents: number;
  /** Set if it was not paid because of a dispute. */
  cancelling?: Cancelling | undefined;
};

/** Notifies a user of the outcome of a refund to the payment's source. */
export async function queueRefundOutcomeMail(
  deps: MailDeps,
  sql: Sql,
  refund: RefundRow,
  outcome: { documentIds: number[] } & ({ kind: "paid" } | ({ kind: "failed" } & Failure)),
): Promise<void> {
  const { documentIds } = outcome;
  if (outcome.kind === "paid") {
    return queuePaymentMail(deps, sql, refund, { kind: "refund.paid", documentIds });
  }
  const { toDebtCents, cancelling } = outcome;
  const restCents = refund.amountCents - toDebtCents;
  const ask = cancelling ? cancelling.isPayable && "mail.refund.ask" : "mail.refund.failed.ask";
  return queuePaymentMail(deps, sql, refund, {
    kind: cancelling ? "refund.cancelled" : "refund.failed",
    ...{ documentIds, disputedCents: cancelling?.disputedCents },
    describe: (texts) => {
      const { text, formatCredits } = texts;
      const whole = text("mail.refund.back", { credits: formatCredits(restCents) });
      return [
        ...listCredited(texts, { toDebtCents, restCents, whole }),
        ...(ask && restCents > 0 ? [text(ask)] : []),
      ];
    },
  });
}

/** Refunds that were due but are cancelled because of a dispute. */
export type CancelledRefunds = Amounts & { ids: number[] };

/** Notifies a user that a payment is disputed, or of the dispute's outcome. */
export async function queueDisputeMail(
  deps: MailDeps,
  sql: Sql,
  dispute: DisputeRow,
  { kind, cancelled }: { kind: (typeof DISPUTE_MAILS)[number]; cancelled?: CancelledRefunds },
): Promise<void> {
  const { toDebtCents } = cancelled
    ? await getCredited(sql, "refund_failed", cancelled.ids)
    : await getCredited(sql, "dispute_won", [dispute.id]);
  return queuePaymentMail(deps, sql, dispute, {
    kind: `dispute.${kind}`,
    describe: (texts) => {
      const { text, formatMoney, formatCredits } = texts;
      // The dispute has since taken whatever the cancelled refunds credited beyond the debt.
      const restCents = cancelled || toDebtCents === 0 ? 0 : dispute.amountCents - toDebtCents;
      return [
        ...(cancelled
          ? [
              text("mail.dispute.refund_cancelled", {
                amount: formatMoney(cancelled.moneyCents),
                credits: formatCredits(cancelled.amountCents),
              }),
            ]
          : []),
        ...listCredited(texts, { toDebtCents, restCents }),
      ];
    },
  });
}

/** A sentence about the mail's documents, for mails whose own text does not mention them. */
const ATTACHED: Record<string, string> = {
  "refund.wallet": "mail.refund.credit_note",
  "refund.failed": "mail.refund.correction",
  "refund.cancelled": "mail.refund.correction",
};

function subjectOf(event: { orderId?: number | null; depositId: number | null }) {
  if (event.depositId !== null) return { depositId: event.depositId };
  return event.orderId ? { orderId: event.orderId } : undefined;
}

type PaymentTexts = MailTexts & {
  formatMoney: (cents: number) => string;
  /** Placeholders of the mail's own texts. */
  values: Record<string, string>;
};

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
    disputedCents?: number | undefined;
    /** Paragraphs that follow its own text. */
    describe?: (texts: PaymentTexts) => string[];
  },
): Promise<void> {
  const { kind, documentIds = [], disputedCents = 0, describe = () => [] } = mail;
  const recipient = await getMailAddress(sql, event.userId);
  if (!recipient) return;
  const { companyName } = await requireSettings(sql);
  const locale = pickLocale([recipient.locale], deps.config.locales);
  const text = await loadText(sql, locale);
  const formatCredits = await readCreditsFormat(sql, locale);
  const formatMoney = (cents: number) => formatEuro(cents, locale);
  const credits = formatCredits(event.amountCents);
  const values = {
    company: companyName,
    amount: event.moneyCents === null ? credits : formatMoney(event.moneyCents),
    credits,
    disputed: formatMoney(disputedCents),
    number: String(event.orderId ?? event.depositId),
  };
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
        of("text"),
        ...describe({ text, formatCredits, formatMoney, values }),
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
