import { describe, expect, it } from "vitest";
import { delayScripts } from "./late-scripts.server.ts";

const page = (nonce: string) => `<html><head>
<link rel="modulepreload" href="/assets/manifest-1.js"/><link rel="modulepreload" href="/assets/a.js"/>
<link rel="stylesheet" href="/assets/a.css"/></head><body><p>import "x";</p>
<script${nonce}>window.__reactRouterContext = {};</script><script${nonce} type="module" async="">import "/assets/manifest-1.js";
import * as route0 from "/assets/root-2.js";
import * as route1 from "/assets/home-3.js";

  window.__reactRouterRouteModules = {"root":route0,"routes/home":route1};

import("/assets/entry.client-4.js");</script></body></html>`;

describe("late scripts", () => {
  it.each([
    "",
    ' nonce="n0nce"',
  ])("load nothing with the page, and all of it later (%j)", (nonce) => {
    const html = delayScripts(page(nonce));
    expect(html).not.toContain("modulepreload");
    expect(html).not.toContain('type="module"');
    expect(html).toContain('<link rel="stylesheet" href="/assets/a.css"/>');
    const [, starter = ""] = new RegExp(`<script${nonce}>({[\\s\\S]*?})</script>`).exec(html) ?? [];
    const order = ["manifest-1", "root-2", "home-3", "entry.client-4"];
    const places = order.map((name) => starter.indexOf(`import("/assets/${name}.js")`));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(starter).toContain('{"root":route0,"routes/home":route1}');
    expect(() => new Function(starter)).not.toThrow();
  });

  it("leave a page alone whose starter they do not know", () => {
    const other = page("").replace("__reactRouterRouteModules", "other");
    const split = page("").replace("\n\n", "\nconst route1 = {...route1_main};\n\n");
    for (const html of ["<p>Hello</p>", other, split]) {
      expect(delayScripts(html)).toBe(html);
    }
  });
});
