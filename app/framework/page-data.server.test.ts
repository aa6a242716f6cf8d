import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { insertPageData, writePageData } from "./page-data.server.ts";

const write = (loaderData: unknown, errors: Record<string, Error> | null = null) =>
  writePageData({ loaderData: { page: loaderData }, actionData: null, errors });

const document = (nonce: string) =>
  `<body><script${nonce}>window.__reactRouterContext = {"a":1};window.__reactRouterContext.stream = new ReadableStream({start(c){c();}}).pipeThrough(new TextEncoderStream());</script><p>Hello</p></body>`;

describe("plainData: a page's data as JSON", () => {
  it("is what the loaders returned, whatever they did", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const json = write(value);
        const plain: unknown = JSON.parse(JSON.stringify(value));
        // JSON turns -0 into 0: such data uses the stream.
        if (json === null) expect(plain).not.toEqual(value);
        else expect(JSON.parse(json).loaderData.page).toEqual(value);
      }),
    );
  });

  it("cannot end its element", () => {
    const json = write({ title: "</script><!-- <script>" }) ?? "";
    expect(json).not.toContain("<");
    expect(JSON.parse(json).loaderData.page.title).toBe("</script><!-- <script>");
  });

  it("leaves out what is undefined", () => {
    expect(write({ a: undefined, b: 1 })).toBe(
      '{"loaderData":{"page":{"b":1}},"actionData":null,"errors":null}',
    );
  });

  it.each([
    ["a date", new Date(0)],
    ["a map", new Map()],
    ["a promise", Promise.resolve(1)],
    ["a number without JSON", Number.NaN],
    ["a zero below zero", -0],
    ["a bigint", 1n],
    ["a gap in a list", [undefined]],
    ["an object of a class", new (class Own {})()],
  ])("is not written for %s", (_name, value) => {
    expect(write({ inside: [value] })).toBeNull();
  });

  it("is not written for a page that failed", () => {
    expect(write({}, { page: new Error("gone") })).toBeNull();
  });
});

describe("the place of a page's data", () => {
  it.each(["", ' nonce="abc"'])("is behind the framework's context (%j)", (nonce) => {
    const html = insertPageData(document(nonce), '{"$&":1}', "/layout-data/en.1.json");
    expect(html).toBe(
      `<body><script${nonce}>window.__reactRouterContext = {"a":1}</script><script id="document-data" type="application/json" data-layout="/layout-data/en.1.json">{"$&":1}</script><p>Hello</p></body>`,
    );
  });

  it("is not found in a document of another shape", () => {
    expect(insertPageData("<p>Hello</p>", "{}", "/layout-data/en.1.json")).toBeNull();
  });
});
