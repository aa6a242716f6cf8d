import { escapeHtml } from "#domain/escape-html.ts";
import { toLegalName } from "#domain/legal-name.ts";
import { directionOf } from "#domain/locales.ts";
import { createText } from "../site/translations.ts";

export type MailLink = { label: string; url: string };

/** The content of a mail in reading order; all plain text. */
export type MailContent = {
  locale: string;
  /** The sender, shown at the top and at the end. */
  sender: string;
  heading: string;
  paragraphs: string[];
  /** The call to action: one large link. */
  action?: MailLink;
  /** Facts in two columns. */
  facts?: [label: string, value: string][];
  /** A sentence about the facts, placed below them; the paragraphs above introduce them. */
  factsNote?: string;
  /** Another person's words, verbatim. */
  quote?: string;
  /** Small print. */
  closing: string[];
  footerLink?: MailLink;
  /** The company that sends it, in one line (`describeCompany`); set for every mail sent. */
  company?: string;
};

/** Splits typed text into paragraphs at blank lines; keeps line breaks within them. */
export function toParagraphs(text: string): string[] {
  return text
    .split(/\r?\n\s*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
}

/**
 * Returns the details that a company must state in its letters in any medium (Directive (EU)
 * 2017/1132, Art. 26): its legal name, registry code and address, in one line. Undefined when only
 * its name is known.
 */
export function describeCompany(
  locale: string,
  settings: {
    companyName: string;
    companyRegNumber: string | null;
    companyAddress: string | null;
  },
): string | undefined {
  const { name, address } = toLegalName(settings.companyName, settings.companyAddress);
  const code = settings.companyRegNumber;
  const registry = code ? createText(locale)("footer.registry", { code }) : null;
  const facts = [registry, address].filter(Boolean);
  return facts.length > 0 ? [name, ...facts].join(" · ") : undefined;
}

/** Returns the plain-text version of the mail. */
export function toMailText(content: MailContent): string {
  const {
    heading,
    paragraphs,
    action,
    facts = [],
    factsNote,
    quote,
    closing,
    footerLink,
    company,
  } = content;
  const text = createText(content.locale);
  const toLine = (label: string, value: string) => text("shell.labelled", { label, text: value });
  const toLink = ({ label, url }: MailLink) => `${toLine(label, "").trimEnd()}\n${url}`;
  const parts = [
    heading,
    ...paragraphs,
    facts.map(([label, value]) => toLine(label, value)).join("\n"),
    factsNote,
    quote,
    action ? toLink(action) : "",
    ...closing,
    footerLink ? toLink(footerLink) : "",
    // Last, because some mail programs collapse everything after this signature mark.
    ["-- ", content.sender, company].filter(Boolean).join("\n"),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

const INK = "#181817";
const MUTED = "#5c5c57";
const FONT = "font-family:Helvetica,Arial,sans-serif;font-size:16px;line-height:1.6";
/** The first property is for mail programs that do not support the second. */
const BREAK_LONG_WORDS = "word-break:break-word;overflow-wrap:anywhere";

/**
 * Returns the HTML version: one column, no images, no external resources. Nothing depends on the
 * html and body elements, whose attributes mail programs drop, or on a style sheet: margins are
 * percentages of the width, and sides have the names that every mail program supports.
 */
export function toMailHtml(content: MailContent): string {
  const { locale, heading, paragraphs, action, facts = [], factsNote, quote, closing } = content;
  const { footerLink, company } = content;
  const direction = directionOf(locale);
  const [start, end] = direction === "rtl" ? ["right", "left"] : ["left", "right"];
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px;white-space:pre-line">${escapeHtml(text)}</p>`;
  const small = (html: string) =>
    `<p style="margin:0 0 8px;font-size:13px;color:${MUTED}">${html}</p>`;
  const cell = `padding:4px 0;vertical-align:top;text-align:${start}`;
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" style="${cell};padding-${end}:16px;word-break:normal;` +
      `overflow-wrap:normal;font-weight:400;color:${MUTED}">${escapeHtml(label)}</th>` +
      `<td style="${cell}">${escapeHtml(value)}</td></tr>`,
  );
  return [
    `<!doctype html><html lang="${locale}" dir="${direction}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width,initial-scale=1">`,
    `<title>${escapeHtml(heading)}</title></head><body style="margin:0;background:#fafaf9">`,
    `<div lang="${locale}" dir="${direction}" style="padding:24px 2%;background:#fafaf9;` +
      `color:${INK};text-align:${start};${FONT};${BREAK_LONG_WORDS}">`,
    `<div style="max-width:626px;margin:0 auto">`,
    `<div role="main" style="padding:5%;background:#fff;border:1px solid #dededa">`,
    `<p style="margin:0 0 24px;color:${MUTED}">${escapeHtml(content.sender)}</p>`,
    `<h1 style="margin:0 0 16px;font-family:Georgia,serif;font-weight:400;font-size:28px;` +
      `line-height:1.2">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map(paragraph),
    rows.length > 0
      ? `<table dir="${direction}" cellspacing="0" style="margin:0 0 16px">${rows.join("")}</table>`
      : "",
    factsNote ? paragraph(factsNote) : "",
    quote
      ? `<blockquote style="margin:0 0 16px;padding-${start}:16px;border-${start}:2px solid ` +
        `${INK};white-space:pre-wrap">${escapeHtml(quote)}</blockquote>`
      : "",
    action
      ? `<p style="margin:24px 0 8px"><a href="${escapeHtml(action.url)}" style="display:inline-block;` +
        `padding:12px 24px;background:${INK};color:#fff;text-decoration:none">` +
        `${escapeHtml(action.label)}</a></p>`
      : "",
    "</div>",
    `<div role="contentinfo" style="margin-top:16px">`,
    ...closing.map((text) => small(escapeHtml(text))),
    footerLink
      ? small(
          `<a href="${escapeHtml(footerLink.url)}" style="color:${MUTED}">` +
            `${escapeHtml(footerLink.label)}</a>`,
        )
      : "",
    company ? small(escapeHtml(company)) : "",
    "</div></div></div></body></html>",
  ].join("");
}
