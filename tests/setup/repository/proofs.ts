import { posix } from "node:path";
import routes from "#app/routes.ts";
import { LOCALES } from "#domain/locales.ts";
import en from "#locales/en.json" with { type: "json" };
import { listSources, readSource, type Source } from "./sources.ts";

// How a test relates to the code of a rule: docs/where-is.md names both. Imports eventually lead
// from any module to any other, so each kind of relation has a limit.

/** The most imports between a rule and a test's import, a screen, or an endpoint. */
const STEPS = { fromImport: 1, fromScreen: 1, fromEndpoint: 2 };

/** A module with more importers is used everywhere; only a test that is about it proves it. */
const IMPORTERS_MAX = 12;

/** A test that opens more screens treats them all alike; it proves only that the screens open. */
const SCREENS_MAX = 40;

/** Modules that compose the product: importing one does not select a rule. */
const COMPOSITIONS = /^(?:api\/(?:create-api|nouns|background)|server\/app|server)\.ts$/;

export const isTest = (path: string) => path.startsWith("tests/") || /\.test\.tsx?$/.test(path);

/** All TypeScript files, by path. */
export const sources = new Map<string, Source>(
  ["domain", "api", "app", "server", "locales", "tests"]
    .flatMap(listSources)
    .concat(readSource("server.ts"))
    .map((source) => [source.path, source]),
);

const importsOf = (path: string) =>
  (sources.get(path)?.imports ?? []).filter(({ isType }) => !isType).map((one) => one.path);

const countAll = (lists: Iterable<string>[]) => {
  const counts = new Map<string, number>();
  for (const list of lists) for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
};

const productPaths = [...sources.keys()].filter((path) => !isTest(path));
const importers = countAll(productPaths.map((path) => new Set(importsOf(path))));
const users = countAll(
  [...sources.keys()].filter(isTest).map((path) => new Set(importsOf(path).filter(isTest))),
);

/** Lists what a test imports, including the imports of its rarely used helpers. */
function listImported(test: string): string[] {
  const helpers = importsOf(test).filter((one) => (users.get(one) ?? 99) <= IMPORTERS_MAX);
  return [test, ...helpers].flatMap(importsOf).filter((path) => !isTest(path));
}

/**
 * Returns the file at `path` and its dependencies within so many imports. A module with a single
 * importer counts as part of it, not as a step away.
 */
const near = new Map<string, Set<string>>();
function listNear(path: string, steps: number): Set<string> {
  const key = `${steps} ${path}`;
  let found = near.get(key);
  if (found) return found;
  found = new Set([path]);
  near.set(key, found);
  if (COMPOSITIONS.test(path)) return found;
  for (const next of importsOf(path).filter((one) => !isTest(one))) {
    const isPart = importers.get(next) === 1;
    if (steps === 0 && !isPart) continue;
    for (const part of listNear(next, isPart ? steps : steps - 1)) found.add(part);
  }
  return found;
}

/**
 * Returns a pattern for an address as tests write it after `start`: parameters match a value or an
 * expression.
 */
function patternOf(address: string, start: string): RegExp {
  const whole = address
    .split(/(\$?\{\w+\}|:\w+|\*)/)
    .map((part, i) =>
      i % 2 === 0 ? part.replace(/[.?+()|[\]\\]/g, "\\$&") : "(?:\\$\\{[^}]*\\}|[\\w.-]+)",
    )
    .join("");
  return new RegExp(`(?<=${start})${whole}(?=["'\`?#\\s)]|$)`, "m");
}

type Place = { pattern: RegExp; file: string };

const endpoints: Place[] = [...sources.values()]
  .filter(({ path }) => path.startsWith("api/") && path.endsWith(".routes.ts"))
  .flatMap(({ path: file, text }) =>
    [...text.matchAll(/path: ["`](\/[^"`]*)["`]/g)].map(([, path = ""]) => ({
      pattern: patternOf(path, "/api|[\"'`}]"),
      file,
    })),
  );

type RouteNode = { path?: string; file: string; children?: RouteNode[] };

/** Lists the screens without their layouts; home's address is only a locale. */
function listScreens(nodes: RouteNode[], prefix = ""): Place[] {
  return nodes.flatMap(({ path, file, children }) => {
    const url = path ? `${prefix}/${path}` : prefix;
    if (children) return listScreens(children, url);
    const address = url.replace(/^\/:locale/, "");
    const start = `/(?:${LOCALES.join("|")})${address === "" ? "" : "|[\"'`}]"}`;
    return [{ pattern: patternOf(address, start), file: `app/${file}` }];
  });
}
const screens = listScreens(routes as RouteNode[]);

