import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertImage } from "#api/catalog/images.queries.ts";
import { renditionUrl, storeOriginal } from "#api/catalog/images.ts";
import { productResponseSchema } from "#api/contract/catalog.ts";
import { createMember, createProduct, giveCredits, type MadeProduct } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

const PROMPT = "Zanzibar recipe that nobody reads for nothing";

let test: TestApi;
let product: MadeProduct;
beforeAll(async () => {
  test = await createTestApi();
  product = await createProduct(test, { prompt: PROMPT, image: await paint(1024, PROMPT) });
});
afterAll(() => test.close());

/** Paints a picture with metadata in every possible place, like those of art tools. */
async function paint(sizePx: number, description: string): Promise<Buffer> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 60 };
  const size = { width: sizePx, height: sizePx, channels: 3 as const };
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description>${description}</rdf:Description></rdf:RDF></x:xmpmeta>`;
  return sharp({ create: { ...size, noise, background: "#000" } })
    .withExif({ IFD0: { ImageDescription: description, Copyright: description } })
    .withXmp(xmp)
    .png()
    .toBuffer();
}

const get = (path: string, headers: Record<string, string> = {}) =>
  test.createAgent().get(path, { isStateful: false, headers });

async function readBySharp(bytes: Buffer) {
  const { format, width, height, exif, xmp, iptc, comments } = await sharp(bytes).metadata();
  return { format, size: [width, height], texts: [exif, xmp, iptc, comments].filter(Boolean) };
}

/**
 * Reads the boxes of the container: AVIF decoding is switched off in sharp, as the product needs
 * none.
 */
function readAvif(bytes: Buffer) {
  const size = bytes.indexOf("ispe") + 8;
  return {
    format: bytes.toString("latin1", 8, 12),
    size: [bytes.readUInt32BE(size), bytes.readUInt32BE(size + 4)],
    texts: ["Exif", "mime", "uri "].filter((name) => bytes.includes(name)),
  };
}

describe("a rendition", () => {
  const all = [160, 320, 480, 640, 960].flatMap((width) => [
    [width, "avif"] as const,
    [width, "webp"] as const,
    [width, "jpg"] as const,
  ]);

  it.each(
    all,
  )("is %i pixels wide as %s, and carries nothing of the original's data", async (width, ending) => {
    const original = await paint(64, PROMPT);
    expect(original.includes("Zanzibar")).toBe(true);
    const response = await get(`/media/${product.imageHash}/${width}.${ending}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(
      `image/${ending === "jpg" ? "jpeg" : ending}`,
    );
    expect(response.headers.get("content-length")).toBe(String(response.bytes.byteLength));
    const { format, size, texts } =
      ending === "avif" ? readAvif(response.bytes) : await readBySharp(response.bytes);
    expect(format).toBe(ending === "jpg" ? "jpeg" : ending);
    expect(size).toEqual([width, width]);
    expect(texts).toEqual([]);
    for (const encoding of ["latin1", "utf16le"] as const) {
      expect(response.bytes.toString(encoding)).not.toMatch(/zanzibar|recipe/i);
    }
  });

  it("may be kept for ever, and is not sent twice", async () => {
    const path = `/media/${product.imageHash}/320.webp`;
    const response = await get(path);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.setCookies).toEqual([]);
    const etag = response.headers.get("etag") ?? "";
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await get(path, { "if-none-match": known });
      expect([again.status, again.bytes.byteLength], known).toEqual([304, 0]);
    }
    const other = await get(path, { "if-none-match": '"another"' });
    expect(other.bytes.equals(response.bytes)).toBe(true);
  });

  it("is made again when what was kept was cut off", async () => {
    const path = `/media/${product.imageHash}/480.webp`;
    const key = `renditions/${product.imageHash}/480.webp`;
    const first = await get(path);
    const whole = (await test.deps.files.get(key)) ?? Buffer.alloc(0);
    for (const length of [0, 10, whole.length - 1]) {
      await test.deps.files.put(key, whole.subarray(0, length));
      expect((await get(path)).bytes.equals(first.bytes)).toBe(true);
      expect(await test.deps.files.get(key)).toEqual(whole);
    }
  });

  it("asked for by many at once is made once", async () => {
    const puts: string[] = [];
    const files = {
      ...test.deps.files,
      put: async (key: string, bytes: Uint8Array) => {
        puts.push(key);
        await test.deps.files.put(key, bytes);
      },
    };
    const counting = await createTestApi({ files });
    const made = await createProduct(counting, { image: await paint(700, "other") });
    const paths = [160, 320].map((width) => `/media/${made.imageHash}/${width}.jpg`);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        counting.createAgent().get(paths[index % 2] ?? "", { isStateful: false }),
      ),
    );
    expect(responses.map((response) => response.status)).toEqual(Array(20).fill(200));
    expect(puts.filter((key) => key.startsWith("renditions/")).sort()).toEqual([
      `renditions/${made.imageHash}/160.jpg`,
      `renditions/${made.imageHash}/320.jpg`,
    ]);
    await counting.close();
  });

  it.each([
    ["321.webp"],
    ["1024.webp"],
    ["1024.png"],
    ["320.png"],
    ["320.jpeg"],
    ["320.WEBP"],
    ["0320.webp"],
    ["320.webp.jpg"],
    ["320"],
    [".webp"],
    ["-320.webp"],
    ["320.webp%00"],
    ["..%2f..%2fpictures"],
    ["__proto__"],
  ])("is not found as %s", async (file) => {
    expect((await get(`/media/${product.imageHash}/${file}`)).status).toBe(404);
  });

  it.each([
    "0".repeat(64),
    "f".repeat(63),
    "F".repeat(64),
    "..",
    "%2e%2e",
    "'%20OR%201=1",
  ])("of the hash %s is not found, and that is not kept", async (hash) => {
    const response = await get(`/media/${hash}/320.webp`);
    expect(response.status).toBe(404);
    expect(response.headers.get("cache-control")).not.toContain("public");
  });

  it("whose original is lost is not found", async () => {
    const lost = "1".repeat(64);
    await insertImage(test.database, { hash: lost, widthPx: 9, heightPx: 9, color: "#000000" });
    const { id } = await createProduct(test);
    await test.database`UPDATE products SET picture_hash = ${lost} WHERE id = ${id}`;
    expect((await get(`/media/${lost}/320.webp`)).status).toBe(404);
  });

  it("whose original is damaged is unavailable until it is restored, and that is not kept", async () => {
    const { imageHash } = await createProduct(test, { image: await paint(80, "damaged") });
    const key = `pictures/${imageHash}.png`;
    const original = (await test.deps.files.get(key)) ?? Buffer.alloc(0);
    await test.deps.files.put(key, original.subarray(1));
    const response = await get(`/media/${imageHash}/320.webp`);
    expect(response.status).toBe(503);
    expect(response.headers.get("cache-control")).not.toContain("public");
    await test.deps.files.put(key, original);
    expect((await get(`/media/${imageHash}/320.webp`)).status).toBe(200);
  });
});

