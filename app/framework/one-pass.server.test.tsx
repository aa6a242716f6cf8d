import { renderToString } from "react-dom/server";
import { createStaticHandler, type EntryContext, Scripts, ServerRouter } from "react-router";
import { describe, expect, it } from "vitest";
import { isUnfinished, preloadStream, restoreStream, withProperties } from "./one-pass.server.ts";

const CHUNKS = ['[{"_1":2},"loaderData",', '"Grüße"]\n'];

function Root() {
  return (
    <html lang="en">
      <body>
        <p>Hello</p>
        <Scripts />
      </body>
    </html>
  );
}

/** The framework's arguments to the entry, for an app with one route. */
async function createContext(): Promise<EntryContext> {
  const { query } = createStaticHandler([{ id: "root", path: "/", Component: Root }]);
  const staticHandlerContext = await query(new Request("http://localhost/"));
  if (staticHandlerContext instanceof Response) throw new Error("the route was not found");
  const route = { id: "root", path: "/", module: "/root.js", imports: [] };
  const context = {
    manifest: {
      entry: { module: "/entry.js", imports: [] },
      routes: { root: route },
      url: "/manifest.js",
      version: "1",
    },
    routeModules: { root: { default: Root } },
    staticHandlerContext,
    serverHandoffString: "{}",
    renderMeta: {},
    future: {},
    ssr: true,
    isSpaMode: false,
    routeDiscovery: { mode: "initial" },
    serializeError: (error: Error) => error,
  };
  // The framework creates it, with much that a single route does not need.
  const entry = context as unknown as EntryContext;
  restoreStream(
    entry,
    CHUNKS.map((chunk) => new TextEncoder().encode(chunk)),
  );
  return entry;
}

const render = (context: EntryContext) =>
  renderToString(<ServerRouter context={context} url="http://localhost/" />);

describe("onePass: a document in one pass", () => {
  it("has the data of its scripts, which rendering alone would have waited for", async () => {
    const context = await createContext();
    await preloadStream(context);
    const html = render(context);
    expect(isUnfinished(html)).toBe(false);
    for (const chunk of CHUNKS) {
      expect(html).toContain(`enqueue(${JSON.stringify(chunk)})`);
    }
    expect(html.match(/streamController\.close\(\)/g)).toHaveLength(1);
    expect(isUnfinished(render(await createContext()))).toBe(true);
  });

  it("leaves the data to be read once more", async () => {
    const context = await createContext();
    const chunks = await preloadStream(context);
    render(context);
    restoreStream(context, chunks);
    expect(await preloadStream(context)).toEqual(chunks);
    expect(isUnfinished(render(context))).toBe(false);
  });
});

it("a context with other properties has all others, and leaves its stream unread", async () => {
  const context = await createContext();
  Object.defineProperty(context, "serverHandoffStream", {
    get() {
      throw new Error("read");
    },
  });
  const without = withProperties(context, { serverHandoffStream: undefined });
  expect(await preloadStream(without)).toEqual([]);
  expect(isUnfinished(render(without))).toBe(false);
  expect(() => context.serverHandoffStream).toThrow("read");
});
