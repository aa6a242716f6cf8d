import { unzipSync } from "fflate";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorSchema } from "#api/contract/envelope.ts";
import { purchaseAnswerSchema } from "#api/contract/purchases.ts";
import { createMember } from "#tests/factories.ts";
import {
  createPng,
  createProduct,
  fillWallet,
  type MadeProduct,
  type NewProduct,
} from "#tests/product-factories.ts";
import type { ApiAgent } from "#tests/setup/api-agent.ts";
import { createTestApi, type TestApi } from "#tests/setup/test-api.ts";

const SECRET = "a recipe that only its buyer reads";

let test: TestApi;
let owner: { agent: ApiAgent; id: number };
let product: MadeProduct;
let orderId: number | string;
beforeAll(async () => {
  test = await createTestApi();
  owner = await createMember(test);
  await fillWallet(test, owner.id, 100_000);
  const png = await createPng({ widthPx: 1200, heightPx: 900, description: SECRET });
  ({ product, orderId } = await buyNew({ png, prompt: SECRET }));
});
afterAll(() => test.close());

async function buyNew(given: Partial<NewProduct>) {
  const product = await createProduct(test, given);
  const answer = await owner.agent.post("/api/purchase/prompt", { prompt_id: product.id });
  return { product, orderId: answer.as(purchaseAnswerSchema).payload.order.id };
}

const download = (query = "", agent = owner.agent, id: number | string = orderId) =>
  agent.get(`/api/purchase/${id}/download${query}`);

async function unzip(query: string, given = { orderId, slug: product.slug }) {
  const answer = await download(query, owner.agent, given.orderId);
  expect(answer.status).toBe(200);
  const files = new Map(Object.entries(unzipSync(answer.bytes)));
  const text = files.get(`${given.slug}.txt`);
  const [pictureName = ""] = [...files.keys()].filter((name) => !name.endsWith(".txt"));
  const picture = Buffer.from(files.get(pictureName) ?? []);
  return { names: [...files.keys()].sort(), text: text && Buffer.from(text).toString(), picture };
}

describe("a download", () => {
  it.each([
    ["jpg", "jpeg", "1024x1024"],
    ["jpg", "jpeg", "512x512"],
    ["png", "png", "1024x1024"],
    ["png", "png", "512x512"],
    ["webp", "webp", "1024x1024"],
    ["webp", "webp", "512x512"],
  ])("holds the picture as %s (%s) of %s and the prompt", async (format, kind, size) => {
    const { names, text, picture } = await unzip(`?format=${format}&size=${size}`);
    expect(names).toEqual([`${product.slug}.${format}`, `${product.slug}.txt`].sort());
    expect(text).toBe(`${SECRET}\n`);
    const metadata = await sharp(picture).metadata();
    expect(metadata).toMatchObject({ format: kind });
    expect(`${metadata.width}x${metadata.height}`).toBe(size);
  });

  it.each(["jpg", "png", "webp"])("leaves no metadata in the picture: %s", async (format) => {
    const { picture } = await unzip(`?format=${format}`);
    const { exif, xmp, icc, iptc, comments } = await sharp(picture).metadata();
    expect({ exif, xmp, icc, iptc, comments }).toEqual({});
    expect(picture.includes(SECRET)).toBe(false);
  });

  it.each([
    "",
    "?format=png&size=512x512",
    "?format=webp",
  ])("has the same bytes each time: %s", async (query) => {
    const [first, second] = [await download(query), await download(query)];
    expect(first.bytes.equals(second.bytes)).toBe(true);
  });

  it("is a file to keep for oneself", async () => {
    const { status, headers, bytes } = await download();
    expect(status).toBe(200);
    const name = `${product.slug}.zip`;
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/zip",
      "content-length": String(bytes.byteLength),
      "content-disposition": `attachment; filename="${name}"; filename*=UTF-8''${name}`,
      "x-content-type-options": "nosniff",
    });
    expect(headers.get("cache-control")).toMatch(/no-store|private/);
  });

  it("is the first format and the sold size when nothing is chosen", async () => {
    for (const query of ["", "?format=&size=", "?size=1024x1024", "?format=jpg"]) {
      const { names, picture } = await unzip(query);
      expect(names).toContain(`${product.slug}.jpg`);
      expect(await sharp(picture).metadata()).toMatchObject({ width: 1024, height: 1024 });
    }
  });

  it("gives the words as they are, whatever language or sign", async () => {
    const prompt = 'Łódź 夜景 🎨 "quoted"\n--ar 1:1 \u202eאבג';
    const made = await buyNew({ prompt });
    const { text } = await unzip("", { orderId: made.orderId, slug: made.product.slug });
    expect(text).toBe(`${prompt}\n`);
  });

  it("gives what was sold, after the product has changed and gone", async () => {
    const made = await buyNew({ prompt: "the sold words" });
    const before = await download("", owner.agent, made.orderId);
    await test.database`
      UPDATE products SET prompt = 'other words', slug = 'other-name', picture_hash = NULL,
        status = 'withdrawn' WHERE id = ${made.product.id}`;
    const after = await download("", owner.agent, made.orderId);
    expect(after.bytes.equals(before.bytes)).toBe(true);
  });
});

