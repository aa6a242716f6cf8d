import type { Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import type { MailContent } from "../mails/mail-layout.ts";
import { queueMail } from "../mails/mails.service.ts";
import { mayMail } from "../mails/unproven-mails.ts";
import { requireSettings } from "../site/site.queries.ts";
import { loadText } from "../site/texts.service.ts";
import type { Text } from "../site/translations.ts";

export const ACCOUNT_MAILS = [
  "deleted",
  "email_change_requested",
  "email_changed",
  "email_confirmed",
  "new_sign_in",
  "password_changed",
  "welcome",
] as const;
export type AccountMailKind = (typeof ACCOUNT_MAILS)[number];

/**
 * Sent even if the account has been deleted since: the confirmation, and what warns a former
 * address, which gets no confirmation if somebody else has changed it.
 */
const AFTER_DELETION: readonly AccountMailKind[] = ["deleted", "email_changed"];

/** Path that the mail's button opens; most mails have no button. */
const ACTIONS: Partial<Record<AccountMailKind, string>> = {
  new_sign_in: "/forgot-password",
  welcome: "/products",
};

type AccountMail = { kind: AccountMailKind; locale: string; facts?: MailContent["facts"] };

/**
 * Notifies the account owner of a change and explains whom to contact if somebody else made it. The
 * mail contains neither the new address nor any other value, because someone else may be reading
 * the old mailbox. An unconfirmed address gets few of them (`mayMail`).
 */
export async function queueAccountMail(
  deps: Pick<ApiDeps, "now" | "config">,
  sql: Sql,
  { to, userId, ...mail }: AccountMail & { to: string; userId: number },
): Promise<void> {
  if (!(await mayMail(deps, sql, { userId, to }))) return;
  const { companyName } = await requireSettings(sql);
  const text = await loadText(sql, mail.locale);
  const content = writeAccountMail(text, mail, { companyName, appUrl: deps.config.appUrl });
  await queueMail(deps, sql, {
    to,
    userId: AFTER_DELETION.includes(mail.kind) ? undefined : userId,
    subject: content.heading,
    content,
  });
}

/** Returns the body of an account mail; its heading is also the subject. */
export function writeAccountMail(
  text: Text,
  { kind, locale, facts }: AccountMail,
  { companyName, appUrl }: { companyName: string; appUrl: string },
): MailContent {
  const values = { company: companyName };
  const prefix = `mail.account.${kind}`;
  const path = ACTIONS[kind];
  const paragraphs = [text(`${prefix}.text`, values)];
  if (kind !== "welcome") paragraphs.push(text("mail.account.not_you"));
  return {
    locale,
    sender: companyName,
    heading: text(`${prefix}.subject`, values),
    paragraphs,
    facts,
    action:
      path === undefined
        ? undefined
        : { label: text(`${prefix}.action`), url: `${appUrl}/${locale}${path}` },
    closing: [text(kind === "welcome" ? `${prefix}.why` : "mail.account.why", values)],
    footerLink: { label: text("mail.account.contact"), url: `${appUrl}/${locale}/contact-us` },
  };
}
