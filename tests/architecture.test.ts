import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

type Source = { path: string; text: string; imports: string[] };

/** The rooms of the house and what each may know (docs/decisions/0001). */
const MAY_IMPORT: Record<string, RegExp[]> = {
  domain: [],
  api: [/^#domain\//, /^#locales\//, /^[^#.]/],
  app: [/^#domain\//, /^#api\/contract\//, /^#app\//, /^#locales\/en\.json$/, /^[^#.]/],
};

const LINES_MAX = 350;
/** Tests list cases; they may be longer, but not a room without doors. */
const TEST_LINES_MAX = 600;

function listSources(folder: string): Source[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listSources(path);
    if (!/\.(ts|tsx)$/.test(entry.name) || entry.name.endsWith(".d.ts")) return [];
    const text = readFileSync(join(root, path), "utf8");
    const found = text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g);
    return [{ path, text, imports: [...found].map(([, name = ""]) => name) }];
  });
}

const isTest = (source: Source) => /\.test\.tsx?$/.test(source.path);

describe("the house", () => {
  it.each(Object.entries(MAY_IMPORT))("%s imports only what it may know", (room, allowed) => {
    const broken = listSources(room)
      .filter((source) => !isTest(source))
      .flatMap((source) =>
        source.imports
          .filter((name) => !isAllowed(room, source.path, name, allowed))
          .map((name) => `${source.path} -> ${name}`),
      );
    expect(broken).toEqual([]);
  });

  it("keeps zod out of what reaches the browser", () => {
    const screens = listSources("app").filter((source) => /components|i18n/.test(source.path));
    const withSchemas = screens
      .filter((source) => !isTest(source) && !source.path.includes(".server."))
      .filter((source) => /^import (?!type)[^;]*"(zod|#api\/contract\/[^"]+)"/m.test(source.text))
      .map((source) => source.path);
    expect(withSchemas).toEqual([]);
  });

  it("gives every noun of the API the same rooms", () => {
    const nouns = [
      "accounts",
      "catalog",
      "contact",
      "deposits",
      "mails",
      "newsletter",
      "offers",
      "pages",
      "payouts",
      "purchases",
      "site",
      "verification",
      "wallet",
      "wishlist",
    ];
    const missing = nouns.flatMap((noun) => {
      const files = readdirSync(join(root, "api", noun));
      const isInner = noun === "wallet" || noun === "mails";
      const wanted = isInner ? ["service", "queries"] : ["routes", "service", "queries"];
      return wanted
        .map((part) => `${noun}.${part}.ts`)
        .filter((name) => !files.includes(name))
        .map((name) => `api/${noun}/${name}`);
    });
    expect(missing).toEqual([]);
  });

  it("keeps SQL in the query files", () => {
    const strays = listSources("api")
      .filter((source) => !isTest(source))
      .filter((source) => /\.(routes|service)\.ts$/.test(source.path))
      .filter((source) => /`\s*(SELECT|INSERT|UPDATE|DELETE)\b/.test(source.text))
      .map((source) => source.path);
    expect(strays).toEqual([]);
  });

  it(`has no file of more than ${LINES_MAX} lines`, () => {
    const rooms = ["domain", "api", "app", "server", "tests"];
    const long = rooms
      .flatMap(listSources)
      .filter((source) => {
        const linesMax = isTest(source) ? TEST_LINES_MAX : LINES_MAX;
        return source.text.split("\n").length > linesMax;
      })
      .map((source) => source.path);
    expect(long).toEqual([]);
  });

  it("names every place that docs/where-is.md names", () => {
    const text = readFileSync(join(root, "docs/where-is.md"), "utf8");
    const paths = [...text.matchAll(/`((?:domain|api|app|server|tests|locales)\/[^`\s]+)`/g)];
    const gone = paths.map(([, path = ""]) => path).filter((path) => !isThere(path));
    expect(paths.length).toBeGreaterThan(20);
    expect(gone).toEqual([]);
  });
});

function isAllowed(room: string, path: string, name: string, allowed: RegExp[]): boolean {
  if (name.startsWith(".")) {
    // Relative imports must not climb out of the room; `+types` are React Router's own.
    const target = relative(root, join(root, path, "..", name));
    return target.startsWith(`${room}/`) || name.includes("+types/");
  }
  const isOwnRoom = name.startsWith(`#${room}/`);
  if (room === "api" && /^(react|react-router|react-dom)(\/|$)/.test(name)) return false;
  return isOwnRoom || allowed.some((pattern) => pattern.test(name));
}

function isThere(path: string): boolean {
  try {
    statSync(join(root, path));
    return true;
  } catch {
    return false;
  }
}
