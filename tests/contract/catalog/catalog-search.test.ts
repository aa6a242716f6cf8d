import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { productListResponseSchema } from "#api/contract/catalog.ts";
import { createGroup, createListedProduct } from "#tests/product-factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { runs } from "#tests/setup/sample.ts";

const TITLES: Record<string, Record<string, string>> = {
  lighthouse: { en: "The Last Lighthouse", de: "Der letzte Leuchtturm" },
  forest: { en: "Forest in Fog", de: "Nebelwald" },
  street: { en: "Café on a Wet Street", de: "Café an nasser Straße" },
  hundred: { en: "100% Neon, 50_50 Chrome", de: "Neon & Chrom" },
  quote: { en: "O'Hara's \"Quiet\" Room", de: "Das stille Zimmer" },
  fox: { en: "Лисица в снегу", de: "狐の森" },
  desert: { en: "Mountain of Sand", de: "Berg aus Sand" },
};

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
  for (const [slug, titles] of Object.entries(TITLES)) {
    const given = { slug, titles, prompt: "Zanzibar recipe, for buyers only" };
    await createListedProduct(test, given);
  }
  await createListedProduct(test, { slug: "draft", titles: { en: "Draft" }, status: "draft" });
});
afterAll(() => test.close());

/** Searches in German, which matches German and English words. */
async function search(text: string, more = "", locale = "de") {
  // As a browser's form sends it: a lone surrogate cannot be encoded.
  const sent = encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
  const path = `/api/products?search=${sent}${more}`;
  const response = await test.createAgent({ locale }).get(path, { isStateful: false });
  expect(response.status, path.slice(0, 200)).toBe(200);
  return response.as(productListResponseSchema);
}
const find = async (text: string, locale?: string) =>
  (await search(text, "", locale)).data.map((product) => product.slug).sort();

describe("a search of several words", () => {
  it("leaves out those that nothing has, and names them as they were typed", async () => {
    const { data, meta } = await search("Lighthouse, Xylophone O’Quuxx");
    expect(data.map(({ slug }) => slug)).toEqual(["lighthouse"]);
    expect(meta.total).toBe(1);
    expect(meta.unknown_words).toEqual(["Xylophone", "O’Quuxx"]);
  });

  it("names none when each word is somewhere, or none is, or the rest has nothing either", async () => {
    for (const text of ["lighthouse fog", "xylophone quuxx", "lighthouse fog xylophone"]) {
      const { data, meta } = await search(text);
      expect(data, text).toEqual([]);
      expect(meta.unknown_words, text).toBeUndefined();
    }
    expect((await search("last lighthouse")).meta.unknown_words).toBeUndefined();
  });

  it("forgives a slip before it leaves the word out", async () => {
    const { data, meta } = await search("lihgthouse xylophone");
    expect(data.map(({ slug }) => slug)).toEqual(["lighthouse"]);
    expect(meta.unknown_words).toEqual(["xylophone"]);
  });
});

