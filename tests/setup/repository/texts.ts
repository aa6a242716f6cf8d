import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { LOCALES } from "#domain/locales.ts";
import { root } from "./sources.ts";

export type Locale = (typeof LOCALES)[number];

/** A text that users of a language can see: `name` is its key, or its page and line. */
export type ReadableText = { name: string; text: string };

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), "utf8"));

/** Lists the texts of `value`, a string or a structure of strings, named by their path. */
function listStrings(value: unknown, name: string): ReadableText[] {
  if (typeof value === "string") return [{ name, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => listStrings(part, `${name}.${key}`));
}

/** Reads the texts between the tags of a page. The content of <code> belongs to no language. */
function readPage(path: string): ReadableText[] {
  const lines = readFileSync(join(root, path), "utf8").split("\n");
  return lines.flatMap((line, index) => {
    const plain = line
      .replaceAll(/<code>.*?<\/code>/g, "0")
      .replaceAll(/<\/?(?:p|h\d|li|ul|td|th|tr|thead|tbody|table|blockquote)\b[^>]*>/g, "\n")
      .replaceAll(/<[^>]+>/g, "")
      .replaceAll("&nbsp;", "\u00a0")
      .replaceAll("&amp;", "&");
    const name = `${basename(path)}:${index + 1}`;
    return plain.split("\n").flatMap((text) => (text === "" ? [] : [{ name, text }]));
  });
}

/** Reads the texts of the screens and mails in `locale`, by key. */
export function readWords(locale: Locale): ReadableText[] {
  const words = readJson(`locales/${locale}.json`) as Record<string, string>;
  return Object.entries(words).map(([name, text]) => ({ name, text }));
}

/** Reads the texts of the static pages in `locale`. */
export function readPages(locale: Locale): ReadableText[] {
  const folder = `api/db/seed/pages/${locale}`;
  return readdirSync(join(root, folder)).flatMap((name) => readPage(`${folder}/${name}`));
}

/**
 * Reads the demo catalogue's texts in `locale`; empty for English and German, which are in code.
 */
function readCatalogue(locale: Locale): ReadableText[] {
  const path = `api/db/seed/catalogue/translations/${locale}.json`;
  return existsSync(join(root, path)) ? listStrings(readJson(path), "catalogue") : [];
}

/** The texts of every language, for tests with one case per language. */
export const languages = LOCALES.map((locale) => ({
  locale,
  texts: [...readWords(locale), ...readPages(locale), ...readCatalogue(locale)],
}));
