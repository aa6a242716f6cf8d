import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compressResponse, pickEncoding } from "./compression.ts";

const TEXT = "a page of words ".repeat(100);
const asking = (encoding: string) =>
  new Request("http://localhost/", { headers: { "accept-encoding": encoding } });
const toPage = (headers: Record<string, string> = {}, text = TEXT) =>
  new Response(text, { headers: { "content-type": "text/html", ...headers } });

describe("packing a response", () => {
  it.each([
    ["gzip, deflate, br", "br"],
    ["gzip;q=1.0, *;q=0", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0.0,gzip;q=0", null],
    ["BR", "br"],
    ["zstd", null],
    ["", null],
    [null, null],
  ])("takes %j for %s", (offer, expected) => {
    expect(pickEncoding(offer)).toBe(expected);
  });

  it("changes no byte of what is unpacked, and lets caches know what it depends on", async () => {
    for (const [encoding, unpack] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const packed = await compressResponse(asking(encoding), toPage({ vary: "Cookie" }));
      expect(packed.headers.get("content-encoding")).toBe(encoding);
      expect(packed.headers.get("vary")).toBe("Cookie, Accept-Encoding");
      expect(unpack(Buffer.from(await packed.arrayBuffer())).toString()).toBe(TEXT);
    }
  });

  it.each([
    ["is packed already", toPage({ "content-encoding": "br" })],
    ["is a picture", toPage({ "content-type": "image/jpeg" })],
    ["is short", toPage({}, "short")],
    ["is a download", toPage({ "content-disposition": "attachment" })],
  ])("leaves what %s as it is", async (_name, response) => {
    const before = response.headers.get("content-encoding");
    const after = await compressResponse(asking("br"), response);
    expect(after.headers.get("content-encoding")).toBe(before);
  });
});