describe("a download is refused", () => {
  it("to guests, to other users and to staff", async () => {
    expect((await download("", test.createAgent())).status).toBe(401);
    for (const role of ["member", "staff"] as const) {
      const { agent } = await createMember(test, { role });
      const answer = await download("", agent);
      expect(answer.status).toBe(404);
      expect(answer.as(errorSchema).message).toBe("Invalid order ID");
      expect(answer.text).not.toContain(SECRET);
    }
  });

  it.each([
    "0",
    "999999999",
    "999999999999999",
  ])("for an order that is not there: %s", async (id) => {
    const answer = await download("", owner.agent, id);
    expect(answer.status).toBe(404);
    expect(answer.as(errorSchema).code).toBe("order_not_found");
  });

  it.each([
    "-1",
    "1e3",
    "abc",
    "9999999999999999999",
    "1%00",
    "..%2f1",
    "%F0%9F%8E%A8",
  ])("for what is no order: %s", async (id) => {
    const answer = await download("", owner.agent, id);
    expect([404, 422]).toContain(answer.status);
    expect(answer.as(errorSchema).status).toBe("ERROR");
  });

  it.each([
    ["format", "gif", "Please choose one of: jpg, png, webp"],
    ["format", "jpeg", "Please choose one of: jpg, png, webp"],
    ["format", "JPG", "Please choose one of: jpg, png, webp"],
    ["format", "__proto__", "Please choose one of: jpg, png, webp"],
    ["size", "2048x2048", "Please choose one of: 1024x1024, 512x512"],
    ["size", "1024", "Please choose one of: 1024x1024, 512x512"],
    ["size", "0x0", "Please choose one of: 1024x1024, 512x512"],
  ])("for the %s %s, naming what there is", async (field, value, message) => {
    const answer = await download(`?${field}=${value}`);
    expect(answer.status).toBe(422);
    expect(answer.as(errorSchema).errors).toEqual({ [field]: [message] });
  });

  it("for what the shop's settings do not offer", async () => {
    await test.database`UPDATE settings SET formats = '{webp,png}', sizes = '{512x512,64x64}'`;
    expect((await unzip("")).names).toContain(`${product.slug}.webp`);
    const { picture } = await unzip("?format=png&size=64x64");
    expect(await sharp(picture).metadata()).toMatchObject({ width: 64, height: 64 });
    const format = (await download("?format=jpg")).as(errorSchema);
    expect(format.errors).toEqual({ format: ["Please choose one of: webp, png"] });
    const size = (await download("?size=1024x1024")).as(errorSchema);
    expect(size.errors).toEqual({ size: ["Please choose one of: 512x512, 64x64"] });
    await test.database`UPDATE settings SET formats = DEFAULT, sizes = DEFAULT`;
  });
});