/** Expands addresses that a test builds from one of its own constants: `${BASE}/issues`. */
const fillConstants = (text: string) =>
  [...text.matchAll(/const (\w+) = "(\/[^"]*)"/g)].reduce(
    (filled, [, name = "", value = ""]) => filled.replaceAll(`\${${name}}`, value),
    text,
  );

/** The files of the endpoints or screens whose full address occurs in a test. */
const named = new Map<string, string[]>();
function listNamed(test: Source, places: Place[]): string[] {
  let found = named.get(test.path);
  if (!found) {
    const text = fillConstants(test.text);
    found = places.filter(({ pattern }) => pattern.test(text)).map(({ file }) => file);
    named.set(test.path, found);
  }
  return found;
}

const texts: Record<string, string | undefined> = en;
const textUses = countAll([Object.values(en)]);

const LITERAL = /"([^"\n\\]{4,80})"|'([^'\n\\]{4,80})'|`([^`\n\\$]{4,80})`/g;
const literals = new Map<string, Set<string>>();
for (const { path, text } of sources.values()) {
  const code = text.replace(/\bfrom "[^"]+"/g, "");
  literals.set(path, new Set([...code.matchAll(LITERAL)].map(([, a, b, c]) => a ?? b ?? c ?? "")));
}
const literalUses = countAll(productPaths.map((path) => literals.get(path) ?? []));

/** Returns the only importer of the module at `path`, if it has exactly one. */
const ownerOf = (path: string) =>
  importers.get(path) === 1
    ? productPaths.find((other) => importsOf(other).includes(path))
    : undefined;

/**
 * Lists the marks in a test of the running product that occur only in the rule's file and at most
 * one other: a text of the screen (by key or in English), an attribute, a header, a variable, a
 * table.
 */
export function listMarks(test: string, rule: string): string[] {
  const said = literals.get(test) ?? new Set<string>();
  return [...(literals.get(rule) ?? [])].filter((literal) => {
    if ((literalUses.get(literal) ?? 0) > 2) return false;
    const text = texts[literal];
    if (text !== undefined) {
      return said.has(literal) || (textUses.get(text) === 1 && said.has(text));
    }
    return /\w[-/_=.:]\w|[A-Z]{2}|\w \w/.test(literal) && said.has(literal);
  });
}

/**
 * Returns whether the test at `path` imports the rule, calls its endpoint or opens a screen made
 * with it.
 */
export function proves(path: string, rule: string): boolean {
  const test = sources.get(path);
  if (!test) return false;
  const isNear = (files: string[], steps: number) =>
    files.some((file) => listNear(file, steps).has(rule));
  const imported = listImported(path);
  // Files that are read, not imported: a list of texts, a style sheet, SQL.
  if (!/\.tsx?$/.test(rule)) {
    const readers = imported.flatMap((file) => [...listNear(file, STEPS.fromImport)]);
    return (
      rule.startsWith(`${posix.dirname(path)}/`) ||
      [path, ...readers].some((one) => sources.get(one)?.text.includes(posix.basename(rule)))
    );
  }
  if (imported.includes(rule)) return true;
  const [, kind] = /^tests\/(contract|e2e|release|torture)\//.exec(path) ?? [];
  const isInBrowser = kind === "e2e" || kind === "release";
  // Torture tests run whole processes and kill them.
  if (kind === "torture" && /^(?:server|api\/db)\//.test(rule)) return true;
  const isMarked = (file = "") => listMarks(path, file).length > 0;
  if (kind === "torture" && isMarked(rule)) return true;
  if (isInBrowser && (isMarked(rule) || isMarked(ownerOf(rule)))) return true;
  if ((importers.get(rule) ?? 0) > IMPORTERS_MAX) return false;
  if (isNear(imported, STEPS.fromImport)) return true;
  if (kind === "contract") return isNear(listNamed(test, endpoints), STEPS.fromEndpoint);
  if (!isInBrowser) return false;
  const opened = listNamed(test, screens);
  return isNear(opened, opened.length > SCREENS_MAX ? 0 : STEPS.fromScreen);
}
