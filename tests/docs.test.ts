import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { listSources, root } from "#tests/setup/repository/sources.ts";

// Names in the documents exist, decision records have one form, and the glossary is about existing
// code.

const read = (path: string) => readFileSync(join(root, path), "utf8");

function listFiles(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(path, ending);
    return entry.name.endsWith(ending) ? [path] : [];
  });
}

const documents = ["README.md", ...listFiles("docs", ".md"), ...listFiles("api", ".md")];

const PATH = /`((?:domain|api|app|server|tests|locales|docs|scripts|patches|public)\/[^`\s]+)`/g;
/** A placeholder that the reader fills in, or a pattern. */
const PLACE = /[*<>{}[\]]|\b(?:NOUN|NAME|CODE|VERSION|00NN)\b|\.\.\./;
const LINK = /\]\(([^)\s#]+)[^)\s]*\)/g;

describe("documents", () => {
  it.each(documents)("%s names only files that are there", (document) => {
    const text = read(document);
    const named = [...text.matchAll(PATH)]
      .map(([, path = ""]) => path.replace(/:\d+$/, ""))
      .filter((path) => !PLACE.test(path));
    const linked = [...text.matchAll(LINK)]
      .map(([, path = ""]) => path)
      .filter((path) => !/^[a-z]+:/.test(path))
      .map((path) => posix.join(posix.dirname(document), path));
    expect([...named, ...linked].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

const FOLDER = "docs/decisions";
const records = readdirSync(join(root, FOLDER))
  .filter((name) => name !== "README.md")
  .sort();

describe("decision records", () => {
  it.each(records)("%s begins with its number and title, and says what was decided", (name) => {
    const [first = "", second] = read(`${FOLDER}/${name}`).split("\n");
    expect(first).toMatch(new RegExp(`^# ${name.slice(0, 4)} [A-Z]`));
    expect(second).toBe("");
    expect(read(`${FOLDER}/${name}`)).toMatch(/^\*\*Decision\.\*\* /m);
  });

  it("are in the index, one line each, and so are the numbers that none has", () => {
    const index = read(`${FOLDER}/README.md`);
    const lines = index.split("\n").filter((line) => line.startsWith("- "));
    const expected = records.map((name) => {
      const [, number, title] = /^# (\d+) (.*)/.exec(read(`${FOLDER}/${name}`)) ?? [];
      return `- [${number}](${name}) ${title}`;
    });
    expect(lines).toEqual(expected);
    const numbers = records.map((name) => Number(name.slice(0, 4)));
    expect(new Set(numbers).size).toBe(numbers.length);
    const missing = Array.from({ length: Math.max(...numbers) }, (_, at) => at + 1)
      .filter((number) => !numbers.includes(number))
      .map((number) => String(number).padStart(4, "0"));
    const [, named = ""] = /never again: ([\d, and]+) belong to no record/.exec(index) ?? [];
    expect(named.match(/\d{4}/g)).toEqual(missing);
  });
});

describe("the glossary", () => {
  const text = read("docs/glossary.md");
  const [, nouns = ""] = /## Nouns\n([\s\S]*?)\n## /.exec(text) ?? [];
  const rows = nouns
    .split("\n")
    .filter((line) => /^\| (?!Noun|-)/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map(([, noun = "", what = "", url = "", code = ""]) => ({ noun, what, url, code }));
  // Without comments: a word in a comment is not a name.
  const code = ["domain", "api", "app", "server"]
    .flatMap(listSources)
    .map(({ text: source }) => source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ""))
    .concat(listFiles("api", ".sql").map(read), read("locales/en.json"))
    .join("\n");

  it("has a row for each noun, once", () => {
    expect(rows.length).toBeGreaterThan(60);
    const names = rows.flatMap(({ noun }) => noun.split(", "));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  const isThere = (name: string) => {
    // In `currency.name_*` the star matches anything; a folder or file must exist under its path.
    const escaped = name.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace("*", "\\w+");
    return new RegExp(`(?<![\\w$])${escaped}(?![\\w$])`).test(code) || existsSync(join(root, name));
  };

  it("finds whole names only", () => {
    expect(["PayoutBatch", "currency.name_*", "api/wallet"].filter(isThere)).toHaveLength(3);
    expect(["payoutBatch", "Batc", "currency.nome_*", "api/money"].filter(isThere)).toEqual([]);
  });

  it.each(rows.filter(({ code: names }) => names !== "–"))("$noun has its names in code", (row) => {
    const names = [...row.code.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !name.includes("NOUN") && !isThere(name))).toEqual([]);
  });
});
