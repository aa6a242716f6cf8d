import { describe, expect, it } from "vitest";
import { joinDocument, splitDocument } from "../document-parts.server.ts";
import type { StarterFile } from "./file.server.ts";
import { delayScripts, KNOWN_SCROLLS } from "./late-scripts.server.ts";

const FILE: StarterFile = {
  url: "/assets/starter-1.js",
  common: {
    context: { basename: "/", ssr: true },
    manifest: "/assets/manifest-1.js",
    routes: { root: "/assets/root-2.js", layout: "/assets/layout-3.js" },
    files: ["/assets/framework-5.js"],
    entry: "/assets/entry.client-4.js",
  },
};

const CONTEXT = 'window.__reactRouterContext = {"basename":"/","ssr":true}';

const page = (nonce: string, scroll = KNOWN_SCROLLS[0]) => `<html><head>
<link rel="modulepreload" href="/assets/manifest-1.js"/><link rel="modulepreload" href="/assets/framework-5.js"/><link rel="modulepreload" href="/assets/a.js"/>
<link rel="stylesheet" href="/assets/a.css"/></head><body><p>import "x";</p>
<script${nonce}>${scroll}</script><script${nonce}>${CONTEXT}</script><script${nonce} type="module" async="">import "/assets/manifest-1.js";
import * as route0 from "/assets/root-2.js";
import * as route1 from "/assets/layout-3.js";
import * as route2 from "/assets/home-3.js";

  window.__reactRouterRouteModules = {"root":route0,"layout":route1,"routes/home":route2};

import("/assets/entry.client-4.js");</script></body></html>`;

const delay = (html: string) => joinDocument(delayScripts(splitDocument(html), FILE));

/** The data that a delayed page contains for its starter. */
function dataOf(html: string): unknown {
  const [, json = ""] =
    /<script defer src="\/assets\/starter-1\.js" data-page='([^']*)'><\/script>/.exec(html) ?? [];
  return JSON.parse(json.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)));
}

const TOUCH = '<meta name="scripts" content="touch"/></head>';
const touchPage = page("").replace("</head>", TOUCH);

describe("lateScripts: late scripts", () => {
  it.each([
    "",
    ' nonce="n0nce"',
  ])("load the starter with the page, and all else later (%j)", (nonce) => {
    const html = delay(page(nonce));
    expect(html).not.toContain('<link rel="modulepreload"');
    expect(html).not.toContain('type="module"');
    expect(html).toContain('<link rel="stylesheet" href="/assets/a.css"/>');
    expect(dataOf(html)).toEqual({
      routes: { "routes/home": "/assets/home-3.js" },
      files: ["/assets/a.js"],
      idle: true,
    });
  });

  it.each([
    "",
    ' nonce="n0nce"',
  ])("leave no script in the document, but the element that React expects (%j)", (nonce) => {
    for (const scroll of KNOWN_SCROLLS) {
      expect(delay(page(nonce, scroll))).toContain(
        '<p>import "x";</p>\n<script type="application/json"></script><script defer src=',
      );
    }
  });

  it("keep what the framework says otherwise than the build", () => {
    const context = page("").replace('"ssr":true', '"ssr":true,"new":1');
    expect(delay(context)).toContain('{"basename":"/","ssr":true,"new":1}</script>');
    const scroll = page("").replace("scrollTo(0,storedY)", "scrollTo(storedX,storedY)");
    expect(delay(scroll)).toContain("window.scrollTo(storedX,storedY)");
    const stream = page("").replace(CONTEXT, `${CONTEXT};window.__reactRouterContext.stream = 1;`);
    expect(delay(stream)).toContain(`${CONTEXT};window.__reactRouterContext.stream = 1;`);
    const manifest = page("").replaceAll("/manifest-1.js", "/staff-manifest-1.js");
    expect(dataOf(delay(manifest))).toMatchObject({ manifest: "/assets/staff-manifest-1.js" });
    const layout = page("").replace("/layout-3.js", "/layout-9.js");
    expect(dataOf(delay(layout))).toMatchObject({ routes: { layout: "/assets/layout-9.js" } });
  });

  it("wait for the first move on a page that says so", () => {
    expect(dataOf(delay(touchPage))).not.toHaveProperty("idle");
  });

  it("come when idle on such a page that has a part in need of them", () => {
    const html = touchPage.replace("<p>", '<p class="card" data-scripts="idle">');
    expect(dataOf(delay(html))).toMatchObject({ idle: true });
  });

  it("are not kept back by a text that only looks like the page's word", () => {
    const html = page("").replace(
      "<p>",
      "<p>&lt;meta name=&quot;scripts&quot; content=&quot;touch&quot;/&gt;",
    );
    expect(dataOf(delay(html))).toMatchObject({ idle: true });
  });

  it("write nothing that ends the attribute early", () => {
    const html = delay(page("").replace("home-3", "'<!--&amp;"));
    expect(html).not.toContain("<!--");
    expect(dataOf(html)).toMatchObject({ routes: { "routes/home": "/assets/'<!--&amp;.js" } });
  });

  it("leave a page alone whose starter they do not know", () => {
    const other = page("").replace("__reactRouterRouteModules", "other");
    const split = page("").replace("\n\n", "\nconst route1 = {...route1_main};\n\n");
    const unknown = page("").replace('"routes/home":route2', '"routes/home":route7');
    const entry = page("").replace("entry.client-4", "entry.client-5");
    for (const html of ["<p>Hello</p>", other, split, unknown, entry]) {
      expect(delay(html)).toBe(html);
    }
  });
});
