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

/** The arguments of a delayed page's starter. */
function optionsOf(html: string): unknown {
  const [, json = ""] = /\}\)\((\{.*\}),\(file\)=>import\(file\)\)<\/script>/.exec(html) ?? [];
  return JSON.parse(json);
}

const TOUCH = '<meta name="scripts" content="touch"/></head>';
const touchPage = page("").replace("</head>", TOUCH);

describe("lateScripts: late scripts", () => {
  it.each([
    "",
    ' nonce="n0nce"',
  ])("load nothing with the page, and all of it later (%j)", (nonce) => {
    const html = delayScripts(page(nonce));
    expect(html).not.toContain('<link rel="modulepreload"');
    expect(html).not.toContain('type="module"');
    expect(html).toContain('<link rel="stylesheet" href="/assets/a.css"/>');
    expect(html).toContain(`<script${nonce}>(function starter(`);
    expect(optionsOf(html)).toEqual({
      files: ["/assets/manifest-1.js", "/assets/root-2.js", "/assets/home-3.js", "/assets/a.js"],
      routes: { root: 1, "routes/home": 2 },
      entry: "/assets/entry.client-4.js",
      startsWhenIdle: true,
    });
  });

  it("wait for the first move on a page that says so", () => {
    expect(optionsOf(delayScripts(touchPage))).toMatchObject({ startsWhenIdle: false });
  });

  it("come when idle on such a page that has a part in need of them", () => {
    const html = touchPage.replace("<p>", '<p class="card" data-scripts="idle">');
    expect(optionsOf(delayScripts(html))).toMatchObject({ startsWhenIdle: true });
  });

  it("are not kept back by a text that only looks like the page's word", () => {
    const html = page("").replace(
      "<p>",
      "<p>&lt;meta name=&quot;scripts&quot; content=&quot;touch&quot;/&gt;",
    );
    expect(optionsOf(delayScripts(html))).toMatchObject({ startsWhenIdle: true });
  });

  it("write nothing that ends the script early", () => {
    const html = delayScripts(page("").replace("root-2", "<!--"));
    expect(html).not.toContain("<!--");
    expect(optionsOf(html)).toMatchObject({ routes: { root: 1 } });
  });

  it("leave a page alone whose starter they do not know", () => {
    const other = page("").replace("__reactRouterRouteModules", "other");
    const split = page("").replace("\n\n", "\nconst route1 = {...route1_main};\n\n");
    const unknown = page("").replace('"routes/home":route1', '"routes/home":route7');
    for (const html of ["<p>Hello</p>", other, split, unknown]) {
      expect(delayScripts(html)).toBe(html);
    }
  });
});
