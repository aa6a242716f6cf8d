import { describe, expect, it } from "vitest";
import { VERIFICATION_STATUSES } from "./accounts.ts";
import {
  documentsDecidedBefore,
  mayVerificationBecome,
  needsPart,
  reviewedBy,
  validateBirthDate,
} from "./verification.ts";

const NOW = new Date("2026-11-21T10:00:00Z");

describe("a date of birth", () => {
  it.each(["2008-11-21", "2000-02-29", "1906-11-22", "1905-11-22"])("%s is old enough", (text) => {
    expect(validateBirthDate(text, NOW)).toBeNull();
  });

  it.each(["2008-11-22", "2008-12-01", "2026-11-21"])("%s is too young", (text) => {
    expect(validateBirthDate(text, NOW)).toEqual({ code: "age_too_low", params: { years: 18 } });
  });

  it.each([
    "",
    "21.11.2000",
    "2001-02-29",
    "2001-13-01",
    "2001-1-1",
    "2001",
    "2001-02",
    "-000001-01",
    " 2001-02-03",
    "2026-11-22",
    "1905-11-21",
    "0000-00-00",
    "2001-02-03T00:00:00Z",
  ])("%j is none", (text) => {
    expect(validateBirthDate(text, NOW)).toEqual({ code: "date_of_birth_invalid" });
  });

  it("on 29 February turns 18 on 1 March", () => {
    expect(validateBirthDate("2008-02-29", new Date("2026-02-28T23:59:59Z"))).not.toBeNull();
    expect(validateBirthDate("2008-02-29", new Date("2026-03-01T00:00:00Z"))).toBeNull();
  });
});

describe("the status of a verification", () => {
  it.each([
    ["none", ["in_progress"]],
    ["in_progress", ["approved", "rejected"]],
    ["rejected", ["in_progress"]],
    ["approved", []],
  ] as const)("%s may become %j and nothing else", (status, next) => {
    expect(VERIFICATION_STATUSES.filter((other) => mayVerificationBecome(status, other))).toEqual(
      next,
    );
  });
});

it("a passport has one side that matters, cards have two", () => {
  expect(needsPart("passport", "document_back")).toBe(false);
  expect(needsPart("identity_card", "document_back")).toBe(true);
  expect(needsPart("driving_licence", "document_back")).toBe(true);
  expect(needsPart(null, "document_back")).toBe(false);
  for (const part of ["document_front", "address_document"] as const) {
    expect(needsPart("passport", part)).toBe(true);
    expect(needsPart(null, part)).toBe(true);
  }
});

it("is reviewed within two business days", () => {
  expect(reviewedBy(new Date("2026-11-20T15:00:00Z"))).toBe("2026-11-24");
});

it("keeps documents for 30 days after the decision", () => {
  expect(documentsDecidedBefore(NOW)).toEqual(new Date("2026-10-22T10:00:00Z"));
});
