import { pickLocale } from "#domain/locales.ts";
import type { ErrorCode } from "#domain/messages.ts";
import type { Sql } from "../db/client.ts";
import { queueMail } from "../mails/mails.service.ts";
import { readCreditsFormat } from "../site/currency.ts";
import { requireSettings } from "../site/site.queries.ts";
import { loadText } from "../site/texts.service.ts";
import { listCredited } from "../wallet/credited-texts.ts";
import { getCredited } from "../wallet/wallet.queries.ts";
import type { MailDeps } from "./order-mails.ts";

export const INTENT_MAILS = ["failed"] as const;

export type FailedIntent = {
  depositId: number;
  /** The account's address. */
  email: string;
  /** As in `WaitingIntent`. */
  locales: (string | null)[];
  title: string;
  slug: string;
  /** False for a product off sale, which has no page. */
  isForSale: boolean;
};

/**
 * Notifies the payer that a paid deposit did not buy its product, and why: a direct debit arrives
 * days later, when nobody looks at its page. Call it in the transaction that stores the failure.
 */
export async function queueFailedIntentMail(
  deps: MailDeps,
  sql: Sql,
  { depositId, email, title, slug, isForSale, locales }: FailedIntent,
  failure: ErrorCode,
): Promise<void> {
  const { companyName } = await requireSettings(sql);
  const locale = pickLocale(locales, deps.config.locales);
  const text = await loadText(sql, locale);
  const shop = `${deps.config.appUrl}/${locale}/products`;
  const formatCredits = await readCreditsFormat(sql, locale);
  const { amountCents, toDebtCents } = await getCredited(sql, "deposit", [depositId]);
  const restCents = amountCents - toDebtCents;
  const values = { company: companyName, number: String(depositId), title };
  await queueMail(deps, sql, {
    to: email,
    subject: text("mail.purchase.failed.subject", values),
    about: { depositId },
    content: {
      locale,
      sender: companyName,
      heading: text("mail.purchase.failed.heading"),
      paragraphs: [
        text("mail.purchase.failed.text", values),
        text(`errors.${failure}`),
        text(`mail.purchase.failed.${toDebtCents > 0 ? "owed" : "kept"}`),
        ...listCredited({ text, formatCredits }, { toDebtCents, restCents }),
      ],
      action: isForSale
        ? { label: text("mail.purchase.failed.action"), url: `${shop}/${slug}` }
        : { label: text("mail.account.welcome.action"), url: shop },
      closing: [text("mail.deposit.why", values)],
    },
  });
}
