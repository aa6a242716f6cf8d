import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import {
  changePasswordSchema,
  deleteAccountSchema,
  forgotPasswordSchema,
  loginSchema,
  registerSchema,
  resetPasswordSchema,
  updateProfileSchema,
} from "#api/contract/accounts.ts";
import { contactSchema } from "#api/contract/contact.ts";
import { checkoutSchema, validateAmountSchema } from "#api/contract/deposits.ts";
import { generateImageSchema } from "#api/contract/generations.ts";
import { toMessage } from "#api/contract/issues.ts";
import { subscribeSchema } from "#api/contract/newsletter.ts";
import {
  approveOfferSchema,
  createOfferSchema,
  declineOfferSchema,
  offerFormSchema,
  payOutOfferSchema,
  reviewOfferSchema,
} from "#api/contract/offers.ts";
import { createBatchSchema, markPayoutSchema } from "#api/contract/payouts.ts";
import { purchaseSchema } from "#api/contract/purchases.ts";
import { sandboxDecisionSchema } from "#api/contract/sandbox-payments.ts";
import { decideVerificationSchema, verificationSchema } from "#api/contract/verification.ts";
import { seedCategories, seedStyles } from "#api/db/seed/catalogue/index.ts";
import { describeError, toEnglish } from "#api/http/messages.ts";
import { SCREEN_WORDS_BY_LOCALE } from "#api/site/translations.ts";
import type { Words } from "#app/i18n/translate.ts";
import { SUMMARY_LENGTH_MAX } from "#domain/cut-text.ts";
import { DomainError } from "#domain/errors.ts";
import { LOCALES } from "#domain/locales.ts";
import { isMessageCode, listMessageCodes, messageKey, paramNamesOf } from "#domain/messages.ts";
import { isOrderNumber } from "#domain/withdrawal-statements.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const locales = readdirSync(join(root, "locales"))
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.replace(".json", ""));
const wordsOf = (locale: string): Words =>
  JSON.parse(readFileSync(join(root, `locales/${locale}.json`), "utf8"));
const english = wordsOf("en");
const others = locales.filter((locale) => locale !== "en");

const PLURAL = /_(zero|one|two|few|many|other)$/;
const isPlural = (key: string) => PLURAL.test(key) && `${key.replace(PLURAL, "")}_other` in english;
const base = (key: string) => (isPlural(key) ? key.replace(PLURAL, "") : key);
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name).sort();

function listSources(folder: string): { path: string; text: string }[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listSources(path);
    const isSource = /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name);
    return isSource ? [{ path, text: readFileSync(join(root, path), "utf8") }] : [];
  });
}

/** Titles, and texts that end with what is to be typed. */
const NO_SENTENCES = /\.(?:order_not_found|image_path_invalid|url_invalid|wording_places_differ)$/;

/** English errors whose words the specification (§5, §8) or HTTP gives without a full stop. */
const OF_SPECIFICATION = new Set(
  `card_payout_failed checkout_failed deposit_validation_failed deposits_fetch_failed
  document_required document_type_required download_failed email_invalid email_link_resend_failed
  fields_required file_too_large generation_failed iban_invalid information_confirmation_required
  login_failed offer_approve_failed offer_approve_rejected offer_create_rejected
  offer_decline_failed offer_decline_rejected offer_withdraw_rejected offers_fetch_failed
  offers_fetch_rejected password_change_failed payment_failed purchase_failed registration_failed
  registration_unexpected request_failed server_error status_check_failed terms_and_privacy_required
  terms_required unavailable unknown_failed verification_required wishlist_fetch_failed wishlist_remove_failed
  wishlist_update_failed`
    .split(/\s+/)
    .map((code) => `errors.${code}`),
);

/** Also those beside "First name is required" (§5), which would otherwise differ on one form. */
const isOfSpecification = (key: string, text: string) =>
  OF_SPECIFICATION.has(key) || /^[A-Za-z ]+ is required$/.test(text);

