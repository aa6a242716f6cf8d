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
import { subscribeSchema } from "#api/contract/newsletter.ts";
import {
  answerOfferSchema,
  approveOfferSchema,
  createOfferSchema,
  declineOfferSchema,
  offerFormSchema,
  withdrawOfferSchema,
} from "#api/contract/offers.ts";
import { createBatchSchema, markPayoutSchema } from "#api/contract/payouts.ts";
import { generateImageSchema, purchaseSchema } from "#api/contract/purchases.ts";
import { sandboxDecisionSchema } from "#api/contract/sandbox-payments.ts";
import { decideVerificationSchema, verificationSchema } from "#api/contract/verification.ts";
import type { Words } from "#app/i18n/translate.ts";
import { translateMessage } from "#app/i18n/translate-message.ts";
import { ERRORS } from "#domain/errors.ts";
import { LOCALES } from "#domain/locales.ts";

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

  it.each(locales)("%s leaves nothing empty", (locale) => {
    const blank = Object.entries(wordsOf(locale)).filter(([, text]) => text.trim() === "");
    expect(blank).toEqual([]);
  });

  it.each(locales)("%s is sorted, so that two people's additions merge", (locale) => {
    const keys = Object.keys(wordsOf(locale));
    expect(keys).toEqual([...keys].sort());
  });

  it("have every key that a screen asks for", () => {
    const asked = listSources("app").flatMap(({ path, text }) =>
      [...text.matchAll(/\bt\(\s*"([^"]+)"/g)].map(([, key = ""]) => ({ path, key })),
    );
    const isThere = (key: string) => key in english || `${key}_other` in english;
    expect(asked.length).toBeGreaterThan(100);
    expect(asked.filter(({ key }) => !isThere(key))).toEqual([]);
  });
});

/** zod's own words, for values that no form of ours can send. */
const TECHNICAL = /^(Invalid|Too (big|small)|Unrecognized)/;

/** Every message that a schema has for a wrong value of any of its fields. */
function listMessages(schema: z.ZodType, fields: readonly string[]): string[] {
  const wrong = [undefined, "", " ", "a", "x".repeat(10_000), "ä@ö", -1, false, [], "ee"];
  const attempts = [
    ...wrong.map((value) => Object.fromEntries(fields.map((field) => [field, value]))),
    { password: "long enough 1", password_confirmation: "long enough 2" },
    { ...VALID_ACCOUNT, password_confirmation: "another password" },
  ];
  const messages = attempts.flatMap((attempt) => {
    const result = schema.safeParse(attempt);
    return result.success ? [] : result.error.issues.map((issue) => issue.message);
  });
  return [...new Set(messages)].filter((message) => !TECHNICAL.test(message));
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
  ["withdraw offer", withdrawOfferSchema, Object.keys(withdrawOfferSchema.shape)],
  ["answer offer", answerOfferSchema, Object.keys(answerOfferSchema.shape)],
  ["payout file", createBatchSchema, Object.keys(createBatchSchema.shape)],
  ["mark payout", markPayoutSchema, Object.keys(markPayoutSchema.shape)],
  ["sandbox decision", sandboxDecisionSchema, Object.keys(sandboxDecisionSchema.shape)],
];

/** The texts of an api file that name one field, with their values filled in. */
function listFieldMessages(text: string): string[] {
  const constantOf = (name: string) =>
    new RegExp(`const ${name} = (["\`])(.+?)\\1;`).exec(text)?.[2] ?? "7";
  const fill = (message: string) =>
    message.replace(/\$\{([^}]+)\}/g, (_whole, name) =>
      /^\w+$/.test(name) ? constantOf(name) : "7",
    );
  const calls = text.matchAll(/fieldError\(\s*[^,]+,\s*(["`])([\s\S]+?)\1/g);
  return [...calls].map(([, , message = ""]) => fill(fill(message)));
}

describe.each(locales)("the messages of the contract in %s", (locale) => {
  // Every entry reads differently from its key, so that whatever is found can be told.
  const marked = Object.fromEntries(Object.keys(wordsOf(locale)).map((key) => [key, `* ${key}`]));
  const listUnknown = (messages: string[]) =>
    messages.filter((message) => translateMessage(marked, message) === message);

  it("cover every refusal of domain/errors.ts", () => {
    expect(listUnknown(Object.values(ERRORS).map((error) => error.message))).toEqual([]);
  });

  it.each(schemas)("cover everything that the schema of %s says", (_name, schema, fields) => {
    expect(listUnknown(listMessages(schema, fields))).toEqual([]);
  });

  it("cover what the services say about single fields", () => {
    const messages = listSources("api").flatMap(({ text }) => listFieldMessages(text));
    expect(messages.length).toBeGreaterThan(8);
    expect(listUnknown(messages)).toEqual([]);
  });
});
