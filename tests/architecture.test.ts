import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { nouns } from "#api/nouns.ts";
import routes from "#app/routes.ts";
import {
  listSources,
  readSource,
  resolveImport,
  root,
  type Source,
} from "#tests/setup/repository/sources.ts";

// The structure in docs/decisions/0001 and in "Find your way" of README.md, sentence by sentence.

/** The features of the web app. None imports another. */
const FEATURES = ["account", "selling", "seo", "shop", "site", "staff", "wallet"];

/** The shared folders of the web app, and the other shared folders that each may import. */
const SHARED: Record<string, readonly string[]> = {
  framework: [],
  i18n: [],
  "api-client": ["i18n"],
  middleware: ["framework", "api-client", "i18n"],
  request: ["framework", "middleware", "api-client", "i18n"],
  ui: ["framework", "i18n"],
  forms: ["ui", "request", "middleware", "api-client", "i18n"],
};

const FILES_MAX = 25;
const LINES_MAX = 350;
/** Tests list cases; they may be longer. */
const TEST_LINES_MAX = 600;

/** The folders that the nouns of the API are built on. */
const API_INFRASTRUCTURE = ["backup", "contract", "db", "http", "providers"];

/** Files that may read this machine's clock: decisions use the database's (decision 0054). */
const MACHINE_TIME: Record<string, string> = {
  "api/db/database-clock.ts": "says how far off it is",
  "api/db/embedded-server/cluster.ts": "a name that is not taken",
  "api/db/embedded-server/run-folder.ts": "touches files",
  "api/providers/files/drafts.ts": "touches files",
  "api/backup/archive-writer.ts": "when a file was written",
  "api/backup/backup.service.ts": "when a backup was written",
  "api/providers/images/remote/model-server.ts": "a date that another server says",
  "app/api-client/transport/api-error.server.ts": "a date that another server says",
  "app/api-client/transport/cookie-jar.server.ts": "a date that another server says",
  "app/site/cookies/cookies-consent.ts": "in the browser",
};

/** Screens that may catch errors, because their purpose requires it. */
const MAY_CATCH: Record<string, string> = {
  "account/sign-in/logout.ts": "says that nobody was signed out, whatever went wrong",
  "shop/generate/generate-image.ts": "responds to scripts in JSON, whatever went wrong",
  "shop/wishlist/toggle-favorite.ts": "asks whether the session ended, and responds to scripts",
  "site/newsletter/subscribe.ts": "responds to scripts in JSON, whatever went wrong",
};
/** The image tasks and their parts (decision 0009). */
const IMAGE_TASK = /^api\/providers\/images\/tasks\//;
const IMAGE_CODE =
  /^api\/providers\/images\/(?:tasks\/|art-engine\/|(?:decoding|uploaded-image)\.ts$)/;
/** For actions in modules of routes.ts; longer ones need named steps. */
const ACTION_LINES_MAX = 20;

const isTest = ({ path }: Source) => /\.test\.tsx?$/.test(path);
const isOurs = (path: string) => /^(?:domain|api|app|server|locales|tests)\//.test(path);
/** React Router generates types beside each route. */
const isGenerated = (path: string) => path.includes("/+types/");

const app = listSources("app");
const appFolderOf = (path: string) => (path.split("/").length > 2 ? path.split("/")[1] : null);

