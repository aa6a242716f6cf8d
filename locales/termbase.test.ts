import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LOCALES } from "#domain/locales.ts";
import { root } from "#tests/setup/repository/sources.ts";
import { type Locale, languages, readPages, readWords } from "#tests/setup/repository/texts.ts";

// locales/terms/*.json: the one term of each language for a thing, and the words that must not
// stand for it, each with what to write instead.

type Terms = {
  /** By the thing's id, which is the same in all languages. */
  terms: Record<string, string>;
  /** What to write instead, by a pattern that a word must not begin with. */
  rejected: Record<string, string>;
};

const termsOf = (locale: Locale): Terms =>
  JSON.parse(readFileSync(join(root, `locales/terms/${locale}.json`), "utf8"));

/** Screens that show nothing but a term. */
const LABELS: Record<string, string> = {
  "dashboard.balance": "balance",
  "documents.deposit": "deposit",
  "documents.order": "order",
  "documents.credit_note": "credit_note",
  "documents.invoice": "invoice",
  "offer.our_price": "our_price",
  "offer.style": "style",
  "order.licence": "licence",
  "payments.deposit": "deposit",
  "payments.dispute": "dispute",
  "payments.payout": "payout",
  "payments.purchase": "purchase",
  "payments.refund": "refund",
  "product.category": "category",
  "product.style": "style",
  "register.submit": "create_account",
  "shell.register": "create_account",
  "shell.verified": "verified",
  "staff.approve": "approve",
};

function findRejected(locale: Locale): string[] {
  const texts = [...readWords(locale), ...readPages(locale)];
  return Object.entries(termsOf(locale).rejected).flatMap(([pattern, use]) => {
    const word = new RegExp(`(?<![\\p{L}\\p{M}-])(?:${pattern})`, "iu");
    return texts
      .filter(({ text }) => word.test(text.replaceAll(/\{\{.*?\}\}/g, "0")))
      .map(({ name, text }) => `${locale} ${name}: "${word.exec(text)?.[0]}", write: ${use}`);
  });
}

function findForeignLabels(locale: Locale): string[] {
  const { terms } = termsOf(locale);
  const words = new Map(readWords(locale).map(({ name, text }) => [name, text]));
  return Object.entries(LABELS).flatMap(([key, id]) => {
    const [label = "", term = ""] = [words.get(key), terms[id]];
    const isTerm = label.toLocaleLowerCase(locale) === term.toLocaleLowerCase(locale);
    return isTerm ? [] : [`${locale} ${key}: "${label}", the term is: ${term}`];
  });
}

describe("the terms", () => {
  it.each(LOCALES)("of %s name every thing that has one in English", (locale) => {
    expect(Object.keys(termsOf(locale).terms)).toEqual(Object.keys(termsOf("en").terms));
    const blank = Object.entries(termsOf(locale).terms).filter(([, term]) => term.trim() === "");
    expect(blank).toEqual([]);
  });

  it.each(LOCALES)("of %s reject words, and never their own", (locale) => {
    const { terms, rejected } = termsOf(locale);
    expect(Object.keys(rejected).length).toBeGreaterThan(0);
    const contradicted = Object.keys(rejected).filter((pattern) =>
      Object.values(terms).some((term) => new RegExp(`^(?:${pattern})$`, "iu").test(term)),
    );
    expect(contradicted).toEqual([]);
  });

  it.each(LOCALES)("of %s are kept by its screens, mails and pages", (locale) => {
    expect(findRejected(locale)).toEqual([]);
    expect(findForeignLabels(locale)).toEqual([]);
  });
});

describe("the texts", () => {
  it("are found for every language, in screens and pages", () => {
    for (const { texts } of languages) expect(texts.length).toBeGreaterThan(1000);
  });
});
