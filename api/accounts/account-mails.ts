import type { Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { queueMail } from "../mails/mails.service.ts";
import { requireSettings } from "../site/site.queries.ts";
import { createText } from "../site/translations.ts";

export const ACCOUNT_MAILS = [
  "deleted",
  "email_change_requested",
  "email_changed",
  "email_confirmed",
  "password_changed",
] as const;
export type AccountMailKind = (typeof ACCOUNT_MAILS)[number];

/**
 * Notifies an owner of what has happened to the account, and where to turn if somebody else did it. The
 * mail names no new address and no value: it may be read by who has the old mailbox today.
 */
export async function queueAccountMail(
  deps: Pick<ApiDeps, "now" | "config">,
  sql: Sql,
  mail: { to: string; kind: AccountMailKind; locale: string },
): Promise<void> {
  const { to, kind, locale } = mail;
  const { companyName } = await requireSettings(sql);
  const text = createText(locale);
  const values = { company: companyName };
  const subject = text(`mail.account.${kind}.subject`);
  await queueMail(deps, sql, {
    to,
    subject,
    content: {
      locale,
      sender: companyName,
      heading: subject,
      paragraphs: [text(`mail.account.${kind}.text`, values), text("mail.account.not_you")],
      closing: [text("mail.account.why", values)],
      footerLink: {
        label: text("mail.account.contact"),
        url: `${deps.config.appUrl}/${locale}/contact-us`,
      },
    },
  });
}
