import { unzipSync } from "fflate";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listJobs } from "#api/background.ts";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import { getChecked, keepChecked } from "#api/providers/files/checked-files.ts";
import { trimFolder } from "#api/providers/files/files.ts";
import { DomainError } from "#domain/errors.ts";
import { toXmp } from "#domain/image-sources.ts";
import { createMember, createProduct, giveCredits, type MadeProduct } from "#tests/factories.ts";
import type { ApiAgent, ApiResponse } from "#tests/setup/api/api-agent.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import { rejectRemovals } from "#tests/setup/records/failing-removals.ts";

const PROMPT = "Aurora over a quiet fjord, long exposure — für Ärzte & 夜";

let test: TestApi;
let owner: ApiAgent;
let product: MadeProduct;
let orderId: unknown;
beforeAll(async () => {
  test = await createTestApi();
  product = await createProduct(test, {
    slug: "aurora-fjord",
    prompt: PROMPT,
    image: await paintWithMetadata(),
  });
  const member = await createMember(test);
  owner = member.agent;
  await giveCredits(test.database, member.id, 1_000);
  const bought = await owner.post("/api/purchase/prompt", {
    prompt_id: product.id,
    consent: CONSENT,
  });
  orderId = bought.as(purchaseResponseSchema).payload.order.id;
});
afterAll(() => test.close());

const download = (agent: ApiAgent, query = "", id = orderId) =>
  agent.get(`/api/purchase/${id}/download${query}`);

/**
 * Paints a picture with metadata that must not be published: the prompt, a location, a rotation.
 */
function paintWithMetadata(): Promise<Buffer> {
  return sharp({ create: { width: 1200, height: 900, channels: 3, background: "#224466" } })
    .withExif({ IFD0: { ImageDescription: PROMPT }, IFD3: { GPSLatitudeRef: "N" } })
    .withIccProfile("p3")
    .png()
    .toBuffer();
}

function readZip(response: ApiResponse): Record<string, Buffer> {
  const files = Object.entries(unzipSync(response.bytes));
  return Object.fromEntries(files.map(([name, bytes]) => [name, Buffer.from(bytes)]));
}

