import { hash } from "@node-rs/argon2";
import { expect, it } from "vitest";
import { hashPassword, isPassword } from "./passwords.ts";

/** The same text in two encodings: precomposed letters, and letters followed by combining marks. */
const TEXT = "Überall grünt’s, ёлка й";
const composed = TEXT.normalize("NFC");
const decomposed = TEXT.normalize("NFD");

it("is the same password however a keyboard encodes letters with marks", async () => {
  expect(composed).not.toBe(decomposed);
  const hashes = await Promise.all([composed, decomposed].map(hashPassword));
  for (const stored of hashes) {
    expect(await isPassword(stored, composed)).toBe(true);
    expect(await isPassword(stored, decomposed)).toBe(true);
    expect(await isPassword(stored, "Uberall grunt’s, елка и")).toBe(false);
  }
});

it("is still the one that was stored as it was typed", async () => {
  const stored = await hash(decomposed);
  expect(await isPassword(stored, decomposed)).toBe(true);
  expect(await isPassword(stored, "another password")).toBe(false);
});

it("of no account is none", async () => {
  expect(await isPassword(null, composed)).toBe(false);
  expect(await isPassword(null, decomposed)).toBe(false);
});
