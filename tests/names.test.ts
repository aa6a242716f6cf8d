import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { listSources, readSource, root, type Source } from "#tests/setup/sources.ts";

// The words that docs/glossary.md rejects are in no identifier and no file name.

type RejectedWord = {
  word: string;
  isFormOf(part: string): boolean;
  /** Identifiers and folders (with a slash) in which the word stays. */
  exceptions: string[];
  /** The cell that lists them, which has to say why. */
  reason: string;
};

const FOLDERS = ["api", "app", "domain", "scripts", "server", "tests"];
const ENDINGS = "(?:e|s|es|ed|ing|ings|als)?";

const glossary = readFileSync(join(root, "docs/glossary.md"), "utf8");
const [, section = ""] = /## Rejected words\n([\s\S]*?)(?=\n## |$)/.exec(glossary) ?? [];
const rejectedWords = [...section.matchAll(/^\| ([a-z]+) \| [^|]+ \| ([^|]+) \|$/gm)].map(
  ([, word = "", reason = ""]): RejectedWord => {
    const form = new RegExp(`^${word.replace(/e$/, "")}${ENDINGS}$`);
    const exceptions = [...reason.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
    return { word, isFormOf: (part) => form.test(part), exceptions, reason };
  },
);

const partsOf = (name: string) =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((part) => part.toLowerCase());

/** The first rejected word in a name, unless the glossary lets it stay there. */
function findRejected(name: string, path: string): string | undefined {
  const parts = partsOf(name);
  return rejectedWords.find(
    ({ isFormOf, exceptions }) =>
      parts.some(isFormOf) &&
      !exceptions.some((one) => (one.includes("/") ? path.startsWith(one) : one === name)),
  )?.word;
}

function listIdentifiers({ path, text }: Source): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return names;
}

/** Most files need no parsing: they do not even have the letters. */
const mayHaveRejected = ({ text }: Source) =>
  rejectedWords.some(({ word }) => text.toLowerCase().includes(word.replace(/e$/, "")));

const sources = [...FOLDERS.flatMap(listSources), readSource("server.ts")];

describe("the glossary's rejected words", () => {
  it("are listed, each exception with its reason", () => {
    expect(rejectedWords.map(({ word }) => word)).toEqual(
      expect.arrayContaining(["answer", "refuse", "house"]),
    );
    const unexplained = rejectedWords.filter(
      ({ exceptions, reason }) => exceptions.length > 0 && !/`: \S+/.test(reason),
    );
    expect(unexplained).toEqual([]);
  });

  it("are found in every form, and not inside other words", () => {
    const found = (name: string) => findRejected(name, "app/some-file.ts");
    expect(
      ["toAnswer", "ANSWERS", "refusedOffer", "is_refusing", "HouseAccount"].map(found),
    ).toEqual(["answer", "answer", "refuse", "refuse", "house"]);
    expect(["wishlist", "wallet", "lighthouse", "change", "recommend"].map(found)).toEqual(
      Array(5).fill(undefined),
    );
  });

  it("are in no file name", () => {
    expect(sources.length).toBeGreaterThan(700);
    const names = sources.filter(({ path }) => findRejected(path, path) !== undefined);
    expect(names.map(({ path }) => path)).toEqual([]);
  });

  it("are in no identifier", () => {
    const broken = sources
      .filter(mayHaveRejected)
      .flatMap((source) =>
        [...listIdentifiers(source)].map((name) => ({
          name: `${source.path}: ${name}`,
          word: findRejected(name, source.path),
        })),
      )
      .filter(({ word }) => word !== undefined)
      .map(({ name, word }) => `${name} (${word})`);
    expect(broken).toEqual([]);
  });
});
