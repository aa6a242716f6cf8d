import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { interpolate } from "./interpolate.ts";

describe("interpolate", () => {
  it("puts values into their places, each as often as it is there", () => {
    expect(interpolate("{{a}} of {{ b }}, {{a}}", { a: 1, b: "two" })).toBe("1 of two, 1");
  });

  it("keeps a place without a value", () => {
    expect(interpolate("Hello {{name}}", {})).toBe("Hello {{name}}");
    expect(interpolate("Hello {{name}}", { name: undefined })).toBe("Hello {{name}}");
  });

  it("puts zero and an empty text in", () => {
    expect(interpolate("{{count}}|{{text}}|", { count: 0, text: "" })).toBe("0||");
  });

  it("never interprets a value", () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(interpolate("<{{value}}>", { value })).toBe(`<${value}>`);
      }),
    );
    expect(interpolate("{{a}}{{b}}", { a: "{{b}}", b: "$&" })).toBe("{{b}}$&");
  });
});
