import { describe, expect, it } from "vitest";
import { collectCommonScripts } from "./plugin.server.ts";

const MANIFEST = {
  url: "/assets/manifest-1.js",
  entry: { module: "/assets/entry-2.js", imports: ["/assets/react.js", "/assets/shell.js"] },
  routes: {
    root: { module: "/assets/root-3.js", imports: ["/assets/shell.js"] },
    layout: { module: "/assets/layout-4.js", parentId: "root" },
    "layout.screens": {
      module: "/assets/errors-5.js",
      parentId: "layout",
      imports: ["/assets/root-3.js", "/assets/react.js"],
    },
    home: { module: "/assets/home-6.js", parentId: "layout.screens", imports: ["/assets/far.js"] },
  },
};
const BUILD = `
  import * as route0 from "/app/root.tsx";
      export const basename = "/";
      export const future = {"v8_middleware":true};
      export const ssr = true;
      export const isSpaMode = false;
      export const routeDiscovery = {"mode":"initial"};
      export const routes = {};
`;

describe("lateScripts: the scripts that all pages load", () => {
  it("are the routes above the screens, the entry and their imports", () => {
    const { context, ...scripts } = collectCommonScripts(MANIFEST, BUILD);
    expect(scripts).toEqual({
      manifest: "/assets/manifest-1.js",
      routes: {
        root: "/assets/root-3.js",
        layout: "/assets/layout-4.js",
        "layout.screens": "/assets/errors-5.js",
      },
      files: ["/assets/react.js", "/assets/shell.js"],
      entry: "/assets/entry-2.js",
    });
    expect(JSON.stringify(context)).toBe(
      '{"basename":"/","future":{"v8_middleware":true},"routeDiscovery":{"mode":"initial"},"ssr":true,"isSpaMode":false}',
    );
  });

  it("are not known if the build lacks one of them", () => {
    const unsaid = BUILD.replace("isSpaMode", "mode");
    expect(() => collectCommonScripts(MANIFEST, unsaid)).toThrow("isSpaMode");
    const { layout, ...routes } = MANIFEST.routes;
    expect(() => collectCommonScripts({ ...MANIFEST, routes }, BUILD)).toThrow("layout");
    expect(layout.module).toBe("/assets/layout-4.js");
  });
});
