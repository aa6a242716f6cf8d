import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { LOCALES } from "#domain/locales.ts";
import { root } from "./sources.ts";

export type Locale = (typeof LOCALES)[number];

/** One text that a reader of a language can meet: `name` is its key, or its page and line. */
export type ReadableText = { name: string; text: string };

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), "utf8"));

/** The texts of `value`, which is a string or holds strings at any depth, named by their path. */
function listStrings(value: unknown, name: string): ReadableText[] {
  if (typeof value === "string") return [{ name, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => listStrings(part, `${name}.${key}`));
}

/** Texts between the tags of a page. What stands in <code> is no language's. */
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

/** What the screens and mails say in `locale`, by key. */
export function readWords(locale: Locale): ReadableText[] {
  const words = readJson(`locales/${locale}.json`) as Record<string, string>;
  return Object.entries(words).map(([name, text]) => ({ name, text }));
}

/** What the static pages say in `locale`. */
export function readPages(locale: Locale): ReadableText[] {
  const folder = `api/db/seed/pages/${locale}`;
  return readdirSync(join(root, folder)).flatMap((name) => readPage(`${folder}/${name}`));
}

/** What the demo catalogue says in `locale`: nothing in English and German, which stand in code. */
function readCatalogue(locale: Locale): ReadableText[] {
  const path = `api/db/seed/catalogue/translations/${locale}.json`;
  return existsSync(join(root, path)) ? listStrings(readJson(path), "catalogue") : [];
}

/** The texts of every language, for tests with one case per language. */
export const languages = LOCALES.map((locale) => ({
  locale,
  texts: [...readWords(locale), ...readPages(locale), ...readCatalogue(locale)],
}));
