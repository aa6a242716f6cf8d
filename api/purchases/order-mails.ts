import { toDayText } from "#domain/dates.ts";
import { DEFAULT_LOCALE, pickLocale } from "#domain/locales.ts";
import { localize } from "#domain/localized-texts.ts";
import type { Sql } from "../db/client.ts";
import type { IssuedDocument } from "../documents/issue-document.ts";
import { formatDay } from "../documents/print-sheet.ts";
import type { ApiDeps } from "../http/context.ts";
import { describeCompany } from "../mails/mail-layout.ts";
import { queueMail } from "../mails/mails.service.ts";
import { readCreditsFormat } from "../site/currency.ts";
import { requireSettings } from "../site/site.queries.ts";
import { loadText } from "../site/texts.service.ts";
import { createText } from "../site/translations.ts";
import { findConsentText } from "./consents.ts";
import type { GivenConsent } from "./delivery.ts";
import { getBuyer } from "./purchases.queries.ts";

export const ORDER_MAILS = ["placed", "consented"] as const;

export type MailDeps = Pick<ApiDeps, "now" | "config">;

type MailedOrder = {
  id: number;
  userId: number;
  titles: Record<string, string>;
  priceCents: number;
  currency: string;
};

/**
 * Confirms an order on a durable medium (Directive 2011/83/EU Art. 8(7)): what was bought, and the
 * consent given or the right of withdrawal kept, with confirmation and invoice attached. Reads what
 * the mail needs and returns the function that queues it, which only writes: other orders wait once
 * the documents are issued.
 */
export async function prepareOrderMail(
  deps: MailDeps,
  sql: Sql,
  order: MailedOrder,
  locale: string,
): Promise<(documents: IssuedDocument[]) => Promise<void>> {
  const queue = await prepare(deps, sql, order, { kind: "placed", locale });
  return (documents) => {
    const notes = documents
      .filter(({ kind }) => kind === "order_confirmation")
      .flatMap(({ sheet }) => sheet.notes);
    return queue(
      notes,
      documents.map(({ id }) => id),
    );
  };
}

/**
 * Confirms consent given after the purchase, quoting the text shown to the buyer with its version.
 */
export async function queueConsentMail(
  deps: MailDeps,
  sql: Sql,
  order: MailedOrder,
  consent: GivenConsent,
): Promise<void> {
  const { version, locale, at } = consent;
  const date = formatDay(toDayText(at), locale);
  const values = { date, version, text: findConsentText(version, locale) ?? "" };
  const notes = [createText(locale)("document.note.consented", values)];
  const queue = await prepare(deps, sql, order, { kind: "consented", locale });
  await queue(notes, []);
}

async function prepare(
  deps: MailDeps,
  sql: Sql,
  order: MailedOrder,
  mail: { kind: (typeof ORDER_MAILS)[number]; locale: string },
): Promise<(notes: string[], documentIds: number[]) => Promise<void>> {
  const buyer = await getBuyer(sql, order.userId);
  if (!buyer) return async () => {};
  const settings = await requireSettings(sql);
  const { companyName } = settings;
  const locale = pickLocale([mail.locale, DEFAULT_LOCALE], deps.config.locales);
  const text = await loadText(sql, locale);
  const values = {
    company: companyName,
    number: String(order.id),
    title: localize(order.titles, locale),
    price: (await readCreditsFormat(sql, locale))(order.priceCents, order.currency),
  };
  const of = (part: string) => text(`mail.order.${mail.kind}.${part}`, values);
  return async (notes, documentIds) => {
    await queueMail(deps, sql, {
      to: buyer.email,
      subject: of("subject"),
      documentIds,
      about: { orderId: order.id },
      content: {
        locale,
        sender: companyName,
        heading: of("heading"),
        paragraphs: [of("text"), ...notes],
        action: {
          label: text("mail.order.placed.action"),
          url: `${deps.config.appUrl}/${locale}/dashboard?order=${order.id}`,
        },
        closing: [text("mail.order.why", values)],
        company: describeCompany(locale, settings),
      },
    });
  };
}