describe("a search", () => {
  it.each([
    ["lighthouse", ["lighthouse"]],
    ["LIGHT", ["lighthouse"]],
    ["lig", ["lighthouse"]],
    ["l", ["lighthouse"]],
    ["last lighthouse", ["lighthouse"]],
    ["lighthouse last", ["lighthouse"]],
    ["leuchtturm lighthouse", ["lighthouse"]],
    ["lighthouse fog", []],
    ["cafe", ["street"]],
    ["CAFÉ", ["street"]],
    ["strasse", ["street"]],
    ["STRASSE", ["street"]],
    ["Straße", ["street"]],
    ["o'hara", ["quote"]],
    ["o’haras", ["quote"]],
    ["ohara", ["quote"]],
    ["лисица", ["fox"]],
    ["ЛИС", ["fox"]],
    ["狐", ["fox"]],
    ["森", ["fox"]],
    ["sand, mountain!", ["desert"]],
    ["  sand  ", ["desert"]],
  ])("for %j finds words by their beginnings: %j", async (text, slugs) => {
    expect(await find(text)).toEqual(slugs);
  });

  it("finds long words within German ones, and short ones only at the start", async () => {
    await createListedProduct(test, { slug: "owl", titles: { de: "Wasserfarbeneule" } });
    expect(await find("farben")).toEqual(["owl"]);
    expect(await find("eule")).toEqual([]);
  });

  it("finds the singular of an English plural, in English", async () => {
    expect(await find("mountains rooms", "en")).toEqual([]);
    expect(await find("mountains", "en")).toEqual(["desert"]);
    expect(await find("mountains sannd", "en")).toEqual(["desert"]);
  });

  it.each([
    ["lihgthouse", ["lighthouse"]],
    ["lighthuose", ["lighthouse"]],
    ["lightouse", ["lighthouse"]],
    ["mountian", ["desert"]],
    ["moutain sand", ["desert"]],
    ["moutnain", ["desert"]],
    ["dseert", []],
    ["nad", []],
    ["snad", ["desert"]],
    ["forrest", ["forest"]],
    ["leuchturm", ["lighthouse"]],
    ["лисицца", ["fox"]],
  ])("for %j forgives the slip: %j", async (text, slugs) => {
    expect(await find(text)).toEqual(slugs);
  });

  it("does not take words for slips that the catalogue has", async () => {
    await createListedProduct(test, { slug: "horse", titles: { en: "Horse" } });
    await createListedProduct(test, { slug: "house", titles: { en: "House" } });
    expect(await find("house")).toEqual(["house", "lighthouse"]);
    expect(await find("horse")).toEqual(["horse"]);
  });

  it.each([
    ["100%", ["hundred"]],
    ["50_50", ["hundred"]],
    ["%", []],
    ["_", []],
    ["\\", []],
    ["%%%", []],
    ["f%g", []],
    ["f_g", []],
    ["\\%", []],
    ["'", []],
    ["' OR '1'='1", []],
    ["'; DROP TABLE products; --", []],
    ['"quiet"', ["quote"]],
    ["(light|forest)", []],
    [".*", []],
    ["^the$", ["lighthouse"]],
    ["[a-z]+", []],
    ["$1", ["hundred"]],
    ["💎", []],
    ["fox 💎", []],
    ["\u202etsal", []],
    ["مصباح", []],
    ["\ud800", []],
    ["<script>alert(1)</script>", []],
    ["{{7*7}}#{7*7}", []],
    ["../../etc/passwd", []],
    ["lighthouse ".repeat(1_000), ["lighthouse"]],
    ["x".repeat(10_240), []],
    ["💎".repeat(2_560), []],
    ["a ".repeat(5_000), ["street"]],
  ])("takes odd text %# as text, not as a pattern", async (text, slugs) => {
    const found = await find(text);
    if (slugs.length > 0) expect(found).toContain(slugs[0]);
    else expect(found.filter((slug) => slug !== "hundred" && slug !== "quote")).toEqual([]);
  });

  it("with no text is no search", async () => {
    const whole = (await search("")).meta.total;
    expect(whole).toBeGreaterThanOrEqual(Object.keys(TITLES).length);
    expect((await search("   ")).meta.total).toBe(whole);
  });

  it("puts what has the word in its title first, the earlier the better", async () => {
    await createListedProduct(test, { slug: "z-late", titles: { en: "An old grey quokka" } });
    await createListedProduct(test, { slug: "z-first", titles: { en: "Quokka" } });
    await createListedProduct(test, { slug: "z-inner", titles: { en: "Minquokka" } });
    const slugsOf = async (more = "") =>
      (await search("quokka", more)).data.map((product) => product.slug);
    expect(await slugsOf()).toEqual(["z-first", "z-late", "z-inner"]);
    expect(await slugsOf("&sort=best_match")).toEqual(["z-first", "z-late", "z-inner"]);
    expect(await slugsOf("&sort=newest")).toEqual(["z-inner", "z-first", "z-late"]);
    const slip = (await search("quoka")).data.map((product) => product.slug);
    expect(slip).toEqual(["z-first", "z-late", "z-inner"]);
  });

  it("looks in the words of the reader's language and of English, and no other", async () => {
    await createListedProduct(test, { slug: "koi", titles: { en: "Koi Pond", et: "Tiik" } });
    await createListedProduct(test, { slug: "dawn", titles: { en: "Daybreak", et: "Koit" } });
    expect(await find("koi", "en")).toEqual(["koi"]);
    expect(await find("koi", "de")).toEqual(["koi"]);
    expect(await find("koi", "et")).toEqual(["dawn", "koi"]);
    expect(await find("tiik daybreak", "et")).toEqual([]);
    expect(await find("koit daybreak", "et")).toEqual(["dawn"]);
    expect(await find("tiik", "en")).toEqual([]);
    expect(await find("leuchtturm", "en")).toEqual([]);
    expect(await find("etkoi", "et")).toEqual([]);
  });

  it("knows the words and the slips of these languages only", async () => {
    const titles = { en: "Meadow", de: "Blumenwiese", et: "Lilleaas" };
    await createListedProduct(test, { slug: "meadow", titles });
    expect(await find("wiese", "de")).toEqual(["meadow"]);
    expect(await find("wiese", "et")).toEqual([]);
    expect(await find("lileaas", "et")).toEqual(["meadow"]);
    expect(await find("lileaas", "de")).toEqual([]);
    expect(await find("meadwo", "et")).toEqual(["meadow"]);
  });

  it("counts what it finds, and the choices, by the same words", async () => {
    const meta = async (locale: string) => (await search("koi", "&facets=1", locale)).meta;
    expect(await meta("en")).toMatchObject({ total: 1, facets: { categories: { "made-up": 1 } } });
    expect(await meta("et")).toMatchObject({ total: 2, facets: { categories: { "made-up": 2 } } });
  });

  it("finds what only descriptions or names say, behind every title", async () => {
    const inText = { en: "A wombat by the sea", de: "Am Meer" };
    const named = { names: { en: "Wombat studies" } };
    await createGroup(test.database, "styles", "wombat-studies", named);
    const sold = { titles: { en: "Grey" }, salesCount: 99 };
    const last = { en: "Here, at the very end of a long name, wombat" };
    await createListedProduct(test, { slug: "w-text", ...sold, descriptions: inText });
    await createListedProduct(test, { slug: "w-style", ...sold, styles: ["wombat-studies"] });
    await createListedProduct(test, { slug: "w-title", titles: last });
    await createListedProduct(test, { slug: "w-inner", titles: { de: "Riesenwombats" } });
    const slugs = (await search("wombat")).data.map((product) => product.slug);
    expect(slugs.slice(0, 2)).toEqual(["w-title", "w-inner"]);
    expect(slugs.slice(2).sort()).toEqual(["w-style", "w-text"]);
    expect(await find("wombat sea")).toEqual(["w-text"]);
    expect(await find("meer", "en")).toEqual([]);
    expect(await find("wombta sea")).toEqual(["w-text"]);
  });

  it("puts a word of a title before descriptions that have them all", async () => {
    const descriptions = { en: "narwhal teapot" };
    await createListedProduct(test, { slug: "n-text", descriptions, salesCount: 9 });
    await createListedProduct(test, { slug: "n-one", titles: { en: "Teapot" }, descriptions });
    const slugs = (await search("narwhal teapot")).data.map((product) => product.slug);
    expect(slugs).toEqual(["n-one", "n-text"]);
  });

  it("turns pages like any list", async () => {
    const { data, meta } = await search("letzte", "&per_page=1&page=1");
    expect(meta).toEqual({ current_page: 1, last_page: 1, per_page: 1, total: 1 });
    expect(data).toHaveLength(1);
    expect((await search("lihgthouse", "&page=2")).data).toEqual([]);
    expect((await search("lihgthouse", "&page=2")).meta.total).toBe(1);
  });

  it("never finds the prompt, however it is written, nor a draft", async () => {
    for (const text of ["zanzibar", "zanz", "zanzibra", "recipe", "buyers only", "draft"]) {
      expect(await find(text), text).toEqual([]);
    }
  });

  it("with a NUL in it is rejected, as everywhere", async () => {
    const response = await test.createAgent().get("/api/products?search=light%00house");
    expect(response.status).toBe(422);
  });

  it("returns 200 for any other text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 300 }), async (text) => {
        const { data, meta } = await search(text.replaceAll("\0", ""));
        expect(data.length).toBe(Math.min(15, meta.total ?? 0));
      }),
      { numRuns: runs(200) },
    );
  });
});
