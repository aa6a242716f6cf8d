import { localize } from "#domain/localized-texts.ts";
import { CONSENT_VERSION } from "#domain/withdrawal.ts";
import type { Sql } from "../../db/client.ts";
import { DEPOSIT_MAILS, queueDepositMail } from "../../deposits/deposits.mails.ts";
import { type DocumentEvent, issueDocument } from "../../documents/issue-document.ts";
import type { ApiDeps } from "../../http/context.ts";
import { AGREEMENT_MAILS, queueAgreementMail } from "../../offers/agreement-mails.ts";
import { OFFER_MAILS, queueOfferMail, queueStaffMail } from "../../offers/offers.mails.ts";
import { PAYOUT_MAILS, queuePayoutMail } from "../../payouts/payouts.mails.ts";
import { INTENT_MAILS, queueFailedIntentMail } from "../../purchases/intent-mails.ts";
import { prepareOrderMail, queueConsentMail } from "../../purchases/order-mails.ts";
import {
  DISPUTE_MAILS,
  queueDisputeMail,
  queueRefundMail,
  queueRefundOutcomeMail,
} from "../../refunds/refunds.mails.ts";
import { type MailSample, samplesOf } from "./mail-sample.ts";
import { type SampleEvents, sampleDispute, sampleRefund } from "./sample-events.ts";

const CARD = { brand: "visa", last4: "4242", expMonth: 12, expYear: 2030 };

async function issue(deps: ApiDeps, sql: Sql, event: DocumentEvent): Promise<number[]> {
  return (await issueDocument(deps, sql, event)).map(({ id }) => id);
}

const soldAs = ({ id }: { id: number }, locale: string): DocumentEvent => ({
  type: "order",
  orderId: id,
  locale,
  rateBasisPoints: 10_000,
});

const depositAmounts = { moneyCents: 2_000, internalCents: 2_000 };

/** The mails about orders, deposits, refunds, disputes, offers and payouts. */
export const MONEY_SAMPLES: Record<string, MailSample> = {
  "mail.order.placed": async (deps, sql, { userId, order, locale }) => {
    const queueOrderMail = await prepareOrderMail(deps, sql, { ...order, userId }, locale);
    await queueOrderMail(await issueDocument(deps, sql, soldAs(order, locale)));
  },
  "mail.order.consented": (deps, sql, { userId, order, locale, now }) => {
    const consent = { at: now, version: CONSENT_VERSION, locale };
    return queueConsentMail(deps, sql, { ...order, userId }, consent);
  },
  ...samplesOf("mail.purchase", INTENT_MAILS, () => (deps, sql, { deposit, order, ...events }) => {
    const title = localize(order.titles, events.locale);
    const to = { email: events.email, locales: [events.locale] };
    const failed = { ...to, depositId: deposit.id, title, slug: order.slug, isForSale: true };
    return queueFailedIntentMail(deps, sql, failed, "price_changed");
  }),
  ...samplesOf("mail.deposit", DEPOSIT_MAILS, (kind) => async (deps, sql, { deposit }) => {
    const event = { type: "deposit", depositId: deposit.id } as const;
    const documentIds = kind === "paid" ? await issue(deps, sql, event) : [];
    await queueDepositMail(deps, sql, deposit, { kind, documentIds });
  }),
  "mail.refund.wallet": async (deps, sql, events) => {
    const refund = sampleRefund(events, "order");
    const { order, locale } = events;
    // A credit note corrects an invoice, which exists by the time of a refund.
    await issue(deps, sql, soldAs(order, locale));
    const { id: refundId, amountCents } = refund;
    const event = { type: "refund", refundId, orderId: order.id, amountCents } as const;
    const documentIds = await issue(deps, sql, event);
    await queueRefundMail(deps, sql, refund, { documentIds });
  },
  "mail.refund.source": (deps, sql, events) =>
    queueRefundMail(deps, sql, sampleRefund(events, "deposit"), { documentIds: [] }),
  "mail.refund.paid": async (deps, sql, events) => {
    const refund = sampleRefund(events, "deposit");
    const about = { refundId: refund.id, depositId: events.deposit.id, amounts: depositAmounts };
    const documentIds = await issue(deps, sql, { type: "deposit_refund", ...about });
    await queueRefundOutcomeMail(deps, sql, refund, { kind: "paid", documentIds });
  },
  "mail.refund.failed": async (deps, sql, events) => {
    const refund = sampleRefund(events, "deposit");
    const about = { refundId: refund.id, depositId: events.deposit.id, amounts: depositAmounts };
    await issue(deps, sql, { type: "deposit_refund", ...about });
    const documentIds = await issue(deps, sql, { type: "refund_returned", ...about });
    await queueRefundOutcomeMail(deps, sql, refund, {
      kind: "failed",
      documentIds,
      toDebtCents: 0,
    });
  },
  "mail.refund.cancelled": (deps, sql, events) => {
    const refund = sampleRefund(events, "deposit");
    const cancelling = { disputedCents: 1_500, isPayable: true };
    return queueRefundOutcomeMail(deps, sql, refund, {
      ...{ kind: "failed", documentIds: [], toDebtCents: 0, cancelling },
    });
  },
  ...samplesOf("mail.dispute", DISPUTE_MAILS, (kind) => (deps, sql, events) => {
    const isOpened = kind === "opened";
    const cancelled = isOpened ? { ids: [], moneyCents: 400, amountCents: 400 } : undefined;
    return queueDisputeMail(deps, sql, sampleDispute(events), { kind, cancelled });
  }),
  ...samplesOf("mail.offer", OFFER_MAILS, (kind) => (deps, sql, { offer, email }) => {
    if (kind === "team") return queueStaffMail(deps, sql, offer, { email });
    const reviewed = { ...offer, message: "The light in it is wonderful." };
    const row = kind === "received" ? { ...offer, servicePriceCents: null } : reviewed;
    return queueOfferMail(deps, sql, row, { to: email, news: kind });
  }),
  ...samplesOf(
    "mail.offer",
    AGREEMENT_MAILS,
    (kind) =>
      (deps, sql, { offer, payout, email, locale }) =>
        queueAgreementMail(deps, sql, offer, {
          to: email,
          kind,
          locale,
          payout: kind === "card" ? { ...payout, card: CARD } : payout,
          isVerified: true,
        }),
  ),
  ...samplesOf(
    "mail.payout",
    PAYOUT_MAILS,
    (kind) => (deps, sql, events) => queuePayout(deps, sql, events, kind),
  ),
};

async function queuePayout(
  deps: ApiDeps,
  sql: Sql,
  { payout }: SampleEvents,
  kind: (typeof PAYOUT_MAILS)[number],
): Promise<void> {
  const isSent = kind === "sent" || kind === "card_sent";
  const event = { type: "payout", payoutId: payout.id } as const;
  const toCard = { type: "card", card: CARD } as const;
  const failure = kind === "card_failed" ? "card_declined" : null;
  await queuePayoutMail(
    deps,
    sql,
    { ...payout, ...(kind.startsWith("card") && toCard), failure },
    {
      kind: isSent ? "sent" : "returned",
      documentIds: isSent ? await issue(deps, sql, event) : [],
    },
  );
}
