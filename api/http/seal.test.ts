import { describe, expect, it } from "vitest";
import { createSealer } from "./seal.ts";

const sealer = createSealer(["the newest secret"]);

describe("a sealed text", () => {
  it("opens for its purpose, and looks different each time", () => {
    const [one, two] = [sealer.seal("session", "grüße 🎨"), sealer.seal("session", "grüße 🎨")];
    expect(one).not.toBe(two);
    expect(sealer.open("session", one)).toBe("grüße 🎨");
    expect(sealer.open("session", two)).toBe("grüße 🎨");
  });

  it("does not open for another purpose", () => {
    expect(sealer.open("XSRF-TOKEN", sealer.seal("session", "x"))).toBeNull();
  });

  it("does not open when any one of its bits was changed", () => {
    const bytes = Buffer.from(sealer.seal("session", "member.1"), "base64");
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const forged = Buffer.from(bytes);
      forged[bit >> 3] = (forged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(sealer.open("session", forged.toString("base64"))).toBeNull();
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
    expect(sealer.open("session", text)).toBeNull();
  });

  it("opens with an older secret while it is listed, and no longer afterwards", () => {
    const sealed = sealer.seal("session", "x");
    const rotated = createSealer(["a newer secret", "the newest secret"]);
    expect(rotated.open("session", sealed)).toBe("x");
    expect(sealer.open("session", rotated.seal("session", "x"))).toBeNull();
    expect(createSealer(["a newer secret"]).open("session", sealed)).toBeNull();
  });
});
