import { expect, it } from "vitest";
import {
  CONTACT_REFERENCE_PATTERN,
  createContactReference,
  createWithdrawalNumber,
  WITHDRAWAL_NUMBER,
} from "./references.ts";

/** Every character once, for any number of them. */
const EACH = Array.from({ length: 32 }, (_, index) => (max: number) => index % max);

it("references consist of characters that their patterns allow, without those that look alike", () => {
  const messages = EACH.map((pick) => createContactReference(pick));
  const statements = EACH.map((pick) => createWithdrawalNumber(pick));
  for (const reference of messages) expect(reference).toMatch(CONTACT_REFERENCE_PATTERN);
  for (const number of statements) expect(number).toMatch(WITHDRAWAL_NUMBER);
  expect(new Set(messages).size).toBe(32);
  expect(new Set(statements).size).toBe(32);
});

it.each(["0", "1", "I", "O", "a", "-"])("%s is in no reference", (character) => {
  expect(`ABC${character}-2345`).not.toMatch(CONTACT_REFERENCE_PATTERN);
  expect(`W-ABC${character}2345`).not.toMatch(WITHDRAWAL_NUMBER);
});