describe("the zip of an order", () => {
  it("is recorded: whose it was, and in which form", async () => {
    await download(owner, "?format=png&size=512x512");
    const [latest] = await test.database`
      SELECT d.order_id AS "orderId", d.user_id = o.user_id AS "isBuyers", d.format, d.size
      FROM order_downloads d JOIN orders o ON o.id = d.order_id ORDER BY d.id DESC LIMIT 1`;
    const recorded = { isBuyers: true, format: "png", size: "512x512" };
    expect(latest).toEqual({ orderId: Number(orderId), ...recorded });
  });

  it.each([
    ["", "jpg", 1024],
    ["?format=jpg&size=1024x1024", "jpg", 1024],
    ["?format=png&size=512x512", "png", 512],
    ["?format=webp&size=1024x1024", "webp", 1024],
    ["?format=&size=", "jpg", 1024],
  ])("asked for with %j holds a %s of %i pixels and the prompt", async (query, format, px) => {
    const response = await download(owner, query);
    expect(response.status).toBe(200);
    const files = readZip(response);
    expect(Object.keys(files).sort()).toEqual(
      [`aurora-fjord.${format}`, "aurora-fjord.txt"].sort(),
    );
    expect(files["aurora-fjord.txt"]?.toString("utf8")).toBe(`${PROMPT}\n`);
    const {
      width,
      height,
      format: found,
    } = await sharp(files[`aurora-fjord.${format}`]).metadata();
    expect({ width, height, found }).toEqual({
      width: px,
      height: px,
      found: format === "jpg" ? "jpeg" : format,
    });
  });

  it("comes as a file with a name and a length, for nobody's cache", async () => {
    const { headers, bytes } = await download(owner);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/zip",
      "content-length": String(bytes.byteLength),
      "content-disposition": `attachment; filename="aurora-fjord.zip"; filename*=UTF-8''aurora-fjord.zip`,
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    });
  });

  it.each(["jpg", "png", "webp"])("has the same bytes each time, as %s too", async (format) => {
    const first = await download(owner, `?format=${format}`);
    test.clock.advance(600);
    const again = await download(owner, `?format=${format}`);
    expect(again.bytes.equals(first.bytes)).toBe(true);
    // The zip's own timestamps (DOS time and date at byte 10) are the start of 1980.
    expect(first.bytes.subarray(10, 14).toString("hex")).toBe("00002100");
  });

  it("is encoded once, and again when what was kept had to go", async () => {
    const key = `downloads/${product.imageHash}/ai-512x512.webp`;
    const first = await download(owner, "?format=webp&size=512x512");
    const kept = await getChecked(test.deps.files, key);
    expect(kept?.equals(readZip(first)["aurora-fjord.webp"] ?? Buffer.alloc(0))).toBe(true);
    await keepChecked(test.deps, key, Buffer.from("kept"));
    const again = await download(owner, "?format=webp&size=512x512");
    expect(readZip(again)["aurora-fjord.webp"]?.toString()).toBe("kept");
    await trimFolder(test.deps.files, "downloads", 0);
    expect(await getChecked(test.deps.files, key)).toBeNull();
    expect((await download(owner, "?format=webp&size=512x512")).bytes.equals(first.bytes)).toBe(
      true,
    );
  });

  it("is removed in time though others cannot be", async () => {
    const keys = ["a", "b", "c", "d"].map((name) => `downloads/${name}`);
    for (const key of keys) await test.deps.files.put(key, Buffer.of(1));
    const list = async function* () {
      for (const key of keys) yield { key, bytes: 2 ** 40, writtenAtMs: 0 };
    };
    const { tried, files } = rejectRemovals(test, keys.slice(0, 3));
    const jobs = listJobs({ ...test.deps, files: { ...files, list } });
    const trim = async () => jobs.find(({ name }) => name === "trim cached downloads")?.run();
    await expect(trim()).rejects.toMatchObject({ code: "storage_unavailable" });
    expect(tried).toEqual(keys.slice(0, 3));
    await expect(trim()).rejects.toMatchObject({ code: "storage_unavailable" });
    const left = await Promise.all(keys.map((key) => test.deps.files.has(key)));
    expect(left).toEqual([true, true, true, false]);
    await trimFolder(test.deps.files, "downloads", 0);
  });

  it("is encoded again when what was kept was cut off, or kept by an earlier version", async () => {
    const key = `downloads/${product.imageHash}/ai-512x512.jpg`;
    const query = "?format=jpg&size=512x512";
    const first = await download(owner, query);
    const whole = (await test.deps.files.get(key)) ?? Buffer.alloc(0);
    const image = readZip(first)["aurora-fjord.jpg"] ?? Buffer.alloc(0);
    for (const damaged of [whole.subarray(0, whole.length / 2), Buffer.alloc(0), image]) {
      await test.deps.files.put(key, damaged);
      expect((await download(owner, query)).bytes.equals(first.bytes)).toBe(true);
      expect(await test.deps.files.get(key)).toEqual(whole);
    }
  });

  it("comes all the same when the disk is full and it cannot be kept", async () => {
    await trimFolder(test.deps.files, "downloads", 0);
    const { put } = test.deps.files;
    test.deps.files.put = () => Promise.reject(Object.assign(new Error(), { code: "ENOSPC" }));
    const response = await download(owner);
    test.deps.files.put = put;
    expect(response.status).toBe(200);
    expect(response.bytes.equals((await download(owner)).bytes)).toBe(true);
    expect(JSON.stringify(test.logged)).toContain("could not be kept");
  });

  it("is never made from an original that is damaged", async () => {
    const key = `pictures/${product.imageHash}.png`;
    const original = (await test.deps.files.get(key)) ?? Buffer.alloc(0);
    await trimFolder(test.deps.files, "downloads", 0);
    const other = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    for (const damaged of [other, original.subarray(0, original.length - 200)]) {
      await test.deps.files.put(key, damaged);
      const response = await download(owner);
      expect(response.rejection).toEqual([503, "unavailable"]);
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    await test.deps.files.put(key, original);
    expect((await download(owner)).status).toBe(200);
  });

  it.each(["jpg", "png", "webp"])("says only that AI made it in the %s", async (format) => {
    const stored = await test.deps.files.get(`pictures/${product.imageHash}.png`);
    expect(stored?.includes("Aurora")).toBe(true);
    const image = readZip(await download(owner, `?format=${format}`))[`aurora-fjord.${format}`];
    const { exif, iptc, xmp, icc, comments, orientation } = await sharp(image).metadata();
    expect({ exif, iptc, icc, comments, orientation }).toEqual({});
    expect(xmp?.toString()).toBe(toXmp("ai"));
    expect(image?.includes("Aurora")).toBe(false);
  });

  it("is marked as our own engine's where that painted it", async () => {
    await test.database`UPDATE pictures SET source = 'engine' WHERE hash = ${product.imageHash}`;
    const image = readZip(await download(owner))["aurora-fjord.jpg"];
    const { xmp } = await sharp(image).metadata();
    expect(xmp?.toString()).toBe(toXmp("engine"));
    await test.database`UPDATE pictures SET source = 'ai' WHERE hash = ${product.imageHash}`;
  });

  it("is what was sold, after the product has changed and is withdrawn", async () => {
    const before = await download(owner);
    await test.database`
      UPDATE products SET prompt = 'other words', slug = 'renamed', picture_hash = NULL,
        status = 'withdrawn' WHERE id = ${product.id}`;
    expect((await download(owner)).bytes.equals(before.bytes)).toBe(true);
  });
});

