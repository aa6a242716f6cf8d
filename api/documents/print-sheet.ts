import { nameCountry } from "#domain/countries.ts";
import type { DocumentKind } from "#domain/documents.ts";
import { LOCALES, toFormattingTag } from "#domain/locales.ts";
import { formatEuro } from "#domain/money.ts";
import { toPercent } from "#domain/vat.ts";
import type { DocumentSheet } from "../contract/documents.ts";
import { createText } from "../site/translations.ts";
import type { DocumentData, Party } from "./document-data.ts";

/** Formats an amount of the internal currency; `name` is the currency's name. */
type FormatCredits = (cents: number, name?: string) => string;

type Printing = {
  data: DocumentData;
  number: string;
  locale: string;
  credits: FormatCredits;
  text: ReturnType<typeof createText>;
};

/**
 * Returns the final texts and amounts of a document in its language. It is displayed and rendered
 * from these, even after translations or settings change. `notes` come from the caller, for what
 * the data does not contain: consent, or the end of a right.
 */
export function printSheet(
  data: DocumentData,
  {
    number,
    locale,
    credits,
    notes = [],
  }: { number: string; locale: string; credits: FormatCredits; notes?: string[] },
): DocumentSheet {
  const printing = { data, number, locale, credits, text: createText(locale) };
  const { text } = printing;
  const isSelfBilling = data.kind === "self_billing";
  const issuer = isSelfBilling ? data.buyer : data.seller;
  const party = (role: "seller" | "buyer", label: string) => ({
    label: text(label),
    lines: listPartyLines(data[role], printing),
  });
  return {
    title: text(`documents.${data.kind}`),
    subtitle: isSelfBilling ? text("document.self_billing") : null,
    number,
    locale,
    issuer: { name: issuer.name, lines: listPartyLines(issuer, printing).slice(1) },
    parties: [party("seller", "document.seller"), party("buyer", "documents.buyer")],
    facts: listFacts(printing),
    ...listRows(printing),
    totals: listTotals(printing),
    notes: [...listNotes(printing), ...notes],
  };
}

function listPartyLines({ name, lines, country, vatId, regNumber }: Party, printing: Printing) {
  const { text, locale } = printing;
  const countryName = country === null ? null : nameCountry(country, locale);
  const address = [name, ...withoutCountry(lines, country)];
  if (countryName !== null) address.push(countryName);
  if (regNumber) address.push(`${text("document.reg_number")} ${regNumber}`);
  if (vatId) address.push(`${text("documents.vat_id")} ${vatId}`);
  return address;
}

/**
 * Removes the country from the end of the settings' address, in whatever language it is written,
 * because it is printed separately.
 */
function withoutCountry(lines: string[], country: string | null): string[] {
  if (country === null) return lines;
  const isCountry = LOCALES.some((locale) => nameCountry(country, locale) === lines.at(-1));
  return isCountry ? lines.slice(0, -1) : lines;
}