describe("the languages", () => {
  it("are those that the shop offers", () => {
    expect(locales).toEqual([...LOCALES].sort());
  });

  it.each(others)("%s leaves no English sentence in place", (locale) => {
    const words = wordsOf(locale);
    const isSentence = (text: string) =>
      (text.replace(/\{\{.*?\}\}/g, "").match(/\p{L}+/gu) ?? []).length > 2;
    const left = Object.entries(english).filter(
      ([key, text]) => isSentence(text) && !text.includes("@") && words[key] === text,
    );
    expect(left).toEqual([]);
  });

  it.each(others)("%s has the keys of English, no more and no less", (locale) => {
    const keys = (words: Words) => [...new Set(Object.keys(words).map(base))].sort();
    expect(keys(wordsOf(locale))).toEqual(keys(english));
  });

  it.each(locales)("%s has every plural form that its grammar knows", (locale) => {
    const words = wordsOf(locale);
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    const missing = Object.keys(english)
      .filter((key) => isPlural(key) && key.endsWith("_other"))
      .flatMap((key) => forms.map((form) => `${base(key)}_${form}`))
      .filter((key) => !(key in words));
    expect(missing).toEqual([]);
  });

  it.each(others)("%s keeps every placeholder", (locale) => {
    const words = wordsOf(locale);
    const wrong = Object.keys(english).filter((key) => {
      const [ours, theirs] = [english[key], words[key]];
      if (ours === undefined || theirs === undefined || isPlural(key)) return false;
      return placeholders(ours).join() !== placeholders(theirs).join();
    });
    expect(wrong).toEqual([]);
  });

  it.each(others)("%s keeps every placeholder in its plural forms", (locale) => {
    const wrong = Object.entries(wordsOf(locale)).filter(([key, text]) => {
      if (!isPlural(key)) return false;
      const theirs = placeholders(english[`${base(key)}_other`] ?? "");
      // Forms for one exact number may spell it out.
      const isExact = /_(zero|one|two)$/.test(key);
      const ours = placeholders(text ?? "");
      const lost = theirs.filter((name) => !ours.includes(name));
      const added = ours.filter((name) => !theirs.includes(name));
      return (
        added.length > 0 ||
        lost.some((name) => !isExact || !/^(count|number|seconds)$/.test(name ?? ""))
      );
    });
    expect(wrong).toEqual([]);
  });

  it.each(locales)("%s ends every error that is a sentence with a full stop", (locale) => {
    const open = Object.entries(wordsOf(locale)).filter(
      ([key, text]) =>
        key.startsWith("errors.") &&
        !NO_SENTENCES.test(key) &&
        !(locale === "en" && isOfSpecification(key, text)) &&
        !/[.!?؟][)\u2069]?$/u.test(text),
    );
    expect(open).toEqual([]);
  });

  it.each(locales)("%s leaves nothing empty", (locale) => {
    const blank = Object.entries(wordsOf(locale)).filter(([, text]) => text.trim() === "");
    expect(blank).toEqual([]);
  });

  it.each(locales)("%s names no shop: its name is a setting (spec §3)", (locale) => {
    const named = Object.entries(wordsOf(locale)).filter(
      ([key, text]) => key !== "order.licence_standard" && text.includes("Promptory"),
    );
    expect(named).toEqual([]);
  });

  it.each(locales)("%s is sorted, so that two people's additions merge", (locale) => {
    const keys = Object.keys(wordsOf(locale));
    expect(keys).toEqual([...keys].sort());
  });

  it("put a colon behind a label themselves: French has a space before it", () => {
    const colon = /\bt\((?:[^()]|\([^()]*\))*\)\}: |\}: \$\{(?:t|text|message)\(/;
    const typed = [...listSources("app"), ...listSources("api/mails")].flatMap(({ path, text }) =>
      text.split("\n").flatMap((line) => (colon.test(line) ? [`${path}: ${line.trim()}`] : [])),
    );
    expect(typed).toEqual([]);
  });

  it.each(locales)("name an order by a word that withdrawals know: %s", (locale) => {
    const name = wordsOf(locale)["staff_orders.one"] ?? "";
    expect(isOrderNumber(name.replace("{{id}}", "17"))).toBe(true);
  });

  it("have every key that a screen asks for", () => {
    const asked = listSources("app").flatMap(({ path, text }) =>
      [...text.matchAll(/\bt\(\s*"([^"]+)"/g)].map(([, key = ""]) => ({ path, key })),
    );
    // Those of mails and documents are no screen's: it would show them in English to everybody.
    const given = SCREEN_WORDS_BY_LOCALE.get("en") ?? {};
    const isThere = (key: string) => key in given || `${key}_other` in given;
    expect(asked.length).toBeGreaterThan(100);
    expect(asked.filter(({ key }) => !isThere(key))).toEqual([]);
  });
});