describe("what was not delivered is not recorded as a download:", () => {
  const countDownloads = async () => {
    const [row] = await test.database`
      SELECT count(*)::int AS count FROM order_downloads WHERE order_id = ${Number(orderId)}`;
    return row?.count;
  };

  it("neither while the files are away nor when the picture is gone", async () => {
    await trimFolder(test.deps.files, "downloads", 0);
    const before = await countDownloads();
    const { get } = test.deps.files;
    try {
      test.deps.files.get = () => Promise.reject(new DomainError("storage_unavailable"));
      expect((await download(owner)).status).toBe(503);
      test.deps.files.get = async () => null;
      expect((await download(owner)).status).toBe(500);
    } finally {
      test.deps.files.get = get;
    }
    expect(await countDownloads()).toBe(before);
    expect((await download(owner)).status).toBe(200);
    expect(await countDownloads()).toBe(Number(before) + 1);
  });

  it("nor what was only asked about by HEAD", async () => {
    const before = await countDownloads();
    const response = await owner.request("HEAD", `/api/purchase/${orderId}/download`);
    expect([response.status, response.bytes.byteLength]).toEqual([200, 0]);
    expect(await countDownloads()).toBe(before);
  });
});

describe("a download", () => {
  it.each([
    ["?format=gif", "format", "Please choose one of: jpg, png, webp."],
    ["?format=JPG", "format", "Please choose one of: jpg, png, webp."],
    ["?format=jpeg", "format", "Please choose one of: jpg, png, webp."],
    ["?format=svg", "format", "Please choose one of: jpg, png, webp."],
    ["?size=1024", "size", "Please choose one of: 1024x1024, 512x512."],
    ["?size=512x1024", "size", "Please choose one of: 1024x1024, 512x512."],
    ["?size=99999x9999", "size", "Please choose one of: 1024x1024, 512x512."],
  ])("with %s is rejected, naming what is allowed", async (query, field, message) => {
    const response = await download(owner, query);
    expect(response.status).toBe(422);
    expect(response.error.errors).toEqual({ [field]: [message] });
  });

  it("offers what the settings list, and the first of them unless asked", async () => {
    await test.database`UPDATE settings SET formats = '{webp}', sizes = '{256x256,2048x2048}'`;
    try {
      const files = readZip(await download(owner));
      const image = await sharp(files["aurora-fjord.webp"]).metadata();
      expect([image.width, image.height]).toEqual([256, 256]);
      const rejected = await download(owner, "?format=jpg");
      expect(rejected.error.errors).toEqual({ format: ["Please choose one of: webp."] });
      expect((await download(owner, "?size=1024x1024")).status).toBe(422);
      await test.database`UPDATE settings SET formats = '{}', sizes = '{}'`;
      expect((await download(owner, "?format=png&size=512x512")).status).toBe(200);
    } finally {
      await test.database`UPDATE settings SET formats = DEFAULT, sizes = DEFAULT`;
    }
  });

  it("of another member's order is not found, as if there were none", async () => {
    const { agent } = await createMember(test);
    const staff = await createMember(test, { role: "staff" });
    const responses = [
      await download(agent),
      await download(agent, "", 999_999_999),
      await download(staff.agent),
    ];
    for (const response of responses) {
      expect(response.status).toBe(404);
      expect(response.error).toMatchObject({
        code: "order_not_found",
        message: "Invalid order ID",
      });
    }
  });

  it.each([
    "0x1",
    "-1",
    "1e3",
    "1.5",
    "%20",
    "9999999999999999999",
    "..%2f1",
  ])("of the order %s is not found", async (id) => {
    expect((await download(owner, "", id)).status).toBe(404);
  });
});
