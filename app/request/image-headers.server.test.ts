import { describe, expect, it } from "vitest";
import { imageHeaders } from "./image-headers.server.ts";

describe("a private picture that is passed on", () => {
  it("is a picture, kept nowhere", () => {
    const headers = imageHeaders(new Headers({ "content-type": "image/PNG; x=1" }));
    expect(Object.fromEntries(headers ?? [])).toEqual({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "private, no-store",
    });
  });

  it.each(["text/html", "image/svg+xml", ""])("is nothing else: %s", (type) => {
    expect(imageHeaders(new Headers({ "content-type": type }))).toBeNull();
  });
});
