import { normalizeEmail } from "#domain/accounts.ts";
import { CONTACT_RECEIPTS_PER_HOUR_MAX } from "#domain/contact.ts";
import type { ContactBody } from "../contract/contact.ts";
import type { Sql } from "../db/client.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { countRequest, type RateLimit } from "../http/rate-limit.ts";
import type { MailContent } from "../mails/mail-layout.ts";
import { AUTO_REPLIED, queueMail } from "../mails/mails.service.ts";
import { loadText } from "../site/texts.service.ts";

export const RECEIPT_MAIL = "mail.contact_copy";

export const receiptsLimit: RateLimit = {
  name: "contact receipt",
  max: CONTACT_RECEIPTS_PER_HOUR_MAX,
  windowSeconds: 60 * 60,
};

type Sender = { user: SessionUser | null; locale: string };

/**
 * Returns true when the sender may get a receipt, and counts it: at most
 * CONTACT_RECEIPTS_PER_HOUR_MAX per address, and none to the shop's own, which would cause a loop.
 */
export async function mayGetReceipt(
  deps: Pick<ApiDeps, "database" | "now">,
  email: string,
  supportEmail: string | null,
): Promise<boolean> {
  const address = normalizeEmail(email);
  if (supportEmail !== null && address === normalizeEmail(supportEmail)) return false;
  return !(await countRequest(deps, receiptsLimit, address)).isOver;
}

/**
 * Mails the message's reference to the sender, in the caller's transaction. Quotes the message only
 * to members at their own, confirmed address: anybody can enter anybody else's address and could
 * send them text through the shop.
 */
export async function queueReceipt(
  deps: Pick<ApiDeps, "now">,
  sql: Sql,
  receipt: { body: ContactBody; sender: Sender; reference: string; companyName: string },
): Promise<void> {
  const { body, sender, reference, companyName } = receipt;
  const { user, locale } = sender;
  const isOwn = user?.isEmailVerified === true && user.email === normalizeEmail(body.email);
  const text = await loadText(sql, locale);
  const values = { company: companyName, reference };
  const subject = text(`${RECEIPT_MAIL}.subject`, values);
  const content: MailContent = {
    locale,
    sender: companyName,
    heading: subject,
    paragraphs: [text(`${RECEIPT_MAIL}.text`, values)],
    quote: isOwn ? body.message : undefined,
    closing: [text(`${RECEIPT_MAIL}.why`)],
  };
  await queueMail(deps, sql, { to: body.email, subject, headers: AUTO_REPLIED, content });
}
