import { describe, expect, it } from "vitest";
import { z } from "zod";
import { changePasswordSchema, registerSchema } from "#api/contract/accounts.ts";
import { offerFormSchema } from "#api/contract/offers.ts";
import { verificationSchema } from "#api/contract/verification.ts";
import { getConstraints, listFields } from "./schema-fields.server.ts";

describe("the fields of a schema", () => {
  it("are texts, lists and files", () => {
    expect(listFields(offerFormSchema)).toEqual({
      texts: [
        "title",
        "description",
        "category_id",
        "price",
        "add_text",
        "confirm",
        "operation_id",
      ],
      lists: ["style_ids"],
      files: ["media"],
    });
    const { files, lists } = listFields(verificationSchema);
    expect(files).toEqual(["document_front", "document_back", "address_document"]);
    expect(lists).toEqual([]);
  });

  it("are found below refinements, defaults and what is optional", () => {
    const { texts } = listFields(changePasswordSchema);
    expect(texts).toEqual(["current_password", "password", "password_confirmation"]);
    const schema = z.object({
      list: z.array(z.string()).default([]).optional(),
      file: z.file().nullable().optional(),
      text: z.string().catch(""),
      any: z.custom<string>(),
    });
    expect(listFields(schema)).toEqual({
      texts: ["text", "any"],
      lists: ["list"],
      files: ["file"],
    });
  });

  it("have the rules that HTML can state", () => {
    const { email, password, terms } = getConstraints(registerSchema);
    expect(email).toEqual({ required: true });
    expect(password).toEqual({ required: true, minLength: 10, maxLength: 200 });
    expect(terms).toEqual({ required: true });
    const optional = z.object({ city: z.string().max(5).optional() });
    expect(getConstraints(optional)).toEqual({ city: { required: false, maxLength: 5 } });
  });

  it("have no length where a date is typed in three boxes", () => {
    const schema = z.object({ born: z.string().min(1).max(10) });
    expect(getConstraints(schema, ["born"])).toEqual({ born: { required: true } });
  });
});
