import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { slimManifest, slimManifestIn } from "./slim-manifest.server.ts";

const entry = { module: "/assets/entry.js", imports: ["/assets/shared.js"] };
const parentId = "layout.screens";
const screen = { hasLoader: true, hasDefaultExport: true, module: "/assets/a.js", imports: [] };

const write = (manifest: object) => `window.__reactRouterManifest=${JSON.stringify(manifest)};`;
const slim = (routes: object, withStaff = false) =>
  slimManifest(write({ entry, routes, version: "1" }), { withStaff });

/** The table of routes as sent to a browser. */
function run(script: string): { routes: Record<string, object> } {
  const window = { __reactRouterManifest: { routes: {} } };
  new Function("window", script)(window);
  return window.__reactRouterManifest;
}

describe("slimManifest: the manifest of routes", () => {
  it("keeps everything but what each route imports", () => {
    const routes = {
      root: { ...screen, id: "root", path: "", hasLoader: undefined },
      home: { ...screen, id: "home", parentId, index: true, imports: ["/assets/b.js"] },
      order: { ...screen, id: "order", parentId: "dashboard", path: "orders/:id", css: ["/a.css"] },
      form: { ...screen, id: "form", parentId, hasAction: true, hasDefaultExport: false },
    };
    expect(run(slim(routes))).toEqual({
      entry,
      routes: {
        root: { ...routes.root, hasLoader: false },
        home: { ...routes.home, imports: [] },
        order: routes.order,
        form: routes.form,
      },
      version: "1",
    });
  });

  it("is a third shorter", () => {
    const names = Array.from({ length: 60 }, (_, at) => `screen-${at}`);
    const routes = Object.fromEntries(
      names.map((id) => [id, { ...screen, id, parentId, path: id }]),
    );
    expect(slim(routes).length).toBeLessThan(write({ entry, routes }).length * 0.67);
  });

  it("says what a route has, not what it has not", () => {
    const routes = { home: { ...screen, id: "home", hasAction: false, hasClientLoader: false } };
    expect(slim(routes)).not.toMatch(/hasAction|hasClientLoader/);
  });

  it("names no files for machines, but every screen, form and file that the app itself asks for", () => {
    const machine = { path: "robots.txt", hasLoader: true, module: "/assets/a.js", imports: [] };
    const routes = {
      robots: machine,
      sitemaps: { ...machine, path: ":file.xml" },
      words: { ...machine, path: "words/:file" },
      export: { ...machine, path: "dashboard/payments/csv" },
      image: { ...machine, path: "staff/offers/:id/picture" },
      rendition: { ...machine, path: "staff/pictures/:hash/:part" },
      form: { ...machine, path: "import.xml", hasAction: true },
      screen: { ...machine, path: "notes.txt", hasDefaultExport: true },
      suggestions: { ...machine, path: "search-suggestions" },
    };
    expect(Object.keys(run(slim(routes)).routes)).toEqual(["form", "screen", "suggestions"]);
  });

  it("names the stylesheet of every page once, and those of a route with it", () => {
    const shell = "/shell.css";
    const routes = {
      root: { ...screen, id: "root", css: [shell] },
      home: { ...screen, id: "home", parentId, css: [shell] },
      map: { ...screen, id: "map", parentId, css: [shell, "/map.css"] },
    };
    expect(run(slim(routes)).routes).toEqual({
      ...routes,
      home: { ...screen, id: "home", parentId },
    });
  });

  it("names the desk's screens to staff alone", () => {
    const ids = ["home", "staff", "staff.order", "staff-entry"];
    const routes = Object.fromEntries(ids.map((id) => [id, { ...screen, id, path: id }]));
    expect(Object.keys(run(slim(routes)).routes)).toEqual(["home", "staff-entry"]);
    expect(Object.keys(run(slim(routes, true)).routes)).toEqual(ids);
  });

  it("is slimmed once, with the one of staff beside it", () => {
    const assets = mkdtempSync(join(tmpdir(), "assets-"));
    try {
      const routes = { home: { ...screen, id: "home" }, staff: { ...screen, id: "staff" } };
      writeFileSync(join(assets, "manifest-1a.js"), write({ entry, routes, version: "1" }));
      slimManifestIn(assets);
      slimManifestIn(assets);
      expect(readdirSync(assets).sort()).toEqual(["manifest-1a.js", "staff-manifest-1a.js"]);
      const read = (name: string) => run(readFileSync(join(assets, name), "utf8")).routes;
      expect(Object.keys(read("manifest-1a.js"))).toEqual(["home"]);
      expect(read("staff-manifest-1a.js")).toEqual({
        ...routes,
        home: { ...routes.home, parentId },
        staff: { ...routes.staff, parentId },
      });
    } finally {
      rmSync(assets, { recursive: true });
    }
  });

  it("is not touched in a shape that is not known", () => {
    expect(() => slimManifest("export default {}", { withStaff: true })).toThrow("shape");
    expect(() => slim({ home: { ...screen, module: "/elsewhere/a.js" } })).toThrow("folder");
  });
});
