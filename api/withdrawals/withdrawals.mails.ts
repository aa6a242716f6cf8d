import { formatDateTime } from "#domain/dates.ts";
import { pickLocale } from "#domain/locales.ts";
import type { Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { queueMail } from "../mails/mails.service.ts";
import { requireSettings } from "../site/site.queries.ts";
import { loadText } from "../site/texts.service.ts";
import { createWithdrawalKey } from "./withdrawal-key.ts";
import type { WithdrawalRow } from "./withdrawals.queries.ts";

export const WITHDRAWAL_MAIL = "mail.withdrawal";

/**
 * The acknowledgement on a durable medium: content, date and time (Art. 11a(4)). If the sender was
 * not signed in, it contains a link for the mailbox owner to confirm or reject the statement
 * (docs/decisions/0045).
 */
export async function queueWithdrawalReceipt(
  deps: ApiDeps,
  sql: Sql,
  statement: WithdrawalRow,
  senderLocale: string,
): Promise<void> {
  const { companyName } = await requireSettings(sql);
  const locale = pickLocale([senderLocale], deps.config.locales);
  const text = await loadText(sql, locale);
  const { number, subject, contract, destination, confirmedAt } = statement;
  const of = (part: string) => text(`${WITHDRAWAL_MAIL}.${part}`, { number, company: companyName });
  const receivedAt = `${formatDateTime(statement.receivedAt.toISOString())} UTC`;
  const facts: [string, string][] = [
    [of("number"), number],
    [of("received"), receivedAt],
    [of("name"), statement.name],
    // With the same label as in the form.
    subject === "order"
      ? [text("withdrawal.contract"), contract ?? ""]
      : [of("contract"), of("balance")],
    [of("destination"), of(destination)],
  ];
  await queueMail(deps, sql, {
    to: statement.email,
    subject: of("subject"),
    content: {
      locale,
      sender: companyName,
      heading: of("heading"),
      paragraphs: [of("text"), ...(confirmedAt === null ? [of("link_text")] : [])],
      ...(confirmedAt === null && {
        action: { label: of("action"), url: toLinkUrl(deps, number, locale) },
      }),
      facts,
      closing: [of("why")],
    },
  });
}

function toLinkUrl(deps: ApiDeps, number: string, locale: string): string {
  const query = new URLSearchParams({ number, key: createWithdrawalKey(deps, number) });
  return `${deps.config.appUrl}/${locale}/withdraw-from-contract/confirm?${query}`;
}
