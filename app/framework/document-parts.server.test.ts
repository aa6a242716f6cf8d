import fc from "fast-check";
import { expect, it } from "vitest";
import { joinDocument, splitDocument } from "./document-parts.server.ts";

it.each([
  ["<script>", "<script>a()</script>"],
  ["<script with a nonce>", '<script nonce="abc">a()</script>'],
  ["the framework's modules", '<script type="module" async="">import "/a.js";</script>'],
])("the scripts begin with the first inline one: %s", (_name, script) => {
  const head = '<html><head><script async src="/a.js"></script>';
  const body = '</head><body><script type="application/json">{}</script><p>Hello</p>';
  const scripts = `${script}<script>b()</script></body></html>`;
  expect(splitDocument(head + body + scripts)).toEqual({ head, body, scripts });
});

it("no document loses anything", () => {
  const piece = fc.constantFrom("<head>", "</head>", "<script>", "</script>", '<script nonce="a">');
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
      const html = pieces.join("");
      expect(joinDocument(splitDocument(html))).toBe(html);
    }),
  );
});
