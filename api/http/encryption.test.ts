import { describe, expect, it } from "vitest";
import { createTextCipher } from "./encryption.ts";

const cipher = createTextCipher(["the newest secret"]);

describe("an encrypted text", () => {
  it("opens for its purpose, and looks different each time", () => {
    const [one, two] = [
      cipher.encrypt("session", "grüße 🎨"),
      cipher.encrypt("session", "grüße 🎨"),
    ];
    expect(one).not.toBe(two);
    expect(cipher.decrypt("session", one)).toBe("grüße 🎨");
    expect(cipher.decrypt("session", two)).toBe("grüße 🎨");
  });

  it("opens with an older secret, and says that it is not of the newest", () => {
    const old = cipher.encrypt("session", "x");
    const rotated = createTextCipher(["a newer secret", "the newest secret"]);
    expect(rotated.decrypt("session", old)).toBe("x");
    expect(rotated.decryptNewest("session", old)).toBeNull();
    expect(rotated.decryptNewest("session", rotated.encrypt("session", "x"))).toBe("x");
  });

  it("does not open for another purpose", () => {
    expect(cipher.decrypt("XSRF-TOKEN", cipher.encrypt("session", "x"))).toBeNull();
  });

  it("does not open when any one of its bits was changed", () => {
    const bytes = Buffer.from(cipher.encrypt("session", "member.1"), "base64");
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const forged = Buffer.from(bytes);
      forged[bit >> 3] = (forged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(cipher.decrypt("session", forged.toString("base64"))).toBeNull();
    }
  });

  it.each([
    "",
    "x",
    "deleted",
    "%3D",
    "AAAA",
    "A".repeat(38),
    "A".repeat(5000),
  ])("is not %j", (text) => {
    expect(cipher.decrypt("session", text)).toBeNull();
  });

  it("opens with an older secret while it is listed, and no longer afterwards", () => {
    const encrypted = cipher.encrypt("session", "x");
    const rotated = createTextCipher(["a newer secret", "the newest secret"]);
    expect(rotated.decrypt("session", encrypted)).toBe("x");
    expect(cipher.decrypt("session", rotated.encrypt("session", "x"))).toBeNull();
    expect(createTextCipher(["a newer secret"]).decrypt("session", encrypted)).toBeNull();
  });
});