/** Every issue that a schema has with a wrong value of any of its fields. */
function listIssues(schema: z.ZodType, fields: readonly string[]): z.core.$ZodIssue[] {
  const wrong = [undefined, "", " ", "a", "x".repeat(10_000), "ä@ö", -1, false, [], "ee", "1.005"];
  const attempts = [
    ...wrong.map((value) => Object.fromEntries(fields.map((field) => [field, value]))),
    { password: "long enough 1", password_confirmation: "long enough 2" },
    { ...VALID_ACCOUNT, password_confirmation: "another password" },
  ];
  return attempts.flatMap((attempt) => schema.safeParse(attempt).error?.issues ?? []);
}

const VALID_ACCOUNT = { email: "a@b.test", password: "long enough", terms: true };

const schemas: [string, z.ZodType, string[]][] = [
  ["register", registerSchema, Object.keys(registerSchema.shape)],
  ["login", loginSchema, Object.keys(loginSchema.shape)],
  ["profile", updateProfileSchema, Object.keys(updateProfileSchema.shape)],
  ["change-password", changePasswordSchema, Object.keys(changePasswordSchema.shape)],
  ["delete account", deleteAccountSchema, Object.keys(deleteAccountSchema.shape)],
  ["forgot password", forgotPasswordSchema, Object.keys(forgotPasswordSchema.shape)],
  ["reset password", resetPasswordSchema, Object.keys(resetPasswordSchema.shape)],
  ["checkout", checkoutSchema, Object.keys(checkoutSchema.shape)],
  ["validate-amount", validateAmountSchema, Object.keys(validateAmountSchema.shape)],
  ["purchase", purchaseSchema, Object.keys(purchaseSchema.shape)],
  ["generate-image", generateImageSchema, Object.keys(generateImageSchema.shape)],
  ["contact", contactSchema, Object.keys(contactSchema.shape)],
  ["newsletter", subscribeSchema, Object.keys(subscribeSchema.shape)],
  ["verification", verificationSchema, Object.keys(verificationSchema.shape)],
  ["decide-verification", decideVerificationSchema, Object.keys(decideVerificationSchema.shape)],
  ["create offer", createOfferSchema, Object.keys(createOfferSchema.shape)],
  ["offer form", offerFormSchema, Object.keys(offerFormSchema.shape)],
  ["approve offer", approveOfferSchema, Object.keys(approveOfferSchema.shape)],
  ["decline offer", declineOfferSchema, Object.keys(declineOfferSchema.shape)],
  ["withdraw offer", payOutOfferSchema, Object.keys(payOutOfferSchema.shape)],
  ["answer offer", reviewOfferSchema, Object.keys(reviewOfferSchema.shape)],
  ["payout file", createBatchSchema, Object.keys(createBatchSchema.shape)],
  ["mark payout", markPayoutSchema, Object.keys(markPayoutSchema.shape)],
  ["sandbox decision", sandboxDecisionSchema, Object.keys(sandboxDecisionSchema.shape)],
];

/** zod's own words are sentences: values that no form of ours can send have one code for all. */
const CODE_SHAPED = /^[a-z]+(?:_[a-z]+)*$/;

