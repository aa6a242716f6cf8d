import fc from "fast-check";
import { expect, it } from "vitest";
import type { FailedForm } from "../form-types.ts";
import { readSeen, seenOf, versionOf } from "./seen-state.ts";

const FORM = { id: "mark" };
const failedOf = (more: Partial<FailedForm>): FailedForm => ({
  formId: FORM.id,
  reply: { status: "error" },
  operationId: null,
  isUnclear: false,
  ...more,
});

it("keeps whatever a form that is shown again was sent with, also nothing and when it was lost", () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.string(),
      fc.constantFrom(FORM.id, null),
      (sent, current, formId) => {
        const seen = readSeen((name) => (name === "review" ? sent : undefined));
        const field = { name: "review", current };
        expect(seenOf(FORM, failedOf({ formId, seen }), field)).toBe(sent);
        expect(seenOf(FORM, failedOf({ formId, seen, isConflict: true }), field)).toBe(current);
        expect(seenOf(FORM, failedOf({ formId: "another", seen }), field)).toBe(current);
        expect(seenOf(FORM, undefined, field)).toBe(current);
      },
    ),
  );
});

it("takes the version that a conflict describes", () => {
  const seen = { version: "3" };
  expect(versionOf(FORM, failedOf({ seen }), 5)).toBe("3");
  expect(versionOf(FORM, failedOf({ seen, isConflict: true, version: 4 }), 5)).toBe("4");
});
