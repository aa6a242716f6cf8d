import { describe, expect, it } from "vitest";
import { slimManifest } from "./lib/slim-manifest.mjs";

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

  it("stays as it is when it is slim already", () => {
    expect(slimManifest(slimManifest(write(["/a.js"])))).toBe(write([]));
  });

  it("is not touched in a shape that is not known", () => {
    expect(() => slimManifest("export default {}")).toThrow("shape");
  });
});
