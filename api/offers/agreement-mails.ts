import { pickLocale } from "#domain/locales.ts";
import { formatEuro } from "#domain/money.ts";
import type { Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { queueMail } from "../mails/mails.service.ts";
import { describeTarget } from "../payouts/payouts.mails.ts";
import type { PayoutRow } from "../payouts/payouts.queries.ts";
import { requireSettings } from "../site/site.queries.ts";
import { loadText } from "../site/texts.service.ts";
import type { OfferRow } from "./offers.queries.ts";

export const AGREEMENT_MAILS = ["agreed", "bank", "card"] as const;

/**
 * Confirms the agreement to the seller, with the masked destination account. The mail also warns
 * the seller if somebody else entered that account.
 */
export async function queueAgreementMail(
  deps: ApiDeps,
  sql: Sql,
  offer: Pick<OfferRow, "title">,
  mail: {
    to: string;
    kind: (typeof AGREEMENT_MAILS)[number];
    locale: string;
    payout: Pick<PayoutRow, "amountCents" | "ibanMasked" | "card" | "fullName">;
    /** Nothing is paid until the seller is verified (spec §4 Other). */
    isVerified: boolean;
  },
): Promise<void> {
  const { payout, kind } = mail;
  const { companyName } = await requireSettings(sql);
  const locale = pickLocale([mail.locale], deps.config.locales);
  const text = await loadText(sql, locale);
  const price = formatEuro(payout.amountCents, locale);
  const values = { company: companyName, title: offer.title, price };
  const of = (part: string) => text(`mail.offer.${kind}.${part}`, values);
  await queueMail(deps, sql, {
    to: mail.to,
    subject: of("subject"),
    content: {
      locale,
      sender: companyName,
      heading: of("heading"),
      paragraphs: [of(kind === "agreed" && payout.card ? "card_text" : "text")],
      facts: describeTarget(text, payout, locale),
      factsNote: mail.isVerified ? undefined : text("offer.paid_once_verified"),
      action: {
        label: text("mail.offer.received.action"),
        url: `${deps.config.appUrl}/${locale}/dashboard/offers`,
      },
      closing: [text("mail.offer.not_you"), text("mail.offer.why", values)],
      footerLink: {
        label: text("mail.account.contact"),
        url: `${deps.config.appUrl}/${locale}/contact-us`,
      },
    },
  });
}
