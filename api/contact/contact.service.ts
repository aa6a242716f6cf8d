import { randomInt } from "node:crypto";
import { nameCountry } from "#domain/countries.ts";
import { DEFAULT_LOCALE, nameOfLanguage } from "#domain/locales.ts";
import { DEFAULT_CURRENCY } from "#domain/money.ts";
import { createContactReference } from "#domain/references.ts";
import { lockMember } from "../accounts/accounts.queries.ts";
import type { ContactBody } from "../contract/contact.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { queueMail } from "../mails/mails.service.ts";
import { assertSameOperation } from "../operations.ts";
import { requireSettings } from "../site/site.queries.ts";
import { loadText } from "../site/texts.service.ts";
import type { Text } from "../site/translations.ts";
import { getMessageOfOperation, insertContactMessage } from "./contact.queries.ts";
import { mayGetReceipt, queueReceipt } from "./receipt.ts";

export const CONTACT_MAIL = "mail.contact";

/**
 * Stores a message and mails it to the support address (spec §3 Contact form); replies to that mail
 * go to the sender, who gets a receipt. Idempotent by operation, if it has an id. Returns the
 * message's reference. Messages caught by the honeypot are dropped silently, with a reference like
 * any other. Throws operation_conflict for the id of a different message.
 */
export async function receiveMessage(
  deps: ApiDeps,
  sender: { user: SessionUser | null; locale: string },
  body: ContactBody,
): Promise<string> {
  const reference = createContactReference(randomInt);
  if (body.website) {
    deps.log.info("a message was dropped: the honeypot field was filled in");
    return reference;
  }
  const { supportEmail, companyName } = await requireSettings(deps.database);
  const hasReceipt = await mayGetReceipt(deps, body.email, supportEmail);
  const sent = toStored(body);
  return inTransaction(deps.database, async (sql) => {
    const userId = sender.user && (await lockMember(sql, sender.user.id));
    const operationId = body.operation_id ?? null;
    const isNew = await insertContactMessage(sql, {
      ...{ ...sent, operationId, reference, userId },
      locale: sender.locale,
      now: deps.now(),
    });
    if (!isNew && operationId) {
      const known = await getMessageOfOperation(sql, operationId);
      assertSameOperation(known, { ...sent, ...(sender.user && { userId }) });
      return known.reference;
    }
    if (hasReceipt) await queueReceipt(deps, sql, { body, sender, reference, companyName });
    if (supportEmail === null) {
      deps.log.warn("a message came in, but the settings name no support address");
      return reference;
    }
    const { locale } = sender;
    await queueTeamMail(deps, sql, { body, locale, reference, companyName, supportEmail });
    return reference;
  });
}

/** Returns what is stored of a message: its text, and the details that were filled in. */
function toStored({ message, website: _, operation_id: __, ...given }: ContactBody) {
  const details = Object.fromEntries(Object.entries(given).filter(([, text]) => text));
  return { message, details: { ...details, currency: given.currency ?? DEFAULT_CURRENCY } };
}

type TeamMail = {
  body: ContactBody;
  locale: string;
  reference: string;
  companyName: string;
  /** Null for a shop without a support address, which gets no mail. */
  supportEmail: string | null;
};

/** Forwards a message to staff, whose reply goes to the sender. */
export async function queueTeamMail(
  deps: Pick<ApiDeps, "now">,
  sql: Sql,
  { body, supportEmail, companyName, ...sender }: TeamMail,
): Promise<void> {
  if (supportEmail === null) return;
  // The mail is for staff, so it is in the shop's own language.
  const text = await loadText(sql, DEFAULT_LOCALE);
  const mail = writeMail(text, body, { ...sender, companyName });
  await queueMail(deps, sql, {
    to: supportEmail,
    replyTo: body.email,
    isPersonal: true,
    ...mail,
  });
}

function writeMail(
  text: Text,
  body: ContactBody,
  sender: { locale: string; reference: string; companyName: string },
) {
  const name = joined(" ", body.first_name, body.last_name);
  const rows: [string, string | undefined][] = [
    [text(`${CONTACT_MAIL}.reference`), sender.reference],
    [text(`${CONTACT_MAIL}.name`), name],
    [text(`${CONTACT_MAIL}.email`), body.email],
    [text(`${CONTACT_MAIL}.phone`), body.phone],
    [text(`${CONTACT_MAIL}.address`), addressOf(body)],
    [text(`${CONTACT_MAIL}.language`), nameOfLanguage(sender.locale, DEFAULT_LOCALE)],
  ];
  const facts = rows.filter((row): row is [string, string] => Boolean(row[1]));
  return {
    subject: text(`${CONTACT_MAIL}.subject`, { name }),
    content: {
      locale: DEFAULT_LOCALE,
      sender: sender.companyName,
      heading: text(`${CONTACT_MAIL}.heading`, { name }),
      paragraphs: [],
      facts,
      quote: body.message,
      closing: [text(`${CONTACT_MAIL}.reply`)],
    },
  };
}

/** Joins the given parts of an address on one line; empty if there are none. */
function addressOf({ address, post_code: postCode, city, country }: ContactBody): string {
  const countryName = country ? nameCountry(country, DEFAULT_LOCALE) : "";
  return joined(", ", address, joined(" ", postCode, city), countryName);
}

const joined = (separator: string, ...parts: (string | undefined)[]) =>
  parts.filter(Boolean).join(separator);
