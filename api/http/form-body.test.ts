import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DomainError } from "#domain/errors.ts";
import {
  assertJsonSize,
  assertParts,
  FIELD_NAME_LENGTH_MAX,
  FORM_FIELDS_MAX,
  JSON_VALUES_MAX,
  multipartBoundary,
  PART_HEADERS_BYTES_MAX,
  parseFormBody,
} from "./form-body.ts";

/** Returns the code of the DomainError that `work` throws; null when it does not throw. */
function codeOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

const CHECKBOXES = new Set(["terms"]);

const names = fc.constantFrom("a", "b", "a[]", "b[]", "email", "terms", "__proto__", "a[b]");

describe("a form's body", () => {
  it("gives the last value of a name and every value of a list", () => {
    expect(parseFormBody("a=1&a=2&b[]=3&b[]=4&terms=on&remember=no&note=on", CHECKBOXES)).toEqual({
      a: "2",
      b: ["3", "4"],
      terms: true,
      remember: "no",
      note: "on",
    });
  });

  it("means the same whatever it holds, or is rejected as a whole", () => {
    const pairs = fc.array(fc.tuple(names, fc.string()), { maxLength: FORM_FIELDS_MAX });
    fc.assert(
      fc.property(pairs, (sent) => {
        const read = parseFormBody(new URLSearchParams(sent).toString(), CHECKBOXES);
        for (const name of new Set(sent.map(([name]) => name))) {
          const field = name.replace(/\[\]$/, "");
          // A list and a single value with the same name: the later kind takes precedence.
          if (name !== field && sent.some(([other]) => other === field)) continue;
          if (name === field && sent.some(([other]) => other === `${field}[]`)) continue;
          const values = sent.flatMap(([other, value]) => (other === name ? [value] : []));
          const expected = name === field ? values.at(-1) : values;
          const isTicked = name === "terms" && /^(?:on|1|true|yes)$/.test(String(expected));
          expect(Object.hasOwn(read, field)).toBe(true);
          expect(read[field]).toEqual(isTicked ? true : expected);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("never throws anything but a 4xx, whatever text is sent", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2_000 }), (text) => {
        expect([null, "malformed_body", "payload_too_large"]).toContain(
          codeOf(() => parseFormBody(text, CHECKBOXES)),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it("is limited in its fields, their names and their nesting", () => {
    const form = (count: number) => Array(count).fill("a[]=1").join("&");
    expect(parseFormBody(form(FORM_FIELDS_MAX), CHECKBOXES).a).toHaveLength(FORM_FIELDS_MAX);
    expect(codeOf(() => parseFormBody(form(FORM_FIELDS_MAX + 1), CHECKBOXES))).toBe(
      "payload_too_large",
    );
    const name = "n".repeat(FIELD_NAME_LENGTH_MAX);
    expect(codeOf(() => parseFormBody(name, CHECKBOXES))).toBeNull();
    expect(codeOf(() => parseFormBody(`${name}n`, CHECKBOXES))).toBe("malformed_body");
    expect(codeOf(() => parseFormBody(`a${"[b]".repeat(16)}`, CHECKBOXES))).toBeNull();
    expect(codeOf(() => parseFormBody(`a${"[b]".repeat(17)}`, CHECKBOXES))).toBe("malformed_body");
  });
});

describe("a JSON body", () => {
  it("passes when it is one that a client of ours may send", () => {
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    const value = fc.oneof(leaf, fc.array(leaf), fc.dictionary(fc.string(), leaf));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (body) => {
        expect(codeOf(() => assertJsonSize(JSON.stringify(body)))).toBeNull();
      }),
    );
  });

  it("counts values and nesting outside of texts", () => {
    const list = (length: number) => `[${"1,".repeat(length - 1)}1]`;
    expect(codeOf(() => assertJsonSize(list(JSON_VALUES_MAX)))).toBeNull();
    expect(codeOf(() => assertJsonSize(list(JSON_VALUES_MAX + 1)))).toBe("payload_too_large");
    expect(codeOf(() => assertJsonSize(`"${'\\",[{'.repeat(5_000)}"`))).toBeNull();
    expect(codeOf(() => assertJsonSize('{"a":'.repeat(100)))).toBeNull();
    expect(codeOf(() => assertJsonSize('{"a":'.repeat(101)))).toBe("malformed_body");
    expect(codeOf(() => assertJsonSize("[]".repeat(101)))).toBeNull();
  });
});

describe("a form with files", () => {
  it.each([
    ["multipart/form-data; boundary=----WebKitFormBoundaryA1", "----WebKitFormBoundaryA1"],
    ['Multipart/Form-Data; charset=utf-8; boundary="a b"', "a b"],
    ["multipart/form-data;boundary=x", "x"],
    ["multipart/form-data", null],
    ["multipart/form-data; boundary=", null],
    ["multipart/form-data; boundary=a; boundary=b", null],
    ['multipart/form-data; boundary="a\\"b"', null],
    [`multipart/form-data; boundary=${"a".repeat(71)}`, null],
    ["multipart/form-data; boundary*=utf-8''a", null],
    ["text/plain; boundary=a", null],
  ])("of the type %s has the boundary %s", (type, boundary) => {
    expect(multipartBoundary(type)).toBe(boundary);
  });

  it("has at most as many parts as a form has fields", () => {
    const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n';
    const form = (parts: number) => Buffer.from(`${part.repeat(parts)}--x--\r\n`);
    expect(codeOf(() => assertParts(form(FORM_FIELDS_MAX), "x"))).toBeNull();
    expect(codeOf(() => assertParts(form(FORM_FIELDS_MAX + 1), "x"))).toBe("payload_too_large");
  });

  it("has short headers of parts, or the parser would take seconds and all memory", () => {
    const form = (headers: string, value: string) =>
      Buffer.from(`--x\r\n${headers}\r\n\r\n${value}\r\n--x--\r\n`);
    const longest = "a".repeat(PART_HEADERS_BYTES_MAX - "\r\n".length);
    const value = "1".repeat(3 * PART_HEADERS_BYTES_MAX);
    expect(codeOf(() => assertParts(form(longest, value), "x"))).toBeNull();
    expect(codeOf(() => assertParts(form(`${longest}a`, value), "x"))).toBe("payload_too_large");
    const endless = Buffer.from(`--x\r\n${value}`);
    expect(codeOf(() => assertParts(endless, "x"))).toBe("payload_too_large");
  });
});