describe("the roots", () => {
  const MAY_IMPORT: Record<string, RegExp> = {
    domain: /^domain\//,
    api: /^(?:api|domain|locales)\//,
    app: /^(?:app|domain|api\/contract)\/|^locales\/en\.json$/,
  };

  it.each(Object.keys(MAY_IMPORT))("%s imports only what it may", (folder) => {
    const broken = listSources(folder)
      .filter((source) => !isTest(source))
      .flatMap(({ path, imports }) =>
        imports
          .filter((target) => !isAllowed(folder, target.path))
          .map((target) => `${path} -> ${target.path}`),
      );
    expect(broken).toEqual([]);
  });

  function isAllowed(folder: string, target: string): boolean {
    if (isOurs(target)) return MAY_IMPORT[folder]?.test(target) === true || isGenerated(target);
    if (folder === "domain") return false;
    return folder !== "api" || !/^(?:react|react-router|react-dom)(?:\/|$)/.test(target);
  }

  it("keeps SQL in the query files", () => {
    const strays = listSources("api")
      .filter((source) => !isTest(source) && /\.(routes|service)\.ts$/.test(source.path))
      .filter((source) => /`\s*(SELECT|INSERT|UPDATE|DELETE)\b/.test(source.text))
      .map((source) => source.path);
    expect(strays).toEqual([]);
  });

  it("asks this machine for the time only where it decides nothing", () => {
    const askers = ["domain", "api", "app", "server"]
      .flatMap(listSources)
      .filter((source) => !isTest(source) && /\bDate\.now\(\)|new Date\(\)/.test(source.text))
      .map((source) => source.path);
    expect(askers.sort()).toEqual(Object.keys(MACHINE_TIME).sort());
  });

  it("decodes, encodes and paints in image tasks alone, which are no part of the server", () => {
    const calls =
      /(?:from|import\() ?"(?:sharp|@napi-rs\/canvas)"|\b(?:loadSharp|decodeUpload|findImageProblem|renderArt)\(/;
    const strays = ["domain", "api", "app", "server"]
      .flatMap(listSources)
      .filter((source) => !isTest(source) && calls.test(source.text))
      .map((source) => source.path)
      .filter((path) => !IMAGE_CODE.test(path));
    const users = ["api", "app", "server"]
      .flatMap(listSources)
      .filter((source) => !isTest(source) && !IMAGE_TASK.test(source.path))
      .filter(({ imports }) => imports.some(({ path, isType }) => !isType && IMAGE_TASK.test(path)))
      .map((source) => source.path);
    expect(strays).toEqual([]);
    // The program, and the code that loads the tasks into a development server.
    const images = "api/providers/images";
    expect(users.sort()).toEqual([`${images}/image-program.ts`, `${images}/image-work.ts`]);
  });

  it("imports each module by one statement", () => {
    const repeated = ["domain", "api", "app", "server", "tests"]
      .flatMap(listSources)
      .flatMap(({ path, text }) => {
        const names = [...text.matchAll(/^import\s[^;"]*?\bfrom "([^"]+)";/gm)];
        const targets = names.map(([, name = ""]) => resolveImport(path, name));
        return targets
          .filter((target, index) => targets.indexOf(target) !== index)
          .map((target) => `${path} -> ${target}`);
      });
    expect(repeated).toEqual([]);
  });

  it("lists every noun of the API once: a folder with a module of its name", () => {
    const folders = readdirSync(join(root, "api"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !API_INFRASTRUCTURE.includes(entry.name))
      .map(({ name }) => name);
    expect(nouns.map(({ name }) => name).sort()).toEqual(folders.sort());
    expect(folders.filter((name) => !isThere(`api/${name}/${name}.ts`))).toEqual([]);
  });

  it("mounts every file of routes, those below /staff in the noun of the staff", () => {
    const files = listSources("api").filter(({ path }) =>
      /^api\/(?!providers\/).*\.routes\.ts$/.test(path),
    );
    const unmounted = files.filter(({ path }) => {
      const [, noun = ""] = path.split("/");
      const declaration = readFileSync(join(root, `api/${noun}/${noun}.ts`), "utf8");
      return !declaration.includes(`"./${posix.basename(path)}"`);
    });
    const strays = files.filter(
      ({ path, text }) => !path.startsWith("api/staff/") && text.includes('path: "/staff'),
    );
    expect([...unmounted, ...strays].map(({ path }) => path)).toEqual([]);
  });

  it("gives every noun a service and queries, but the staff, whose rules are other nouns'", () => {
    const missing = nouns.flatMap(({ name }) =>
      (name === "staff" ? ["service"] : ["service", "queries"])
        .map((part) => `api/${name}/${name}.${part}.ts`)
        .filter((path) => !isThere(path)),
    );
    expect(missing).toEqual([]);
  });
});

describe("the web app", () => {
  it("consists of its features, its shared folders and its layout", () => {
    const folders = new Set(app.map(({ path }) => appFolderOf(path)).filter((name) => name));
    expect([...folders].sort()).toEqual([...FEATURES, ...Object.keys(SHARED), "layout"].sort());
  });

  it("imports in one direction: no feature knows another, nothing shared knows a feature", () => {
    const broken = app
      .filter((source) => !isTest(source))
      .flatMap(({ path, imports }) => {
        const folder = appFolderOf(path);
        return imports
          .filter((target) => target.path.startsWith("app/") && !isGenerated(target.path))
          .filter((target) => !mayImport(folder, appFolderOf(target.path), target.isType))
          .map((target) => `${path} -> ${target.path}`);
      });
    expect(broken).toEqual([]);
  });

  /** The layout and the files beside root.tsx compose the features. */
  function mayImport(
    from: string | null | undefined,
    to: string | null | undefined,
    isType: boolean,
  ) {
    if (!from || from === "layout" || from === to) return true;
    if (!to || to === "layout") return false;
    if (FEATURES.includes(from)) return to in SHARED;
    // The interface shows data with the types that the API client returns.
    if (from === "ui" && to === "api-client") return isType;
    return SHARED[from]?.includes(to) === true;
  }

  it("has no two folders that import one another, unless one lies in the other", () => {
    const pairs = new Set(
      app
        .filter((source) => !isTest(source))
        .flatMap(({ path, imports }) =>
          imports
            .filter((target) => target.path.startsWith("app/") && !isGenerated(target.path))
            .map((target) => [posix.dirname(path), posix.dirname(target.path)] as const),
        )
        .filter(
          ([from, to]) => !`${from}/`.startsWith(`${to}/`) && !`${to}/`.startsWith(`${from}/`),
        )
        .map(([from, to]) => `${from} ${to}`),
    );
    const both = [...pairs].filter((pair) => pairs.has(pair.split(" ").reverse().join(" ")));
    expect(both).toEqual([]);
  });

  it("maps responses to views in api-client/ alone: outside it the contract is for requests", () => {
    const named = (text: string) =>
      [...text.matchAll(/import (type )?\{([^}]*)\} from "#api\/contract\//g)].flatMap(
        ([, type = "", names = ""]) =>
          names.split(",").map((name) => type + name.trim().replace(/^type /, type || "type ")),
      );
    const users = app.filter((source) => !isTest(source) && named(source.text).length > 0);
    // Found without the parser: a name that this test cannot parse would go unnoticed.
    const importers = app.filter(
      (source) =>
        !isTest(source) && source.imports.some(({ path }) => path.startsWith("api/contract/")),
    );
    expect(users).toEqual(importers);
    const strays = users
      .filter(({ path }) => !path.startsWith("app/api-client/"))
      .flatMap(({ path, text }) => named(text).map((name) => `${path}: ${name}`))
      .filter((use) => /type \w+(?<!Body)$|ResponseSchema$/.test(use));
    expect(strays).toEqual([]);
  });

  it("shares a file only when two features use it, if by way of other shared files", () => {
    const importers = new Map<string, string[]>();
    for (const source of app.filter((one) => !isTest(one))) {
      for (const { path } of source.imports) {
        importers.set(path, [...(importers.get(path) ?? []), source.path]);
      }
    }
    /**
     * Returns the features that use a file; the layout and the files beside root.tsx count as one
     * each.
     */
    const usersOf = (path: string, seen = new Set<string>()): string[] =>
      (importers.get(path) ?? []).flatMap((importer) => {
        if (seen.has(importer)) return [];
        seen.add(importer);
        const folder = appFolderOf(importer) ?? "root";
        return folder in SHARED ? usersOf(importer, seen) : [folder];
      });
    const single = app
      .filter((source) => /^app\/(?:ui|forms|request)\//.test(source.path) && !isTest(source))
      .filter(({ path }) => new Set(usersOf(path)).size < 2)
      .map(({ path }) => path);
    expect(single).toEqual([]);
  });

  it("has middleware in middleware/: a function of the pipeline, or a getter of what one has set", () => {
    const isMiddleware = (text: string) =>
      /^export (?:const|function) \w+[^;={]*: MiddlewareFunction\b/m.test(text) ||
      /^export const \w+ = \(async[\s\S]*?^\}\) satisfies MiddlewareFunction\b/m.test(text);
    const hasGetter = (text: string) =>
      [...text.matchAll(/^(?:export )?const (\w+) = createContext\b/gm)].some(([, name]) =>
        text.split(/^export /m).some((part) => part.includes(`.get(${name})`)),
      );
    const strays = app
      .filter((source) => source.path.startsWith("app/middleware/") && !isTest(source))
      .filter(({ text }) => !isMiddleware(text) && !hasGetter(text))
      .map(({ path }) => path);
    expect(strays).toEqual([]);
  });

  it("names every screen's URL in routes.ts and nowhere else", () => {
    const files = listRouteFiles(routes);
    expect(files.filter((file) => !isThere(`app/${file}`))).toEqual([]);
    const modules = app.filter(
      ({ path, text }) =>
        !path.startsWith("app/framework/") &&
        /^export (?:async function|function|const) (?:loader|action)\b/m.test(text) &&
        !path.includes(".server."),
    );
    const strays = modules
      .map(({ path }) => path.slice("app/".length))
      .filter((path) => path !== "root.tsx" && !files.includes(path));
    expect(strays).toEqual([]);
  });

  it("leaves what is thrown to the helpers of request/ and forms/", () => {
    const catching = routeModules().filter(({ text }) => /\bcatch\s*[({]/.test(text));
    const paths = catching.map(({ path }) => path.slice("app/".length));
    expect(paths.sort()).toEqual(Object.keys(MAY_CATCH).sort());
  });

  it("loads a staff screen anew after its form was rejected, so that what others saved is there", () => {
    const screens = routeModules().filter(
      ({ path, text }) =>
        path.startsWith("app/staff/") &&
        // A placeholder for screens that do not exist.
        path !== "app/staff/staff-entry.tsx" &&
        /^export (?:async )?(?:function|const) action\b/m.test(text) &&
        /^export default\b/m.test(text),
    );
    expect(screens.length).toBeGreaterThan(25);
    const stale = screens
      .filter(
        ({ text }) =>
          !/^export const shouldRevalidate = revalidate(?:Posted|UnlessDeleted);$/m.test(text),
      )
      .map(({ path }) => path);
    expect(stale).toEqual([]);
  });

  it(`has no action of more than ${ACTION_LINES_MAX} lines`, () => {
    const pattern = /^export (?:async )?(?:function|const) action\b(?:.*;$|[\s\S]*?^\}.*$)/m;
    const actions = routeModules().flatMap(({ path, text }) => {
      const [action] = pattern.exec(text) ?? [];
      return action ? [{ path, lines: action.split("\n").length }] : [];
    });
    expect(actions.length).toBeGreaterThan(50);
    expect(actions.filter(({ lines }) => lines > ACTION_LINES_MAX)).toEqual([]);
  });

  /** Lists the modules that routes.ts names. */
  function routeModules(): Source[] {
    const routes = readFileSync(join(root, "app/routes.ts"), "utf8");
    return app.filter(({ path }) => routes.includes(`"${path.slice("app/".length)}"`));
  }

  it("keeps zod out of what reaches the browser", () => {
    const files = listRouteFiles(routes);
    const parts = app.filter(
      (source) =>
        !isTest(source) &&
        !source.path.includes(".server.") &&
        !files.includes(source.path.slice("app/".length)) &&
        !/^app\/(?:root\.tsx|entry\.|routes\.ts|middleware\/|request\/|framework\/)/.test(
          source.path,
        ),
    );
    const folders = new Set(parts.map(({ path }) => appFolderOf(path)));
    expect([...folders].sort()).toEqual(
      ["api-client", ...FEATURES, "forms", "i18n", "layout", "ui"].sort(),
    );
    const withSchemas = parts
      .filter(({ imports }) =>
        imports.some(
          (target) =>
            !target.isType && (target.path === "zod" || target.path.startsWith("api/contract/")),
        ),
      )
      .map(({ path }) => path);
    expect(withSchemas).toEqual([]);
  });
});

describe("files and folders", () => {
  const folders = ["domain", "api", "app", "server", "tests"];

  it(`has no folder of more than ${FILES_MAX} files in the web app, the server and what tests are set up with`, () => {
    const counts = new Map<string, number>();
    for (const { path } of [...app, ...["server", "tests/setup"].flatMap(listSources)]) {
      const folder = posix.dirname(path);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect([...counts].filter(([, count]) => count > FILES_MAX)).toEqual([]);
  });

  it(`has no file of more than ${LINES_MAX} lines`, () => {
    const long = [...folders.flatMap(listSources), readSource("server.ts")]
      .filter((source) => {
        const linesMax = isTest(source) ? TEST_LINES_MAX : LINES_MAX;
        return source.text.split("\n").length > linesMax;
      })
      .map((source) => source.path);
    expect(long).toEqual([]);
  });
});

/** Lists the modules of the route table, as paths relative to app/. */
function listRouteFiles(nodes: readonly { file: string; children?: typeof routes }[]): string[] {
  return nodes.flatMap(({ file, children = [] }) => [file, ...listRouteFiles(children)]);
}

function isThere(path: string): boolean {
  try {
    statSync(join(root, path));
    return true;
  } catch {
    return false;
  }
}
