import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "#domain/accounts.ts";
import {
  changePasswordSchema,
  registerSchema,
  resetPasswordSchema,
  updateProfileSchema,
} from "./accounts.ts";
import { contactSchema } from "./contact.ts";
import { depositSchema } from "./deposits.ts";
import { subscribeSchema } from "./newsletter.ts";
import { noticeSchema } from "./notices.ts";
import { createOfferSchema, offerFormSchema } from "./offers.ts";
import { replySchema } from "./staff/contact.ts";
import { settleDepositSchema } from "./staff/deposits.ts";
import { issueTextSchema } from "./staff/newsletter.ts";
import { savePageSchema } from "./staff/pages.ts";
import { siteSettingsSchema } from "./staff/settings.ts";
import { saveViewSchema } from "./staff/views.ts";
import { verificationSchema } from "./verification.ts";
import { withdrawalSchema } from "./withdrawals.ts";

type Schema = { safeParse(value: unknown): { error?: { issues: Issue[] } | undefined } };
type Issue = { path: PropertyKey[]; message: string };

/** Returns the messages about a field if the body has nothing else. */
const messagesOf = (schema: Schema, field: string, body: Record<string, unknown>) =>
  (schema.safeParse(body).error?.issues ?? [])
    .filter(({ path }) => path[0] === field)
    .map(({ message }) => message);

const LINES: [string, Schema, string][] = [
  ["first_name", depositSchema, "first_name_required"],
  ["last_name", depositSchema, "last_name_required"],
  ["address", depositSchema, "address_required"],
  ["city", depositSchema, "city_required"],
  ["post_code", depositSchema, "post_code_required"],
  ["first_name", contactSchema, "first_name_required"],
  ["title", createOfferSchema, "title_required"],
  ["full_name", verificationSchema, "full_name_required"],
  ["name", withdrawalSchema, "full_name_required"],
  ["company_name", siteSettingsSchema, "company_name_required"],
  ["title", savePageSchema, "title_required"],
  ["subject", issueTextSchema, "wording_required"],
  ["name", saveViewSchema, "view_name_required"],
];
const TEXTS: [string, Schema, string][] = [
  ["message", contactSchema, "message_required"],
  ["description", offerFormSchema, "description_required"],
  ["explanation", noticeSchema, "explanation_required"],
  ["content", savePageSchema, "page_content_required"],
  ["body", issueTextSchema, "wording_required"],
  ["message", replySchema, "message_required"],
  ["evidence", settleDepositSchema, "evidence_required"],
];

describe("a required text", () => {
  it.each([
    ...LINES,
    ...TEXTS,
  ])("%s is more than nothing that is seen", (field, schema, missing) => {
    for (const text of ["\u200b", " \u2060\ufeff ", "\u00ad", "\u3164"]) {
      expect(messagesOf(schema, field, { [field]: text })).toEqual([missing]);
    }
    expect(messagesOf(schema, field, { [field]: "Åsa" })).toEqual([]);
  });

  it.each(LINES)("%s is one line, in the order in which it was typed", (field, schema) => {
    for (const text of ["Ada\nByron", "Ada\u202eByron", "Ada\u0000"]) {
      expect(messagesOf(schema, field, { [field]: text })).toEqual(["character_invalid"]);
    }
  });

  it.each(LINES)("%s may be pasted between marks that nobody sees", (field, schema) => {
    for (const text of ["\u2068Ada\u2069", "\u200fليلى\u200e", "\ufeffAda\u00ad\u200b "]) {
      expect(messagesOf(schema, field, { [field]: text })).toEqual([]);
    }
  });

  it("is stored without those marks, and with what its words need", () => {
    const profile = { name: "\u2068Ada\u2069", surname: "\u202bمی\u200cخواهم\u202c" };
    expect(updateProfileSchema.parse(profile)).toMatchObject({
      name: "Ada",
      surname: "می\u200cخواهم",
    });
    expect(createOfferSchema.shape.title.parse("\u2068Fog 👩\u200d🚀\u2069")).toBe(
      "Fog 👩\u200d🚀",
    );
  });

  it.each(TEXTS)("%s may have lines", (field, schema) => {
    expect(messagesOf(schema, field, { [field]: "One\r\n\r\nTwo" })).toEqual([]);
  });
});

