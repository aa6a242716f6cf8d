import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listSources } from "#tests/setup/repository/sources.ts";
import { runs } from "#tests/setup/sample.ts";
import { splitTracking } from "./tracking-parameters.ts";

const TRACKING = [
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
  "utm_id",
  "utm_source_platform",
  "UTM_Source",
  "%75tm_source",
  "utm%5Fsource",
  "mtm_campaign",
  "pk_kwd",
  "gclid",
  "gclsrc",
  "dclid",
  "gbraid",
  "wbraid",
  "gad_source",
  "srsltid",
  "fbclid",
  "igshid",
  "msclkid",
  "mc_cid",
  "mc_eid",
  "ttclid",
  "twclid",
  "yclid",
  "ScCid",
  "_ga",
  "_gl",
  "_hsenc",
  "__hstc",
  "hsCtaTracking",
  "hsa_cam",
];
/** Names of our own, names that look like tracking parameters, and invalid ones. */
const OWN = [
  "style",
  "category",
  "search",
  "sort",
  "page",
  "price_min",
  "price_max",
  "buy",
  "again",
  "order_id",
  "redirect",
  "cookies",
  "token",
  "signature",
  "utm",
  "utm+source",
  "+utm_source",
  "xutm_source",
  "?utm_source",
  "?%75tm_source",
  "%2575tm_source",
  "%utm_source",
  "utm%_source",
  "gclid2",
  "my_gclid",
  "ga",
  "ref",
  "%",
  "%E0%A4%A",
  "redirect=/en?utm_source",
];

const value = fc.oneof(
  fc.constantFrom("", "=", "=mail", "==", "=%", "=%E0%A4%A", "=a+b", "=utm_source=x", "=%26", "=?"),
  fc.webQueryParameters().map((text) => `=${text.replaceAll("&", "")}`),
);
const partOf = (names: readonly string[]) =>
  fc.tuple(fc.constantFrom(...names), value).map(([name, text]) => name + text);
const tagged = fc.oneof(
  partOf(OWN).map((part) => ({ part, isOwn: true })),
  partOf(TRACKING).map((part) => ({ part, isOwn: false })),
);
const toSearch = (parts: string[]) => (parts.length > 0 ? `?${parts.join("&")}` : "");

describe("the query of an address", () => {
  it("is what is left without tracking parameters, in its order and encoding", () => {
    fc.assert(
      fc.property(fc.array(tagged, { maxLength: 8 }), (parts) => {
        const of = (isOwn: boolean) =>
          parts.filter((one) => one.isOwn === isOwn).map(({ part }) => part);
        expect(splitTracking(toSearch(parts.map(({ part }) => part)))).toEqual({
          search: toSearch(of(true)),
          tracking: of(false).join("&"),
        });
      }),
      { numRuns: runs(3_000) },
    );
  });

  it("loses nothing else, whatever it contains, and is not split again", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc
        .array(fc.constantFrom("&", "=", "?", "%", "%75", "utm_", "utm_id", "style", "+", ";"), {
          maxLength: 12,
        })
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(text, (given) => {
        const { search } = new URL(`http://shop.example/en?${given}`);
        const split = splitTracking(search);
        const all = [...new URLSearchParams(search)];
        const own = [...new URLSearchParams(split.search)];
        const tracking = [...new URLSearchParams(`?${split.tracking}`)];
        expect(own.length + tracking.length).toBe(all.length);
        expect(all.filter(([name]) => !isKnown(name))).toEqual(own);
        expect(all.filter(([name]) => isKnown(name))).toEqual(tracking);
        expect(splitTracking(split.search)).toEqual({ search: split.search, tracking: "" });
        if (tracking.length === 0) expect(split.search).toBe(search);
      }),
      { numRuns: runs(3_000) },
    );
  });

  const isKnown = (name: string) => /^utm_/i.test(name);

  it.each([
    ["?", "?"],
    ["?utm_source=mail", ""],
    ["?&utm_source=mail&", ""],
    ["?page=2&&utm_source=mail&sort=new", "?page=2&sort=new"],
    ["?page=2&&sort=new", "?page=2&&sort=new"],
  ])("%s becomes %j", (search, expected) => {
    expect(splitTracking(search).search).toBe(expected);
  });

  it("has no tracking parameter that the product itself uses", () => {
    const names = ["api", "app", "domain", "server"]
      .flatMap(listSources)
      .filter(({ path }) => !/\.test\.tsx?$/.test(path) && !path.includes("tracking-parameters"))
      .flatMap(({ text }) => text.match(/(?<=")_{0,2}[a-zA-Z]\w*(?=")|(?<=[?&])\w+(?==)/g) ?? []);
    expect(names).toEqual(expect.arrayContaining(["style", "signature", "order_id", "cookies"]));
    expect(names.filter((name) => splitTracking(`?${name}=1`).tracking !== "")).toEqual([]);
  });
});
