import { pickLocale } from "#domain/locales.ts";
import { formatEuro } from "#domain/money.ts";
import { BANK_PAYOUT_BUSINESS_DAYS } from "#domain/payouts.ts";
import type { Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { queueMail } from "../mails/mails.service.ts";
import { requireSettings } from "../site/site.queries.ts";
import { createText } from "../site/translations.ts";
import type { StaffPayoutRow } from "./payouts.queries.ts";

export const PAYOUT_MAILS = ["sent", "returned"] as const;

/** Notifies the owner of a payout that the money is on its way, or that it came back. */
export async function queuePayoutMail(
  deps: ApiDeps,
  sql: Sql,
  payout: StaffPayoutRow,
  { kind, documentIds }: { kind: (typeof PAYOUT_MAILS)[number]; documentIds: number[] },
): Promise<void> {
  const { companyName } = await requireSettings(sql);
  const locale = pickLocale([payout.locale], deps.config.locales);
  const text = createText(locale);
  const values = {
    company: companyName,
    title: payout.title,
    amount: formatEuro(payout.amountCents, locale),
    account: payout.ibanMasked,
    days: String(BANK_PAYOUT_BUSINESS_DAYS),
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
      facts: [
        [text("mail.payout.amount"), values.amount],
        [text("mail.payout.account"), values.account],
        [text("mail.payout.name"), payout.fullName],
      ],
      action: { label: of("action"), url: `${deps.config.appUrl}/${locale}/dashboard/offers` },
      closing: [text("mail.offer.why", values)],
    },
  });
}
