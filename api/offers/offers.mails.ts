import { formatDay } from "#domain/dates.ts";
import { DEFAULT_LOCALE, pickLocale } from "#domain/locales.ts";
import { formatEuro } from "#domain/money.ts";
import type { Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { queueMail } from "../mails/mails.service.ts";
import { requireSettings } from "../site/site.queries.ts";
import { loadText } from "../site/texts.service.ts";
import type { OfferRow } from "./offers.queries.ts";
import { replyBy } from "./to-offer.ts";

/** All go to the offer's owner, except the last, which goes to staff. */
export const OFFER_MAILS = ["received", "priced", "declined", "team"] as const;
export type OfferNews = Exclude<(typeof OFFER_MAILS)[number], "team">;

/**
 * Notifies the owner of an offer, in the language they last used. With `isVerificationMissing`, the
 * mail adds that a price this high requires a verified profile (spec §4 Approve).
 */
export async function queueOfferMail(
  deps: ApiDeps,
  sql: Sql,
  offer: OfferRow,
  mail: { to: string; news: OfferNews; isVerificationMissing?: boolean },
): Promise<void> {
  const { companyName } = await requireSettings(sql);
  const locale = pickLocale([offer.locale], deps.config.locales);
  const text = await loadText(sql, locale);
  const values = {
    company: companyName,
    title: offer.title,
    price: formatEuro(offer.servicePriceCents ?? offer.userPriceCents, locale),
    date: formatDay(replyBy(offer.createdAt)),
  };
  const of = (part: string) => text(`mail.offer.${mail.news}.${part}`, values);
  await queueMail(deps, sql, {
    to: mail.to,
    userId: offer.userId,
    subject: of("subject"),
    content: {
      locale,
      sender: companyName,
      heading: of("heading"),
      paragraphs: [of("text"), ...(mail.isVerificationMissing ? [text("offer.verify_first")] : [])],
      quote: offer.message ?? undefined,
      action: { label: of("action"), url: `${deps.config.appUrl}/${locale}/dashboard/offers` },
      closing: [text("mail.offer.why", values)],
    },
  });
}

/** Notifies staff of a new offer, in the shop's default language. Replies go to the seller. */
export async function queueStaffMail(
  deps: ApiDeps,
  sql: Sql,
  offer: OfferRow,
  owner: { email: string },
): Promise<void> {
  const { supportEmail, companyName } = await requireSettings(sql);
  if (supportEmail === null) {
    deps.log.warn({ offerId: offer.id }, "an offer came in, but the settings name no address");
    return;
  }
  const text = await loadText(sql, DEFAULT_LOCALE);
  await queueMail(deps, sql, {
    to: supportEmail,
    userId: offer.userId,
    replyTo: owner.email,
    // Not marked as automatic: help desks would set it aside.
    isPersonal: true,
    subject: text("mail.offer.team.subject", { title: offer.title }),
    content: {
      locale: DEFAULT_LOCALE,
      sender: companyName,
      heading: text("mail.offer.team.heading", { title: offer.title }),
      paragraphs: [],
      facts: [
        [text("mail.offer.team.from"), owner.email],
        [text("mail.offer.team.price"), formatEuro(offer.userPriceCents, DEFAULT_LOCALE)],
        [text("mail.offer.team.replyBy"), formatDay(replyBy(offer.createdAt))],
      ],
      quote: offer.description ?? undefined,
      action: {
        label: text("mail.offer.team.action"),
        url: `${deps.config.appUrl}/${DEFAULT_LOCALE}/staff/offers/${offer.id}`,
      },
      closing: [text("mail.contact.reply")],
    },
  });
}
