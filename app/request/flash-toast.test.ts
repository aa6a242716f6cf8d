import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENGLISH_WORDS } from "#app/i18n/i18next.server.ts";
import { readFlash } from "./flash-toast.ts";

const KEYS = Object.keys(ENGLISH_WORDS);

describe("a message that came in a cookie", () => {
  it("is one of our own texts, with what goes into it", () => {
    expect(readFlash({ kind: "info", key: "logout.done" })).toMatchObject({ key: "logout.done" });
    const bought = { kind: "success", key: "buy.doneToast", values: { title: "Sea" } };
    expect(readFlash(bought)).toEqual({ ...bought, newsletter: undefined });
  });

  it.each([
    ["a text instead of a key", { kind: "error", key: "Your account is locked. Call +1 234" }],
    ["a key of every object", { kind: "error", key: "constructor" }],
    ["a kind that is not ours", { kind: "danger", key: "logout.done" }],
    ["no kind", { key: "logout.done" }],
    ["a list", ["error", "logout.done"]],
    ["a text", "logout.done"],
    ["nothing", null],
  ])("is dropped when it is %s", (_, cookie) => {
    expect(readFlash(cookie)).toBeNull();
  });

  it("passes no options on to the translator, and no objects and novels into a text", () => {
    const values = { title: "x".repeat(5000), lng: "de", defaultValue: "Call me", count: 3 };
    const flash = readFlash({ kind: "success", key: "buy.doneToast", values });
    expect(flash?.values).toEqual({ title: "x".repeat(200) });
    const odd = readFlash({
      kind: "success",
      key: "buy.doneToast",
      values: { title: { toString: 1 } },
    });
    expect(odd?.values).toEqual({ title: "" });
  });

  it("never has a key, a kind or a value of another's making", () => {
    fc.assert(
      fc.property(
        fc.record(
          {
            kind: fc.oneof(fc.constantFrom("success", "error"), fc.anything()),
            key: fc.oneof(fc.constantFrom(...KEYS), fc.anything()),
            values: fc.oneof(fc.dictionary(fc.string(), fc.anything()), fc.anything()),
            newsletter: fc.anything(),
          },
          { requiredKeys: [] },
        ),
        (cookie) => {
          const flash = readFlash(cookie);
          if (flash === null) return;
          const texts = [flash.key, `${flash.key}_other`].map((name) => ENGLISH_WORDS[name]);
          expect(texts).not.toEqual([undefined, undefined]);
          expect(["success", "info", "warning", "error"]).toContain(flash.kind);
          for (const name of Object.keys(flash.values ?? {})) {
            expect(texts.join()).toContain(`{{${name}}}`);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