function listFacts({ data, number, locale, text }: Printing): DocumentSheet["facts"] {
  const { references } = data;
  const facts: [string, string | undefined][] = [
    [text("documents.number"), number],
    [text("document.issued"), formatDay(data.issuedOn, locale)],
  ];
  if (data.kind === "invoice" || data.kind === "self_billing") {
    facts.push([text("document.supplied"), formatDay(data.suppliedOn, locale)]);
  }
  if (references.invoice) {
    const day = formatDay(references.invoiceDay ?? data.issuedOn, locale);
    facts.push([text("document.of_invoice"), `${references.invoice} (${day})`]);
  }
  if (references.receipt) {
    const day = formatDay(references.receiptDay ?? data.issuedOn, locale);
    facts.push([text("document.of_receipt"), `${references.receipt} (${day})`]);
  }
  facts.push(
    [text("documents.order"), references.orderId],
    [text("document.licence"), references.licence],
    [text("documents.deposit"), references.depositId],
    [text("document.refund"), data.kind === "deposit_refund" ? references.refundId : undefined],
    [text("document.method"), references.method && text(`deposit.${references.method}`)],
    [text("document.offer"), references.offerId],
    [text("document.account"), references.account],
  );
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

function listRows({ data, locale, text }: Printing): Pick<DocumentSheet, "columns" | "rows"> {
  const euro = (cents: number) => formatEuro(cents, locale);
  const description = text(`document.line.${data.kind}`, { title: data.line });
  if (data.vat === null || data.kind === "order_confirmation") {
    return {
      columns: [text("documents.description"), text("document.amount")],
      rows: [[description, euro(data.grossCents)]],
    };
  }
  return {
    columns: [
      text("documents.description"),
      text("document.quantity"),
      text("document.net"),
      text("document.vat"),
      text("document.gross"),
    ],
    rows: [
      [
        description,
        "1",
        euro(data.netCents),
        data.vat?.treatment === "standard" ? formatRate(data.vat.basisPoints, locale) : "–",
        euro(data.grossCents),
      ],
    ],
  };
}

/** Labels of the amount in the internal currency, which state what happened to it. */
const INTERNAL_LABELS: Partial<Record<DocumentKind, string>> = {
  credit_note: "documents.returned",
  deposit_receipt: "document.credited",
  deposit_refund: "document.taken",
  refund_correction: "document.credited",
};

function listTotals({ data, locale, credits, text }: Printing): DocumentSheet["totals"] {
  const euro = (cents: number) => formatEuro(cents, locale);
  const totals: DocumentSheet["totals"] = [];
  const add = (label: string, value: string, isTotal = false) =>
    totals.push({ label, value, is_total: isTotal });
  if (data.vat?.treatment === "standard") {
    const country = data.vat.country === null ? "" : nameCountry(data.vat.country, locale);
    const rate = formatRate(data.vat.basisPoints, locale);
    add(text("document.net"), euro(data.netCents));
    add(text("document.vat_of", { rate, country }), euro(data.vatCents));
  } else if (data.vat) {
    add(text("document.net"), euro(data.netCents));
    add(text("document.vat"), euro(0));
  }
  add(text(`document.total.${data.kind}`), euro(data.grossCents), true);
  if (data.internalCents !== null) {
    const value = credits(data.internalCents, data.references.currency ?? "");
    add(text(INTERNAL_LABELS[data.kind] ?? "document.paid_with"), value.trim());
  }
  return totals;
}

function listNotes({ data, text }: Printing): string[] {
  const notes: string[] = [];
  if (data.kind === "deposit_receipt") notes.push(text("document.note.voucher"));
  if (data.kind === "deposit_refund") notes.push(text("document.note.voucher_refund"));
  if (data.kind === "refund_correction") notes.push(text("document.note.refund_correction"));
  if (data.kind === "invoice") notes.push(text("document.note.paid"));
  if (data.kind === "self_billing") notes.push(text("document.note.self_billing"));
  const treatment = data.vat?.treatment;
  if (data.kind !== "order_confirmation" && treatment && treatment !== "standard") {
    const isPerson = treatment === "exempt" && data.kind === "self_billing";
    notes.push(text(`document.note.${isPerson ? "no_vat" : treatment}`));
  }
  return notes;
}

/**
 * Formats a date in the language's format, such as "22 November 2026", with Western digits as banks
 * use them.
 */
export function formatDay(day: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale === "en" ? "en-GB" : locale, {
    dateStyle: "long",
    timeZone: "UTC",
    calendar: "gregory",
    numberingSystem: "latn",
  });
  const text = format.format(new Date(`${day}T00:00:00Z`));
  // Intl formats "1 décembre", but printed French requires "1er".
  return locale === "fr" ? text.replace(/^1 /, "1er ") : text;
}

function formatRate(basisPoints: number, locale: string): string {
  const format = new Intl.NumberFormat(toFormattingTag(locale), {
    style: "percent",
    maximumFractionDigits: 2,
    numberingSystem: "latn",
  });
  return format.format(toPercent(basisPoints) / 100);
}
