import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { listSources, readSource, root, type Source } from "#tests/setup/repository/sources.ts";

// The words that docs/glossary.md rejects do not occur in identifiers, file names or prose:
// comments, test titles, OpenAPI texts and docs.

type RejectedWord = {
  word: string;
  /** The glossary's replacement. */
  instead: string;
  isFormOf(part: string): boolean;
  /** Identifiers and folders (with a slash) that keep the word. */
  exceptions: string[];
  /** The cell that lists the exceptions, which must give the reason. */
  reason: string;
};

const FOLDERS = ["api", "app", "domain", "scripts", "server", "tests"];
/** These documents list the words. */
const WORD_LISTS = ["glossary.md", "style-sheet.md"];
/** These folders describe the subjects of demo images. */
const IMAGE_FOLDERS = ["api/db/seed/", "api/providers/images/art-engine/"];
const TEST_CALL = /^(?:describe|it|test)(?:\.(?:each|for|runIf|skipIf|concurrent)\b|\()/;
const IRREGULAR_FORMS: Record<string, string> = { told: "tell", hung: "hang" };
const ENDINGS = "(?:e|s|es|ed|ing|ings|als)?";

const glossary = readFileSync(join(root, "docs/glossary.md"), "utf8");
const [, section = ""] = /## Rejected words\n([\s\S]*?)(?=\n## |$)/.exec(glossary) ?? [];
const rejectedWords = [...section.matchAll(/^\| ([a-z]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, word = "", instead = "", reason = ""]): RejectedWord => {
    const form = new RegExp(`^${word.replace(/e$/, "")}${ENDINGS}$`);
    const exceptions = [...reason.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
    return { word, instead, isFormOf: (part) => form.test(part), exceptions, reason };
  },
);

const insteadOf = (rejected?: string) =>
  rejectedWords.find(({ word }) => word === rejected)?.instead;

const partsOf = (name: string) =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((part) => part.toLowerCase());

/** Returns the first rejected word in a name, unless the glossary makes an exception. */
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

/** Returns the first rejected word in prose; code in backticks and code names are skipped. */
function findRejectedInProse(text: string): string | undefined {
  const words = text.replace(/`[^`]*`/g, "").match(/[A-Za-z]+(?:[_.-][A-Za-z]+)*/g) ?? [];
  return words
    .filter((word) => !/[_.]|[a-z][A-Z]/.test(word))
    .flatMap((word) => word.toLowerCase().split("-"))
    .map((word) => IRREGULAR_FORMS[word] ?? word)
    .find((word) => rejectedWords.some(({ isFormOf }) => isFormOf(word)));
}

/** Lists comments, titles of tests, and OpenAPI summaries and descriptions. */
function listProse({ path, text }: Source): string[] {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const comments = new Map<number, number>();
  const strings: string[] = [];
  const visit = (node: ts.Node): void => {
    for (const range of [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ])
      comments.set(range.pos, range.end);
    const title = ts.isCallExpression(node) ? node.arguments[0] : undefined;
    if (title && ts.isStringLiteralLike(title) && TEST_CALL.test(node.getText()))
      strings.push(title.text);
    if (ts.isPropertyAssignment(node) && /^(?:summary|description)$/.test(node.name.getText()))
      strings.push(node.initializer.getText());
    for (const child of node.getChildren(source))
      if (child.kind !== ts.SyntaxKind.JsxText) visit(child);
  };
  visit(source);
  return [...[...comments].map(([start, end]) => text.slice(start, end)), ...strings];
}

/** Words in -ise that `docs/style-sheet.md` writes with -ize. */
const MISSPELLED = /[A-Za-z]*(?:ogn|mal|gan|nym|tom|ial)is(?:e|es|ed|ing|ations?)(?![a-z])/g;
/** "catalog" as a word: neither part of a path, a file or a name, nor in backticks. */
const CODE_WORD = /(?<![\w./`"-])catalogs?(?![\w/(`"-]|\.\w)/i;

const findMisspelled = (text: string): string[] => text.match(MISSPELLED) ?? [];

const docs = [
  "README.md",
  ...["docs", "docs/decisions"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".md") && !WORD_LISTS.includes(name))
      .map((name) => `${folder}/${name}`),
  ),
];

