import { pickLocale } from "#domain/locales.ts";
import { formatEuro } from "#domain/money.ts";
import type { Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { queueMail } from "../mails/mails.service.ts";
import { readCreditsFormat } from "../site/currency.ts";
import { requireSettings } from "../site/site.queries.ts";
import { loadText } from "../site/texts.service.ts";
import { listCredited } from "../wallet/credited-texts.ts";
import { getCredited } from "../wallet/wallet.queries.ts";
import { type DepositRow, getPayer } from "./deposits.queries.ts";

export const DEPOSIT_MAILS = ["paid", "failed"] as const;

/**
 * Mails the user about a paid deposit, with its receipt, or about a failed one; `isReturned` means
 * that a different amount was paid and is refunded. Does nothing for a deleted account.
 */
export async function queueDepositMail(
  deps: Pick<ApiDeps, "now" | "config">,
  sql: Sql,
  deposit: DepositRow,
  mail: { kind: (typeof DEPOSIT_MAILS)[number]; documentIds: number[]; isReturned?: boolean },
): Promise<void> {
  const payer = await getPayer(sql, deposit.id);
  if (!payer) return;
  const { companyName } = await requireSettings(sql);
  const locale = pickLocale([payer.depositLocale, payer.locale], deps.config.locales);
  const text = await loadText(sql, locale);
  const formatCredits = await readCreditsFormat(sql, locale);
  const values = {
    company: companyName,
    amount: formatEuro(deposit.amountCents, locale),
    credits: formatCredits(deposit.internalAmountCents),
  };
  const { toDebtCents } = await getCredited(sql, "deposit", [deposit.id]);
  const restCents = deposit.internalAmountCents - toDebtCents;
  const of = (part: string) => text(`mail.deposit.${mail.kind}.${part}`, values);
  const page = mail.kind === "paid" ? "deposits" : "deposits/create";
  await queueMail(deps, sql, {
    to: payer.email,
    subject: of("subject"),
    documentIds: mail.documentIds,
    about: { depositId: deposit.id },
    content: {
      locale,
      sender: companyName,
      heading: of("heading"),
      paragraphs: [
        of(mail.isReturned ? "returned" : toDebtCents > 0 ? "owed" : "text"),
        ...listCredited({ text, formatCredits }, { toDebtCents, restCents }),
      ],
      action: { label: of("action"), url: `${deps.config.appUrl}/${locale}/dashboard/${page}` },
      closing: [text("mail.deposit.why", values)],
    },
  });
}
