import type { RouteConfigEntry } from "@react-router/dev/routes";
import fc from "fast-check";
import {
  type EntryContext,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import { expect, it } from "vitest";
import routes from "#app/routes.ts";
import { createRequestHandlers, createRouteChooser } from "./request-handlers.server.ts";

type Entry = { id: string; parentId?: string; path?: string; index?: boolean };

function flatten(entries: RouteConfigEntry[], parentId: string): Entry[] {
  return entries.flatMap(({ id, file, path, index, children = [] }) => {
    const own = id ?? file;
    return [{ id: own, parentId, path, index }, ...flatten(children, own)];
  });
}
const entries: Entry[] = [{ id: "root", path: "" }, ...flatten(await routes, "root")];
const table = Object.fromEntries(entries.map((entry) => [entry.id, entry]));
const choose = createRouteChooser(table);

/** In the order of the table, as React Router builds the tree from a build. */
function toTree(ids: ReadonlySet<string>, parentId?: string): RouteObject[] {
  const own = entries.filter((entry) => entry.parentId === parentId && ids.has(entry.id));
  return own.map(({ id, path, index }): RouteObject => {
    if (index) return { id, path, index: true };
    return { id, path, children: toTree(ids, id) };
  });
}
const match = (ids: ReadonlySet<string>, path: string) =>
  matchRoutes(toTree(ids), path)?.map(({ route, params }) => [route.id, params]);
const all = new Set(entries.map(({ id }) => id));

const names = [...new Set(entries.flatMap(({ path = "" }) => path.split("/")))];
const segment = fc.oneof(
  fc.constantFrom(...names.map((name) => name.replace(/[:*?]/g, "x"))),
  fc.constantFrom("en", "DE", "Products", "staff", "42", "%20", "%C3%A4", "a.xml", ""),
  fc.webSegment(),
);
const path = fc
  .tuple(fc.array(segment, { maxLength: 6 }), fc.constantFrom("", "/"))
  .map(([segments, end]) => `/${segments.join("/")}${end}`);
/** Paths of existing routes, so that most of them match. */
const ownPath = fc
  .tuple(fc.constantFrom(...entries), fc.array(segment, { minLength: 8, maxLength: 8 }))
  .map(([{ id }, values]) => {
    const steps: string[] = [];
    for (
      let at: Entry | undefined = table[id];
      at;
      at = at.parentId ? table[at.parentId] : undefined
    )
      steps.unshift(...(at.path ?? "").split("/"));
    const filled = steps.map((step, index) => (/[:*]/.test(step) ? values[index % 8] : step));
    return `/${filled.filter(Boolean).join("/")}`;
  });

it("fewRoutes: the routes chosen for a path match it as all of them would", () => {
  fc.assert(
    fc.property(fc.oneof(path, ownPath), (pathname) => {
      let url: URL;
      try {
        url = new URL(`http://localhost${pathname}`);
        decodeURI(url.pathname);
      } catch {
        return;
      }
      expect(match(choose(url.pathname), url.pathname)).toEqual(match(all, url.pathname));
    }),
    { numRuns: 400 },
  );
});

it("fewRoutes: a page has few of them, and the same set as others of its kind", () => {
  expect(choose("/en/products").size).toBeLessThan(all.size / 5);
  expect(choose("/de/products/any")).toBe(choose("/en/products/other"));
  expect(choose("/en/products.data")).toBe(choose("/en/products"));
  expect(choose("/en/%70roducts").size).toBe(all.size);
});

it("fewRoutes: the framework is given these routes alone, and responds with them", async () => {
  const module = { default: () => null, loader: () => "loaded" };
  const routes = Object.fromEntries(
    ["a", "b"].map((path) => [path, { id: path, parentId: "root", path, module }]),
  );
  const build = {
    entry: {
      module: {
        default: (_request: Request, status: number, _headers: Headers, context: EntryContext) =>
          Response.json(
            {
              modules: Object.keys(context.routeModules),
              manifest: Object.keys(context.manifest.routes),
              loaded: context.staticHandlerContext.loaderData,
            },
            { status },
          ),
      },
    },
    routes: { root: { id: "root", path: "", module }, ...routes },
    assets: {
      routes: { root: { id: "root" }, ...routes },
      entry: { imports: [], module: "" },
      url: "",
      version: "",
    },
    ...{ basename: "/", publicPath: "/", assetsBuildDirectory: "", prerender: [] },
    ...{ ssr: true, isSpaMode: false, routeDiscovery: { mode: "initial", manifestPath: "/m" } },
    future: { v8_middleware: true },
    // The framework creates it, with much that these routes do not need.
  } as unknown as ServerBuild;
  const handle = createRequestHandlers(build, "production");
  const get = async (path: string) => {
    const request = new Request(`https://shop.example${path}`);
    const response = await handle(request, new RouterContextProvider());
    return { status: response.status, ...(await response.json()) };
  };
  for (const id of ["a", "b", "a"]) {
    expect(await get(`/${id}`)).toEqual({
      status: 200,
      modules: ["root", id],
      manifest: ["root", id],
      loaded: { root: "loaded", [id]: "loaded" },
    });
  }
});