/** Skips parsing most files, which do not even contain the letters. */
const mayHaveRejected = ({ text }: Source) =>
  [
    ...rejectedWords.map(({ word }) => word.replace(/e$/, "")),
    ...Object.keys(IRREGULAR_FORMS),
  ].some((letters) => text.toLowerCase().includes(letters));

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
      .map(({ name, word }) => ({ name, write: insteadOf(word) }));
    expect(broken).toEqual([]);
  });

  it("are found in prose, and not in code within it", () => {
    expect(["Told to stop", "no room left", "a built-in wall"].map(findRejectedInProse)).toEqual([
      "tell",
      "room",
      "wall",
    ]);
    expect(
      ["the column `answered_at`", "the column answered_at", "the wishlist", "spellCheck"].map(
        findRejectedInProse,
      ),
    ).toEqual(Array(4).fill(undefined));
  });

  it("are in no comment, test title or OpenAPI text", () => {
    const broken = sources
      .filter(({ path }) => !IMAGE_FOLDERS.some((folder) => path.startsWith(folder)))
      .filter(mayHaveRejected)
      .filter(({ text }) => text.split("\n").some((line) => findRejectedInProse(line)))
      .flatMap((source) =>
        listProse(source)
          .filter((text) => findRejectedInProse(text) !== undefined)
          .map((text) => `${source.path}: ${text}`),
      );
    expect(broken).toEqual([]);
  });

  it("are in no document", () => {
    const broken = docs.flatMap((path) =>
      readFileSync(join(root, path), "utf8")
        .replace(/```[\s\S]*?```/g, "")
        .split("\n")
        .filter((line) => findRejectedInProse(line) !== undefined)
        .map((line) => `${path}: ${line}`),
    );
    expect(broken).toEqual([]);
  });
});

describe("British words", () => {
  it("in -ise are seen in any form, in names too", () => {
    const stems = ["recogn", "normal", "organ", "anonym", "custom"];
    expect(
      stems.flatMap((stem) => findMisspelled(`${stem}${"ise"}d, ${stem}${"ise"}User`)),
    ).toEqual(stems.flatMap((stem) => [`${stem}${"ise"}d`, `${stem}${"ise"}`]));
    expect(findMisspelled("recognized, normalIsEmpty, a tonal is, specialist, animals")).toEqual(
      [],
    );
  });

  it("end in -ize in code, its comments and documents", () => {
    const ours = sources.filter(
      ({ path }) => !IMAGE_FOLDERS.some((folder) => path.startsWith(folder)),
    );
    const texts = docs.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
    const broken = [...ours, ...texts].flatMap(({ path, text }) =>
      findMisspelled(text).map((word) => `${path}: ${word}`),
    );
    expect(broken).toEqual([]);
  });

  it("are catalogue where people read, whatever the name in code", () => {
    expect(["The catalog.", "of catalogs"].filter((text) => CODE_WORD.test(text))).toHaveLength(2);
    expect(
      ["api/catalog/search", "catalog.ts", "`catalog`", "catalogue", "pg_catalog"].filter((text) =>
        CODE_WORD.test(text),
      ),
    ).toEqual([]);
    const inCode = sources
      .filter(({ text }) => CODE_WORD.test(text))
      .flatMap((source) => listProse(source).map((text) => ({ path: source.path, text })));
    const inDocs = docs.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
    const broken = [...inCode, ...inDocs].filter(({ text }) => CODE_WORD.test(text));
    expect(broken.map(({ path, text }) => `${path}: ${text}`)).toEqual([]);
  });
});
