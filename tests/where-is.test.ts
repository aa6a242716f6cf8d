import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import routes from "#app/routes.ts";
import { listSources, readSource, root } from "#tests/setup/sources.ts";

// docs/where-is.md: each row names the code of a rule, and tests that import it, call its endpoint
// or open a screen that is made with it.

type Row = { what: string; rules: string[]; tests: string[] };

const sources = new Map(
  ["domain", "api", "app", "server", "locales", "tests"]
    .flatMap(listSources)
    .concat(readSource("server.ts"))
    .map((source) => [source.path, source]),
);

const NAMED = /`([^`\s]+\.(?:tsx?|mjs|sql|json|html|css|md)|npm run [\w:]+)`/g;
const isDocument = (path: string) => path.endsWith(".md");

function readRows(): Row[] {
  const lines = readFileSync(join(root, "docs/where-is.md"), "utf8").split("\n");
  return lines
    .filter((line) => line.startsWith("| ") && !line.startsWith("| Clause"))
    .map((line) => {
      const [, , what = "", rule = "", proof = ""] = line.split("|").map((cell) => cell.trim());
      const list = (cell: string) => [...cell.matchAll(NAMED)].map(([, name = ""]) => name);
      return { what, rules: list(rule).filter((path) => !isDocument(path)), tests: list(proof) };
    });
}

/** Modules of the product that a file is made of: what it imports, and what that imports. */
const parts = new Map<string, Set<string>>();
function partsOf(path: string): Set<string> {
  let found = parts.get(path);
  if (found) return found;
  found = new Set([path]);
  parts.set(path, found);
  for (const imported of sources.get(path)?.imports ?? []) {
    for (const part of partsOf(imported.path)) found.add(part);
  }
  return found;
}

const importsOf = (path: string) => (sources.get(path)?.imports ?? []).map((one) => one.path);

type RouteNode = { path?: string; file: string; children?: RouteNode[] };

function listScreens(nodes: RouteNode[], prefix = "", frames: string[] = []) {
  return nodes.flatMap((node): { url: string; files: string[] }[] => {
    const url = node.path ? `${prefix}/${node.path}` : prefix;
    const files = [...frames, `app/${node.file}`];
    return [{ url, files }, ...listScreens(node.children ?? [], url, files)];
  });
}

/** A screen's address up to its first parameter, without the locale: "/dashboard/offers". */
const screens = listScreens(routes as RouteNode[]).map(({ url, files }) => ({
  address: url.replace(/^\/:locale/, "").replace(/\/?[:*].*$/, ""),
  files,
}));

function opensScreenOf(test: string, rule: string): boolean {
  const text = sources.get(test)?.text ?? "";
  return screens.some(
    ({ address, files }) =>
      text.includes(address || "/en") && files.some((file) => partsOf(file).has(rule)),
  );
}

/** Endpoints of the noun that a file of the API belongs to, as a test calls them. */
function endpointsOf(rule: string): string[] {
  const [, noun] = /^api\/(?:contract\/)?([\w-]+)/.exec(rule) ?? [];
  return [...sources.values()]
    .filter(({ path }) => path.startsWith(`api/${noun}/`) && path.endsWith(".routes.ts"))
    .flatMap(({ text }) => [...text.matchAll(/path: "(\/[^"{:]*)/g)].map(([, path = ""]) => path))
    .filter((path) => path.length > 1);
}

function proves(test: string, rule: string): boolean {
  if (importsOf(test).includes(rule)) return true;
  const text = sources.get(test)?.text ?? "";
  const name = posix.basename(rule);
  // Files that are read, not imported: a list of texts, a style sheet, SQL.
  const isData = !/\.tsx?$/.test(rule);
  const folders = posix.dirname(rule).split("/");
  const testFolder = posix.basename(posix.dirname(test));
  if (isData && (text.includes(name) || folders.includes(testFolder))) return true;
  // These run the whole process, or kill it.
  const isOfProcess = rule.startsWith("server/") || test.startsWith("tests/torture/");
  if (isOfProcess && partsOf("server.ts").has(rule)) return true;
  if (test.startsWith("tests/e2e/")) return opensScreenOf(test, rule);
  return (
    endpointsOf(rule).some((path) => text.includes(path)) ||
    importsOf(test).some((path) => sources.has(path) && partsOf(path).has(rule))
  );
}

const rows = readRows();
const scripts: Record<string, string> = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
).scripts;

describe("docs/where-is.md", () => {
  it("names a rule and a proof in each row", () => {
    expect(rows.length).toBeGreaterThan(60);
    expect(rows.filter(({ rules, tests }) => rules.length === 0 || tests.length === 0)).toEqual([]);
  });

  it("names only what is there", () => {
    const isThere = (name: string) =>
      name.startsWith("npm run ") ? name.slice(8) in scripts : existsSync(join(root, name));
    const text = readFileSync(join(root, "docs/where-is.md"), "utf8");
    const paths = [...text.matchAll(/`((?:domain|api|app|server|tests|locales|docs)\/[^`\s]+)`/g)];
    const all = [...paths.map(([, path = ""]) => path), ...rows.flatMap(({ tests }) => tests)];
    expect(all.filter((name) => !isThere(name))).toEqual([]);
  });

  it.each(rows)("proves: $what", ({ rules, tests }) => {
    const files = tests.filter((test) => !test.startsWith("npm run "));
    const isByCommand = files.length < tests.length;
    const idle = files
      .filter((test) => !rules.some((rule) => proves(test, rule)))
      .map((test) => `${test} has nothing to do with the row's code`);
    const unproven = rules
      .filter((rule) => !isByCommand && !files.some((test) => proves(test, rule)))
      .map((rule) => `${rule} is in no test of the row`);
    expect([...idle, ...unproven].join("; ")).toBe("");
  });
});
