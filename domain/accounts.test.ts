import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  deletedEmail,
  isVerified,
  normalizeEmail,
  normalizePassword,
  PASSWORD_LENGTH_MAX,
  PHONE_PATTERN,
  VERIFICATION_STATUSES,
} from "./accounts.ts";

describe("an e-mail address", () => {
  it("is the same account in any case and with spaces around it", () => {
    expect(normalizeEmail(" Ann@Shop.Example\n")).toBe("ann@shop.example");
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        const normal = normalizeEmail(email);
        expect(normalizeEmail(`\t${email.toUpperCase()} `)).toBe(normal);
        expect(normalizeEmail(normal)).toBe(normal);
      }),
    );
  });

  it("of a deleted account is its own, and at a host that cannot exist", () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (one, other) => {
        expect(deletedEmail(one) === deletedEmail(other)).toBe(one === other);
        expect(deletedEmail(one)).toMatch(/^[a-z-]+\d+@invalid$/);
      }),
    );
  });
});

describe("a password", () => {
  const typed = "e\u0301";

  it("is the same in either encoding of its accents", () => {
    const half = PASSWORD_LENGTH_MAX / 2;
    expect(normalizePassword(typed.repeat(half))).toBe("\u00e9".repeat(half));
  });

  it("is not composed beyond the limit, where a megabyte of accents would take minutes", () => {
    const long = typed.repeat(PASSWORD_LENGTH_MAX / 2 + 1);
    expect(normalizePassword(long)).toBe(long);
  });
});

describe("a phone number", () => {
  it.each([
    "+372 5555 1234",
    "(030) 123-45",
    "12.34/5",
    "12345",
    "1".repeat(30),
  ])("can be %s", (text) => {
    expect(PHONE_PATTERN.test(text)).toBe(true);
  });

  it.each([
    "",
    "1234",
    "1".repeat(31),
    "++3725555",
    "555-CALL",
    "12345;",
    "12345\n6x",
    "x12345",
  ])("cannot be %j", (text) => {
    expect(PHONE_PATTERN.test(text)).toBe(false);
  });
});

it("only an approved verification counts as verified", () => {
  expect(VERIFICATION_STATUSES.filter(isVerified)).toEqual(["approved"]);
});
