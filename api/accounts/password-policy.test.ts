import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PASSWORD_LENGTH_MAX } from "#domain/accounts.ts";
import { findPasswordProblem, JUDGED_LENGTH_MAX } from "./password-policy.ts";

const owner = { email: "maria.tamm@mail.example", shopName: "Promptory" };
const problemOf = (password: string, who = owner) => findPasswordProblem(password, who);

describe("a new password", () => {
  it.each([
    "password123",
    "1234567890",
    "0123456789",
    "aaaaaaaaaa",
    "qwertyuiop",
    "P@ssw0rd123",
    "abcabcabcabc",
    "iloveyou123",
    "1q2w3e4r5t",
    "a".repeat(PASSWORD_LENGTH_MAX),
    "123".repeat(60),
    "🎨".repeat(10),
  ])("is easy to guess: %s", async (password) => {
    expect(await problemOf(password)).toBe("guessable");
  });

  it.each([
    "maria.tamm@mail.example",
    "MARIA.TAMM@mail.example",
    "maria.tamm",
    "maria.tamm1!",
    "maria.tammmaria.tamm",
    "mail.example",
    "promptory1",
    "PromptoryPromptory",
    "maria.tamm.promptory",
  ])("is made of its owner's address or the shop's name: %s", async (password) => {
    expect(await problemOf(password)).toBe("own words");
  });

  it.each([
    "correct horse battery",
    "ein ganz langer satz",
    "maria.tamm likes marmalade",
    "zX9!kQ2#vB7m",
    "пурпурный слон в тумане",
    "🎨🖌️🐘🌊🌋🪁🧭🦑🎻🛶",
  ])("may be %s", async (password) => {
    expect(await problemOf(password)).toBeNull();
  });

  it("is made of the shop's name, whichever way its letters are encoded", async () => {
    const shop = { ...owner, shopName: "Bildergalerie Köln".normalize("NFD") };
    expect(await problemOf("Bildergalerie Köln!".normalize("NFC"), shop)).toBe("own words");
  });

  it("may hold a name of two letters: too short to be its owner's alone", async () => {
    const short = { email: "jo@x.ee", shopName: "AB" };
    expect(await problemOf("jojojojo quilted anvil", short)).toBeNull();
  });

  it("is judged by its first characters, so that no length makes it more work", async () => {
    const long = fc.string({
      unit: "binary-ascii",
      minLength: JUDGED_LENGTH_MAX,
      maxLength: PASSWORD_LENGTH_MAX,
    });
    await fc.assert(
      fc.asyncProperty(long, async (password) => {
        const start = password.slice(0, JUDGED_LENGTH_MAX);
        expect(await problemOf(password)).toBe(await problemOf(start));
      }),
      { numRuns: 200 },
    );
  });

  it("gets a verdict whatever it and its owner are called", async () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: PASSWORD_LENGTH_MAX }),
      fc.string({ unit: fc.constantFrom(..."a4@8s5$1!|l0oe3t7+"), maxLength: PASSWORD_LENGTH_MAX }),
      fc.string({ unit: fc.constantFrom(..."0123456789./-"), maxLength: PASSWORD_LENGTH_MAX }),
    );
    const address = fc.oneof(fc.emailAddress(), text);
    await fc.assert(
      fc.asyncProperty(text, address, text, async (password, email, shopName) => {
        const verdict = await problemOf(password, { email, shopName });
        expect(["own words", "guessable", null]).toContain(verdict);
      }),
      { numRuns: 500 },
    );
  });
});
