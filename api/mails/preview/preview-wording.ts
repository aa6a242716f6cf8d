import { DomainError, fieldError } from "#domain/errors.ts";
import { DEFAULT_LOCALE } from "#domain/locales.ts";
import { findEnglish, listPlaces, validateWording } from "#domain/wording.ts";
import type { MailPreview, PreviewWordingBody } from "../../contract/staff/texts.ts";
import type { Sql } from "../../db/client.ts";
import type { ApiDeps, SessionUser } from "../../http/context.ts";
import { putOwnText } from "../../site/texts.queries.ts";
import { WORDED_BY_LOCALE } from "../../site/translations.ts";
import { MAIL_SAMPLES } from "./mail-samples.ts";
import { type PreviewedMail, previewMails } from "./preview-mails.ts";
import { findSampleProduct } from "./samples.queries.ts";

const english = () => WORDED_BY_LOCALE.get(DEFAULT_LOCALE) ?? {};
const NAMES = Object.keys(MAIL_SAMPLES).sort();

/**
 * Previews the mail that uses a text with this wording, about sample data; an empty wording means
 * the current one. Nothing is stored. Returns null for a text of pages, and for a mail that the
 * shop cannot send yet because nothing is for sale or the settings have no recipient. Throws
 * validation_failed for a wording that cannot be saved, locale_not_found.
 */
export async function previewWording(
  deps: ApiDeps,
  staff: SessionUser,
  { locale, key, text }: PreviewWordingBody,
): Promise<MailPreview | null> {
  if (!deps.config.locales.includes(locale)) throw new DomainError("locale_not_found");
  const isOwn = text.trim() !== "";
  const problem = isOwn ? validateWording(key, text, english()) : null;
  if (problem) throw fieldError("text", problem);
  if (!key.startsWith("mail.") || !(await findSampleProduct(deps.database))) return null;
  const word = (words: string) => (sql: Sql) =>
    putOwnText(sql, { locale, key, text: words, authorId: staff.id, now: deps.now() });
  const name = await findMail(deps, { locale, key, word });
  if (name === null) return null;
  const prepare = isOwn ? word(text) : undefined;
  const [mail] = await previewMails(deps, locale, [name], { hasFiles: false, prepare });
  return mail ? { subject: mail.subject, html: mail.html, text: mail.text } : null;
}

/**
 * Returns the first mail that uses a text: the one whose name starts the key or, for a shared text,
 * the first in which a marker put in its place appears.
 */
async function findMail(
  deps: ApiDeps,
  {
    locale,
    key,
    word,
  }: { locale: string; key: string; word: (words: string) => (sql: Sql) => Promise<void> },
): Promise<string | null> {
  const own = NAMES.filter((name) => key.startsWith(`${name}.`)).at(-1);
  const group = key.split(".").slice(0, 2).join(".");
  const related = NAMES.filter((name) => name === group || name.startsWith(`${group}.`));
  if (own !== undefined && related.length === 1) return own;
  const original = findEnglish(key, english());
  if (original === null) return null;
  const mark = "\u2042";
  const marked = [mark, ...listPlaces(original).map((place) => `{{${place}}}`)].join(" ");
  const options = { hasFiles: false, prepare: word(marked) };
  const mails = await previewMails(deps, locale, related, options);
  const says = ({ subject, text }: PreviewedMail) => subject.includes(mark) || text.includes(mark);
  return mails.find(says)?.name ?? null;
}
