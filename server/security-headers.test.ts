import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { scriptHashes } from "./security-headers.ts";

const hashOf = (script: string) =>
  `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

describe("the scripts that a finished page may run", () => {
  it("are its inline ones, not files and not data", () => {
    const html = [
      "<script>one()</script>",
      '<script src="/two.js"></script>',
      '<script type="module">three()</script>',
      '<script type="application/ld+json">{"name":"four"}</script>',
    ].join("");
    expect(scriptHashes(html)).toEqual([hashOf("one()"), hashOf("three()")]);
  });
});
