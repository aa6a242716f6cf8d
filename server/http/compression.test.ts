import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compress, compressResponse, pickEncoding } from "./compression.ts";

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

  it("changes no byte, however many are compressed at once", async () => {
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
    const body = fc.oneof(
      fc.string().map((text) => Buffer.from(text)),
      fc.tuple(fc.string({ minLength: 1 }), fc.integer({ min: 1, max: 40_000 })).map(
        // Includes bodies that are too large to compress synchronously.
        ([text, times]) => Buffer.from(text.repeat(times)),
      ),
    );
    const one = fc.tuple(fc.constantFrom("br" as const, "gzip" as const), body);
    await fc.assert(
      fc.asyncProperty(fc.array(one, { maxLength: 6 }), async (bodies) => {
        const packed = await Promise.all(bodies.map((each) => compress(...each)));
        packed.forEach((bytes, index) => {
          const [encoding, plain] = bodies[index] ?? ["br", null];
          expect(unpack[encoding](bytes).equals(plain ?? Buffer.of())).toBe(true);
        });
      }),
      { numRuns: 15 },
    );
  });

  it("takes less time while another one is at it, and as much as ever after it", async () => {
    const page = Buffer.from(Array.from({ length: 2_000 }, (_, at) => `<p>${at * 7}</p>`).join(""));
    const [first, beside] = await Promise.all([compress("br", page), compress("br", page)]);
    const after = await compress("br", page);
    expect(after.equals(first)).toBe(true);
    expect(beside.equals(first)).toBe(false);
  });

  it("says of a copy that is current, and of a HEAD, what it says of the body", async () => {
    const headers = { etag: '"a"', vary: "frontend-language" };
    const whole = await compressResponse(asking("br"), toPage(headers));
    const others = [
      new Response(null, { status: 304, headers }),
      new Response(null, { headers: { ...headers, "content-type": "application/json" } }),
    ];
    for (const other of others) {
      const shown = await compressResponse(asking("br"), other);
      expect(shown.status).toBe(other.status);
      expect(shown.body).toBeNull();
      for (const name of ["vary", "etag"]) {
        expect(shown.headers.get(name), name).toBe(whole.headers.get(name));
      }
    }
    expect(whole.headers.get("vary")).toBe("frontend-language, Accept-Encoding");
    // Weak: the bytes depend on the encoding.
    expect(whole.headers.get("etag")).toBe('W/"a"');
    const picture = { ...headers, "content-type": "image/png" };
    const same = await compressResponse(
      asking("br"),
      new Response(null, { status: 304, headers: picture }),
    );
    expect(same.headers.get("vary")).toBe("frontend-language");
    expect(same.headers.get("etag")).toBe('"a"');
  });

  it("reads no body that it will not compress", async () => {
    const response = new Response(TEXT, {
      headers: { "content-type": "application/json", etag: '"a"' },
    });
    const same = await compressResponse(new Request("http://localhost/"), response);
    expect(same.bodyUsed).toBe(false);
    expect(same.headers.get("etag")).toBe('W/"a"');
    expect(same.headers.get("vary")).toBe("Accept-Encoding");
    expect(await same.text()).toBe(TEXT);
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
