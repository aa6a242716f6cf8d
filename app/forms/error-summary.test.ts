import { describe, expect, it } from "vitest";
import { listErrors } from "./error-summary.tsx";

const FIELDS = [
  { name: "email", id: "f-email" },
  { name: "password", id: "f-password" },
];

describe("the error summary", () => {
  it("is empty without a reply and without errors", () => {
    expect(listErrors(undefined, FIELDS)).toEqual([]);
    expect(listErrors({ status: "success" }, FIELDS)).toEqual([]);
  });

  it("follows the order of the form, whatever the order of the errors", () => {
    const error = { password: ["Password is required"], email: ["Email is required"] };
    expect(listErrors({ error }, FIELDS)).toEqual([
      { text: "Email is required", fieldId: "f-email" },
      { text: "Password is required", fieldId: "f-password" },
    ]);
  });

  it("says first what concerns the form or a field that is not shown, without a link", () => {
    const error = { email: ["Email is required"], "": ["Too Many Attempts."], hidden: ["Broken"] };
    expect(listErrors({ error }, FIELDS)).toEqual([
      { text: "Too Many Attempts.", fieldId: null },
      { text: "Broken", fieldId: null },
      { text: "Email is required", fieldId: "f-email" },
    ]);
  });

  it("lists every message of a field", () => {
    const error = { email: ["One", "Two"], password: null };
    expect(listErrors({ error }, FIELDS).map((line) => line.text)).toEqual(["One", "Two"]);
  });
});