describe("a picture is public", () => {
  const statusOf = async (hash: string) => (await get(renditionUrl(hash, 160, "webp"))).status;
  let shade = 0;
  const paintAnew = () =>
    sharp({ create: { width: 64, height: 64, channels: 3, background: `rgb(1,2,${++shade})` } })
      .png()
      .toBuffer();

  it("while its product is on sale", async () => {
    const { id, imageHash } = await createProduct(test, { image: await paintAnew() });
    expect(await statusOf(imageHash)).toBe(200);
    await test.database`UPDATE products SET status = 'withdrawn' WHERE id = ${id}`;
    expect(await statusOf(imageHash)).toBe(404);
  });

  it("not while its product is a draft", async () => {
    const { imageHash } = await createProduct(test, {
      image: await paintAnew(),
      status: "draft",
    });
    expect(await statusOf(imageHash)).toBe(404);
  });

  it("as long as an order names it", async () => {
    const { id, imageHash } = await createProduct(test, { image: await paintAnew() });
    const buyer = await createMember(test);
    await giveCredits(test.database, buyer.id, 1_000);
    expect((await buyer.agent.post("/api/purchase/prompt", { prompt_id: id })).status).toBe(200);
    await test.database`UPDATE products SET status = 'withdrawn' WHERE id = ${id}`;
    expect(await statusOf(imageHash)).toBe(200);
  });

  it("as the picture of a style, and not because it is stored", async () => {
    const picture = await storeOriginal(test.deps.files, await paintAnew());
    await insertImage(test.database, picture);
    expect(await statusOf(picture.hash)).toBe(404);
    await test.database`
      INSERT INTO styles (slug, picture_hash) VALUES ('pictured', ${picture.hash})`;
    expect(await statusOf(picture.hash)).toBe(200);
  });
});

describe("what a product says of its picture", () => {
  const read = async (slug: string) =>
    (await get(`/api/products/${slug}`)).as(productResponseSchema).data;

  it("leads to renditions that exist, none wider than the original", async () => {
    const small = await createProduct(test, { image: await paint(500, "small") });
    for (const { slug, imageHash } of [product, small]) {
      const { picture, thumb_url, image_url } = await read(slug);
      expect(thumb_url).toBe(renditionUrl(imageHash, 320, "jpg"));
      expect(image_url).toBe(renditionUrl(imageHash, 960, "jpg"));
      const widths = picture?.widths ?? [];
      expect(widths).toEqual(slug === small.slug ? [160, 320, 480] : [160, 320, 480, 640, 960]);
      const { base_url, formats = [] } = picture ?? {};
      expect(formats).toEqual(["avif", "webp", "jpg"]);
      const urls = widths.flatMap((width) =>
        formats.map((format) => `${base_url}/${width}.${format}`),
      );
      for (const url of [...urls, thumb_url ?? "", image_url ?? ""]) {
        expect((await get(url)).status, url).toBe(200);
      }
    }
  });

  it("has its size and the colour to show until it is there", async () => {
    const red = sharp({ create: { width: 200, height: 100, channels: 3, background: "#c81e1e" } });
    const { slug } = await createProduct(test, { image: await red.png().toBuffer() });
    const { picture } = await read(slug);
    expect([picture?.width, picture?.height]).toEqual([200, 100]);
    const [r, g, b] = Buffer.from((picture?.color ?? "#").slice(1), "hex");
    expect(Math.abs((r ?? 0) - 0xc8)).toBeLessThan(17);
    expect(Math.abs((g ?? 0) - 0x1e)).toBeLessThan(17);
    expect(Math.abs((b ?? 0) - 0x1e)).toBeLessThan(17);
  });
});