const EMAILS: [string, Schema][] = [
  ["register", registerSchema],
  ["deposit", depositSchema],
  ["contact", contactSchema],
  ["withdrawal", withdrawalSchema],
  ["notice", noticeSchema],
  ["newsletter", subscribeSchema],
];
const PHONES: [string, Schema][] = [
  ["profile", updateProfileSchema],
  ["deposit", depositSchema],
  ["contact", contactSchema],
  ["verification", verificationSchema],
];

describe("what a machine reads, pasted with invisible marks", () => {
  it.each(EMAILS)("is the email address without them: %s", (_form, schema) => {
    const typed = { email: "\u202aada@example.com\u202c\u200b" };
    expect(messagesOf(schema, "email", typed)).toEqual([]);
    expect(messagesOf(schema, "email", { email: "\u202aada@\u202c" })).toEqual(["email_invalid"]);
  });

  it.each(PHONES)("is the phone number without them, in any digits: %s", (_form, schema) => {
    for (const phone of ["\u202a+372 600 1000\u202c", "+٩٧١ ٥٠ ١٢٣ ٤٥٦٧", "030\u00a0123–45"]) {
      expect(messagesOf(schema, "phone", { phone })).toEqual([]);
    }
    expect(messagesOf(schema, "phone", { phone: "call me" })).toEqual(["phone_invalid"]);
  });

  it("is stored as a machine reads it", () => {
    const profile = { phone: "\u202a+٣٧٢ ٦٠٠ ١٠٠٠\u202c", email: "\u2068ada@example.com\u2069" };
    expect(updateProfileSchema.parse(profile)).toEqual({
      phone: "+372 600 1000",
      email: "ada@example.com",
    });
  });
});

describe("a new password", () => {
  const messages = (password: string) => messagesOf(registerSchema, "password", { password });

  it("is the same in every encoding of its letters", () => {
    const letters = fc.string({ unit: "grapheme", maxLength: 40 });
    fc.assert(
      fc.property(letters, (typed) => {
        const forms = [typed, typed.normalize("NFC"), typed.normalize("NFD")];
        fc.pre(forms.every((form) => form.length <= PASSWORD_LENGTH_MAX));
        const judged = forms.map(messages);
        expect(judged).toEqual(judged.map(() => judged[0]));
        const parsed = forms.map((form) => registerSchema.shape.password.safeParse(form).data);
        expect(new Set(parsed).size).toBe(1);
      }),
    );
  });

  it.each([
    PASSWORD_LENGTH_MIN - 1,
    PASSWORD_LENGTH_MIN,
  ])("counts %i characters of any plane", (count) => {
    const expected = count < PASSWORD_LENGTH_MIN ? ["password_too_short"] : [];
    for (const letter of ["x", "ü", "u\u0308", "🎨"]) {
      expect(messages(letter.repeat(count))).toEqual(expected);
    }
  });
});

describe("what two fields say together", () => {
  it.each([
    registerSchema,
    resetPasswordSchema,
    changePasswordSchema,
  ])("is reported with all other errors: passwords", (schema) => {
    const unlike = { password: "a long password", password_confirmation: "another" };
    const messages = (body: Record<string, unknown>) =>
      messagesOf(schema, "password_confirmation", body);
    expect(messages(unlike)).toEqual(["password_mismatch"]);
    expect(messages({ ...unlike, password: "" })).toEqual(["password_mismatch"]);
    expect(messages({ password: "a long password" })).toEqual(["password_confirmation_required"]);
  });

  it("is reported with all other errors: who reports content", () => {
    const body = { reason: "fraud", name: "", email: "" };
    expect(messagesOf(noticeSchema, "name", body)).toEqual(["full_name_required"]);
    expect(messagesOf(noticeSchema, "email", body)).toEqual(["email_required"]);
    expect(messagesOf(noticeSchema, "name", {})).toEqual([]);
  });

  it("is reported with all other errors: a verification", () => {
    const body = { document_type: "identity_card", date_of_birth: "1990-02-30" };
    expect(messagesOf(verificationSchema, "document_back", body)).toEqual(["document_required"]);
    expect(messagesOf(verificationSchema, "date_of_birth", body)).toEqual([
      "date_of_birth_invalid",
    ]);
  });
});