describe("the codes of messages", () => {
  const keys = listMessageCodes().map((code) => messageKey(code));

  it.each(locales)("have a text each in %s, and every such text has a code", (locale) => {
    const texts = Object.keys(wordsOf(locale)).filter((key) => /^(errors|notices)\./.test(key));
    expect([...new Set(texts.map(base))].sort()).toEqual([...keys].sort());
  });

  it.each(locales)("have the params that their texts in %s have places for", (locale) => {
    const words = wordsOf(locale);
    const wrong = listMessageCodes().filter((code) => {
      const named = [...paramNamesOf(code)].sort().join();
      const key = messageKey(code);
      const text = words[key] ?? words[`${key}_other`];
      // One that is missing fails above, by its name.
      return text !== undefined && placeholders(text).join() !== named;
    });
    expect(wrong).toEqual([]);
  });

  it("are all used", () => {
    const sources = ["api", "app", "domain"].flatMap(listSources);
    const text = sources
      .filter(({ path }) => path !== "domain/messages.ts")
      .map((source) => source.text)
      .join("\n");
    const unused = listMessageCodes().filter(
      (code) => !text.includes(`"${code}"`) && !text.includes(`"${messageKey(code)}"`),
    );
    expect(unused).toEqual([]);
  });

  it.each(schemas)("are what the schema of %s has for every rule", (_name, schema, fields) => {
    const issues = listIssues(schema, fields);
    expect(issues.length).toBeGreaterThan(0);
    const strays = issues.filter(
      ({ message }) => CODE_SHAPED.test(message) && !isMessageCode(message),
    );
    expect(strays).toEqual([]);
    const texts = issues.map((issue) => toEnglish(toMessage(issue)));
    expect(texts.filter((text) => /^errors\.|\{\{|undefined|: $/.test(text))).toEqual([]);
  });

  it("count one second as one in what the API sends", () => {
    const wait = (seconds: number) => toEnglish({ code: "attempts_exceeded", params: { seconds } });
    expect(wait(1)).toContain("in 1 second.");
    expect(wait(2)).toContain("in 2 seconds.");
  });

  it("become the English text that the API sends", () => {
    for (const code of listMessageCodes()) {
      const params = Object.fromEntries(paramNamesOf(code).map((name) => [name, `<${name}>`]));
      const text = english[messageKey(code)] ?? english[`${messageKey(code)}_other`] ?? "";
      const filled = text.replace(/\{\{(\w+)\}\}/g, "<$1>");
      expect(toEnglish({ code, params })).toBe(filled);
      expect(
        describeError(
          new DomainError("validation_failed", {
            fields: {
              field: [
                { code, params },
                { code, params },
              ],
            },
          }),
        ),
      ).toEqual({
        message: `${filled} (and 1 more error)`,
        code: "validation_failed",
        errors: { field: [filled, filled] },
        error_codes: {
          field: [
            { code, params },
            { code, params },
          ],
        },
      });
    }
  });
});

describe("the descriptions of pages", () => {
  const PAGE_DESCRIPTION = /\bdescription=\{(?:[^{}]*\?\?\s*)?t\("([\w.]+)"\)\}/g;
  const keys = listSources("app").flatMap(({ text }) =>
    [...text.matchAll(PAGE_DESCRIPTION)].map(([, key = ""]) => key),
  );
  const groups = [
    { key: "products.style_description", list: seedStyles },
    { key: "products.category_description", list: seedCategories },
  ];

  it("are found in the sources", () => {
    expect(keys).toEqual(expect.arrayContaining(["home.lead", "notice.lead"]));
    expect(keys).toContain("products.description");
  });

  it.each(locales)("are shown whole by search engines: %s", (locale) => {
    const words = wordsOf(locale);
    const texts = [
      ...keys.map((key) => words[key] ?? ""),
      ...groups.flatMap(({ key, list }) =>
        list.map(({ name }) => words[key]?.replace("{{name}}", name[locale] ?? "") ?? ""),
      ),
    ];
    expect(texts.filter((text) => text.length === 0 || text.length > SUMMARY_LENGTH_MAX)).toEqual(
      [],
    );
  });
});
