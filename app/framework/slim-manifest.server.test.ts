import { describe, expect, it } from "vitest";
import { slimManifest } from "./slim-manifest.server.ts";

const route = { id: "home", path: "", hasLoader: true, module: "/home.js", css: ["/a.css"] };
const entry = { module: "/entry.js", imports: ["/shared.js"] };
const write = (imports: string[]) => {
  const manifest = { entry, routes: { home: { ...route, imports } }, version: "1" };
  return `window.__reactRouterManifest=${JSON.stringify(manifest)};`;
};

describe("the manifest of routes", () => {
  it("keeps everything but what each route imports", () => {
    expect(slimManifest(write(["/a.js", "/b.js"]))).toBe(write([]));
  });

  it("says what a route has, not what it has not", () => {
    const script = write([]).replace('"hasLoader":true', '"hasAction":false,"hasLoader":true');
    expect(slimManifest(script)).toBe(write([]));
  });

  it("names no files for machines, but every screen, form and file that the app itself asks for", () => {
    const machine = { id: "robots", path: "robots.txt", hasLoader: true, imports: [] };
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
    const script = `window.__reactRouterManifest=${JSON.stringify({ entry, routes })};`;
    const slim = slimManifest(script);
    const kept = JSON.parse(slim.slice(slim.indexOf("{"), -1)).routes;
    expect(Object.keys(kept)).toEqual(["form", "screen", "suggestions"]);
  });

  it("names the stylesheet of every page once, and those of a route with it", () => {
    const shell = "/shell.css";
    const routes = {
      root: { id: "root", imports: [], css: [shell] },
      home: { id: "home", imports: [], css: [shell] },
      map: { id: "map", imports: [], css: [shell, "/map.css"] },
    };
    const script = `window.__reactRouterManifest=${JSON.stringify({ entry, routes })};`;
    const slim = slimManifest(script);
    const kept = JSON.parse(slim.slice(slim.indexOf("{"), -1)).routes;
    expect(kept).toEqual({ ...routes, home: { id: "home", imports: [] } });
  });

  it("stays as it is when it is slim already", () => {
    expect(slimManifest(slimManifest(write(["/a.js"])))).toBe(write([]));
  });

  it("is not touched in a shape that is not known", () => {
    expect(() => slimManifest("export default {}")).toThrow("shape");
  });
});
