import { describe, expect, it } from "vitest";
import { DOCUMENT_BYTES_MAX } from "#domain/verification.ts";
import { checkVerification, withSummary } from "./verification-check.ts";

const RIGHT = {
  full_name: "Mari Tamm",
  date_of_birth: "1990-02-28",
  nationality: "EE",
  phone: "+372 600 1000",
  address: "Pikk 1",
  city: "Tallinn",
  country: "EE",
  document_type: "identity_card",
  document_front: scan(),
  document_back: scan(),
  address_document_type: "utility_bill",
  address_document: scan(),
  confirm: "on",
};

function scan(bytes = 10, name = "scan.jpg"): File {
  return new File([new Uint8Array(bytes)], name);
}

function formOf(changes: Record<string, string | File | undefined> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...RIGHT, ...changes })) {
    if (value !== undefined) form.set(name, value);
  }
  return form;
}

describe("the form before it is sent", () => {
  it("may go when all is there, without a state", () => {
    expect(checkVerification(formOf())).toBeNull();
  });

  it("says all that is missing, the spec's line first", () => {
    expect(checkVerification(formOf({ city: " ", confirm: undefined }))).toEqual({
      form: ["errors.fields_required"],
      city: ["errors.city_required"],
      confirm: ["errors.information_confirmation_required"],
    });
  });

  it("says only once that a file or a type is missing", () => {
    const form = formOf({ document_type: undefined, address_document: scan(0, "") });
    expect(checkVerification(form)).toEqual({
      document_type: ["errors.document_type_required"],
      address_document: ["errors.document_required"],
    });
  });

  it.each([
    ["passport", null],
    ["identity_card", { document_back: ["errors.document_required"] }],
    ["driving_licence", { document_back: ["errors.document_required"] }],
  ])("knows how many sides a %s has", (document_type, errors) => {
    expect(checkVerification(formOf({ document_type, document_back: undefined }))).toEqual(errors);
  });

  it("is held back by a file of more than 5 MB, not by one of 5 MB", () => {
    expect(checkVerification(formOf({ document_front: scan(DOCUMENT_BYTES_MAX) }))).toBeNull();
    const form = formOf({ document_front: scan(DOCUMENT_BYTES_MAX + 1) });
    expect(checkVerification(form)).toEqual({
      document_front: ["errors.file_too_large?maxSize=5"],
    });
  });
});

it("a rejection of another kind gets no line about missing fields", () => {
  const errors = { date_of_birth: ["errors.age_too_low?years=18"] };
  expect(withSummary(errors)).toEqual(errors);
});
