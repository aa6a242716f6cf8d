import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { productListAnswerSchema } from "#api/contract/catalog.ts";
import { errorSchema } from "#api/contract/envelope.ts";
import { createListedProduct } from "#tests/product-factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/test-api.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
  const shop: Record<string, Record<string, string>> = {
    fjord: { en: "Quiet fjord at dawn", de: "Stiller Fjord im Morgengrauen" },
    mountains: { en: "Mountains in a storm", de: "Gebirge im Sturm" },
    cafe: { en: "Café Zoë, 50% off", de: "Straßencafé" },
    snake: { en: "Snake_case and C:\\dos", de: "Schlange" },
    tokyo: { en: "Tokyo by night", ja: "東京の夜景" },
    lodz: { en: "Łódź, O'Brien's \"harbour\"", ar: "ميناء في الليل" },
  };
  for (const [age, [slug, titles]] of Object.entries(shop).entries()) {
    const publishedAt = new Date(Date.now() - age * 60_000);
    await createListedProduct(test, { slug, titles, publishedAt });
  }
  await createListedProduct(test, { slug: "draft", titles: { en: "fjord" }, status: "draft" });
});
afterAll(() => test.close());

const ask = (text: string) =>
  test.createAgent().get(`/api/products?search=${encodeURIComponent(text)}`, { isStateful: false });
const find = async (text: string) => {
  const answer = await ask(text);
  expect(answer.status).toBe(200);
  return answer.as(productListAnswerSchema).data.map((product) => product.slug);
};

describe("a search", () => {
  it.each([
    ["a word", "fjord", ["fjord"]],
    ["a word in capitals", "FJORD", ["fjord"]],
    ["the beginning of a word", "moun", ["mountains"]],
    ["one letter that begins a word", "h", ["lodz"]],
    ["words in any order", "storm mountains", ["mountains"]],
    ["words that must all be there", "fjord storm", []],
    ["another language's title", "gebirge", ["mountains"]],
    ["a slip of the finger", "mountans", ["mountains"]],
    ["a letter too many", "mounntains", ["mountains"]],
    ["accents where the title has some", "café", ["cafe"]],
    ["no accents where the title has some", "cafe zoe", ["cafe"]],
    ["accents where the title has none", "fjörd", ["fjord"]],
    ["a sharp s", "Straße", ["cafe"]],
    ["a sharp s that is written out", "strasse", ["cafe"]],
    ["letters of other alphabets", "łódź", ["lodz"]],
    ["the same without their strokes", "lodz", ["lodz"]],
    ["an apostrophe", "O'Brien", ["lodz"]],
    ["the beginning of what has an apostrophe", "obrien", ["lodz"]],
    ["quotes", '"harbour"', ["lodz"]],
    ["Japanese", "東京", ["tokyo"]],
    ["Arabic, right to left", "ميناء", ["lodz"]],
    ["a word within another, as German joins them", "grauen", ["fjord"]],
    ["a per cent sign beside a word", "50%", ["cafe"]],
    ["blanks around and between", "   quiet    dawn  ", ["fjord"]],
  ])("finds %s", async (_, text, slugs) => {
    expect(await find(text)).toEqual(slugs);
  });

  it.each(["", " ", "\t\n"])("for nothing (%j) is the whole list", async (text) => {
    expect(await find(text)).toHaveLength(6);
  });

  it.each([
    "%",
    "_",
    "\\",
    "%%%",
    "' OR 1=1 --",
    "'; DROP TABLE products; --",
    ".*",
    "^(zz+)+$",
    "[a-z]+",
    "fjord|storm|(",
    "$1",
    "🎨",
    "\u202egnp.exe",
    "x".repeat(10_000),
    "%".repeat(10_000),
    "🎨".repeat(3_000),
    "-",
    "__proto__",
    "<script>alert(1)</script>",
  ])("takes %j for what it is: a text that no title has", async (text) => {
    test.logged.length = 0;
    expect(await find(text)).toEqual([]);
    expect(test.logged).toEqual([]);
  });

  it("for a pattern's signs does not find everything that has a letter there", async () => {
    expect(await find("fj_rd")).not.toContain("mountains");
    expect(await find("m%n")).toEqual([]);
    expect(await find("snake_case")).toEqual(["snake"]);
    expect(await find("C:\\dos")).toEqual(["snake"]);
  });

  it("looks at the beginning of a text that is too long", async () => {
    expect(await find(`fjord ${" ".repeat(10_000)}`)).toEqual(["fjord"]);
  });

  it("refuses what no text can hold", async () => {
    const answer = await ask("a\u0000b");
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.as(errorSchema).errors ?? {})).toEqual(["search"]);
  });

  it("given twice or as a list is still an answer in our own words", async () => {
    for (const query of ["search=fjord&search=storm", "search[]=fjord", "search[a]=b"]) {
      const answer = await test.createAgent().get(`/api/products?${query}`, { isStateful: false });
      expect([200, 422]).toContain(answer.status);
    }
  });
});
