import { pickLocale } from "#domain/locales.ts";
import { formatEuro } from "#domain/money.ts";
import {
  BANK_PAYOUT_BUSINESS_DAYS,
  CARD_PAYOUT_BUSINESS_DAYS,
  formatCard,
} from "#domain/payouts.ts";
import type { Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { queueMail } from "../mails/mails.service.ts";
import { requireSettings } from "../site/site.queries.ts";
import { loadText } from "../site/texts.service.ts";
import type { PayoutRow } from "./payouts.queries.ts";
import type { StaffPayoutRow } from "./staff-payouts.queries.ts";

/** Each for bank accounts and for cards. */
export const PAYOUT_MAILS = [
  "sent",
  "returned",
  "card_sent",
  "card_failed",
  "card_returned",
] as const;

/** Notifies a payout's owner that the money was sent or came back. */
export async function queuePayoutMail(
  deps: ApiDeps,
  sql: Sql,
  payout: StaffPayoutRow,
  { kind: event, documentIds }: { kind: "sent" | "returned"; documentIds: number[] },
): Promise<void> {
  const { companyName } = await requireSettings(sql);
  const locale = pickLocale([payout.locale], deps.config.locales);
  const text = await loadText(sql, locale);
  const kind = nameMail(payout, event);
  const values = {
    company: companyName,
    title: payout.title,
    amount: formatEuro(payout.amountCents, locale),
    days: String(BANK_PAYOUT_BUSINESS_DAYS),
    min: String(CARD_PAYOUT_BUSINESS_DAYS.min),
    max: String(CARD_PAYOUT_BUSINESS_DAYS.max),
  };
  const of = (part: string) => text(`mail.payout.${kind}.${part}`, values);
  await queueMail(deps, sql, {
    to: payout.email,
    subject: of("subject"),
    documentIds,
    content: {
      locale,
      sender: companyName,
      heading: of("heading"),
      paragraphs: [of("text"), ...(documentIds.length > 0 ? [text("mail.payout.statement")] : [])],
      facts: describeTarget(text, payout, locale),
      action: { label: of("action"), url: `${deps.config.appUrl}/${locale}/dashboard/offers` },
      closing: [text("mail.offer.why", values)],
    },
  });
}

function nameMail(
  { type, failure }: StaffPayoutRow,
  event: "sent" | "returned",
): (typeof PAYOUT_MAILS)[number] {
  if (type === "sepa") return event;
  return event === "sent" ? "card_sent" : failure === null ? "card_returned" : "card_failed";
}

/**
 * Amount and account of a payout for a mail's list of facts; the name is that of the bank account.
 */
export function describeTarget(
  text: (key: string) => string,
  payout: Pick<PayoutRow, "amountCents" | "card" | "ibanMasked" | "fullName">,
  locale: string,
): [string, string][] {
  const amount: [string, string] = [
    text("mail.payout.amount"),
    formatEuro(payout.amountCents, locale),
  ];
  if (payout.card) return [amount, [text("mail.payout.card"), formatCard(payout.card)]];
  return [
    amount,
    [text("mail.payout.account"), payout.ibanMasked ?? ""],
    [text("mail.payout.name"), payout.fullName],
  ];
}
