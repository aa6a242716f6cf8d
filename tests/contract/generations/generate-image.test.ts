import { unzipSync } from "fflate";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { renditionUrl } from "#api/catalog/images.ts";
import { ownedPromptsResponseSchema } from "#api/contract/purchases.ts";
import { GENERATIONS_PER_MINUTE_MAX } from "#api/generations/generations.routes.ts";
import type { ImageGenerator } from "#api/providers/images/images.ts";
import { createProceduralImages } from "#api/providers/images/procedural-images.ts";
import { GENERATIONS_WAITING_MAX } from "#domain/generations.ts";
import { toXmp } from "#domain/image-sources.ts";
import { createMember, giveCredits, type MadeProduct } from "#tests/factories.ts";
import { createListedProduct } from "#tests/product-factories.ts";
import type { ApiAgent, ApiResponse } from "#tests/setup/api/api-agent.ts";
import { createTestApi, type TestApi, type TestImages } from "#tests/setup/api/test-api.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";

type Request = Parameters<ImageGenerator["generate"]>[0];
const PROMPT = "A lighthouse in a storm, long exposure — für Ärzte & 夜";

/** Records its requests, and waits or fails when a test makes it. */
class Studio implements TestImages {
  readonly name = "studio";
  readonly source = "ai";
  asked: Request[] = [];
  failure: Error | null = null;
  #door: Promise<void> = Promise.resolve();
  open: () => void = () => {};

  shut(): void {
    this.#door = new Promise((resolve) => {
      this.open = resolve;
    });
  }

  async generate(request: Request): Promise<Buffer> {
    this.asked.push(request);
    await this.#door;
    if (this.failure) throw this.failure;
    const { widthPx: width, heightPx: height, seed } = request;
    const background = { r: seed % 256, g: (seed >> 8) % 256, b: 90 };
    return sharp({ create: { width, height, channels: 3, background } })
      .withExif({ IFD0: { ImageDescription: request.prompt } })
      .png()
      .toBuffer();
  }
}

const studio = new Studio();
let test: TestApi;
let product: MadeProduct;
let owner: ApiAgent;

beforeAll(async () => {
  test = await createTestApi({ images: studio, connectionsMax: 20 });
  product = await createListedProduct(test, {
    slug: "storm-light",
    prompt: PROMPT,
    priceCents: 100,
    styles: ["nebula", "ink-wash"],
  });
});
afterAll(() => test.close());
beforeEach(async () => {
  owner = await createOwner();
  studio.asked = [];
  studio.failure = null;
  test.logged.length = 0;
});

async function createOwner(): Promise<ApiAgent> {
  const { agent, id } = await createMember(test);
  await giveCredits(test.database, id, 1_000);
  const bought = await agent.post("/api/purchase/prompt", {
    prompt_id: product.id,
    consent: CONSENT,
  });
  expect(bought.status).toBe(200);
  return agent;
}

const generate = (agent: ApiAgent, body: Record<string, unknown> = {}) =>
  agent.post("/api/purchase/generate-image", { prompt_id: product.id, ...body });

function readZip(response: ApiResponse): Map<string, Buffer> {
  const files = Object.entries(unzipSync(response.bytes));
  return new Map(files.map(([name, bytes]) => [name, Buffer.from(bytes)]));
}

describe("a new picture of one's own prompt", () => {
  it.each([
    [{}, "jpg", 1024],
    [{ format: "", size: "" }, "jpg", 1024],
    [{ format: "png", size: "512x512" }, "png", 512],
    [{ format: "webp", size: "1024x1024" }, "webp", 1024],
    [{ format: "jpg", size: "512x512" }, "jpg", 512],
  ])("asked for with %j is a zip of a %s of %i pixels and the prompt", async (choice, format, px) => {
    const response = await generate(owner, choice);
    expect(response.status).toBe(200);
    const [asked] = studio.asked;
    expect(asked).toMatchObject({ prompt: PROMPT, style: "nebula", widthPx: px, heightPx: px });
    const name = `storm-light-${asked?.seed}`;
    const files = readZip(response);
    expect([...files.keys()]).toEqual([`${name}.${format}`, `${name}.txt`]);
    expect(files.get(`${name}.txt`)?.toString()).toBe(`${PROMPT}\n`);
    const image = await sharp(files.get(`${name}.${format}`)).metadata();
    expect(image.xmp?.toString()).toBe(toXmp("ai"));
    expect([image.format, image.width, image.height, image.exif]).toEqual([
      format === "jpg" ? "jpeg" : format,
      px,
      px,
      undefined,
    ]);
  });

  it("comes with the headers of a download", async () => {
    const { headers, bytes } = await generate(owner);
    const name = `storm-light-${studio.asked[0]?.seed}.zip`;
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/zip",
      "content-length": String(bytes.byteLength),
      "content-disposition": `attachment; filename="${name}"; filename*=UTF-8''${name}`,
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    });
  });

  it("takes the id as text, costs nothing and changes no order", async () => {
    const before = (await owner.get("/api/user/profile")).text;
    expect((await generate(owner, { prompt_id: String(product.id) })).status).toBe(200);
    expect((await owner.get("/api/user/profile")).text).toBe(before);
  });

  it("is made from what was sold, whatever has become of the product", async () => {
    try {
      await test.database`
        UPDATE products SET prompt = 'Other', slug = 'renamed', picture_hash = NULL,
          status = 'withdrawn' WHERE id = ${product.id}`;
      await test.database`DELETE FROM product_styles WHERE product_id = ${product.id}`;
      const response = await generate(owner);
      expect(response.status).toBe(200);
      expect(studio.asked[0]).toMatchObject({ prompt: PROMPT, style: "nebula" });
      expect([...readZip(response).keys()][0]).toMatch(/^storm-light-\d+\.jpg$/);
    } finally {
      await test.database`
        UPDATE products SET prompt = ${PROMPT}, slug = 'storm-light', status = 'published',
          picture_hash = ${product.imageHash} WHERE id = ${product.id}`;
      await test.database`
        INSERT INTO product_styles SELECT ${product.id}, id, 0 FROM styles WHERE slug = 'nebula'`;
    }
  });

  it("of a product without a style is made all the same", async () => {
    const plain = await createListedProduct(test, { priceCents: 100 });
    await owner.post("/api/purchase/prompt", { prompt_id: plain.id, consent: CONSENT });
    expect((await generate(owner, { prompt_id: plain.id })).status).toBe(200);
    expect(studio.asked[0]?.style).toBe("watercolour");
  });

  it("is painted by the engine that the shop comes with", async () => {
    const images = createProceduralImages();
    const ours = await createTestApi({ images });
    try {
      const fox = await createListedProduct(ours, { styles: ["bauhaus"], priceCents: 100 });
      const { agent, id } = await createMember(ours);
      await giveCredits(ours.database, id, 100);
      await agent.post("/api/purchase/prompt", { prompt_id: fox.id, consent: CONSENT });
      const body = { prompt_id: fox.id, format: "png", size: "512x512" };
      const first = readZip(await agent.post("/api/purchase/generate-image", body));
      ours.clock.advance(4);
      const second = readZip(await agent.post("/api/purchase/generate-image", body));
      const [one, other] = [[...first.values()][0], [...second.values()][0]];
      expect((await sharp(one).stats()).entropy).toBeGreaterThan(1);
      expect(one?.equals(other ?? Buffer.alloc(0))).toBe(false);
    } finally {
      await ours.close();
      await images.close();
    }
  });
});

describe("who asks", () => {
  it("as a guest asks for a sign-in, before anything else is looked at", async () => {
    const response = await generate(test.createAgent(), { prompt_id: "x" });
    expect(response.status).toBe(401);
    expect(response.error.message).toBe("Unauthenticated.");
  });

  it("for a prompt of others, or none at all, is rejected with the same text for both", async () => {
    const otherMember = (await createMember(test)).agent;
    const staff = (await createMember(test, { role: "staff" })).agent;
    const responses = [
      await generate(otherMember),
      await generate(staff),
      await generate(owner, { prompt_id: 999_999_999 }),
    ];
    for (const response of responses) {
      expect(response.status).toBe(422);
      const message =
        "You can only generate pictures from prompts you own. Please buy this prompt first.";
      expect(response.error).toEqual({
        status: "ERROR",
        code: "prompt_not_owned",
        message,
        errors: { prompt_id: [message] },
        error_codes: { prompt_id: [{ code: "prompt_not_owned" }] },
      });
    }
    expect(studio.asked).toEqual([]);
  });

  it.each([
    [{ format: "gif" }, "format", "Please choose one of: jpg, png, webp."],
    [{ format: "JPG" }, "format", "Please choose one of: jpg, png, webp."],
    [{ size: "2048x2048" }, "size", "Please choose one of: 1024x1024, 512x512."],
    [{ size: "1024" }, "size", "Please choose one of: 1024x1024, 512x512."],
  ])("for %j names what is offered", async (choice, field, message) => {
    const response = await generate(owner, choice);
    expect(response.status).toBe(422);
    expect(response.error.errors).toEqual({ [field]: [message] });
    expect(studio.asked).toEqual([]);
  });

  it.each([
    0,
    -1,
    1.5,
    "x",
    "",
    null,
    [],
    {},
  ])("for the prompt %j is rejected there", async (id) => {
    const response = await generate(owner, { prompt_id: id });
    expect(response.status).toBe(422);
    expect(response.error.errors).toHaveProperty("prompt_id");
  });

  it("gets what the settings list, and only that", async () => {
    await test.database`UPDATE settings SET formats = '{webp}', sizes = '{256x128}'`;
    try {
      const [[name, image] = []] = readZip(await generate(owner));
      expect(name).toMatch(/\.webp$/);
      const { width, height } = await sharp(image).metadata();
      expect([width, height]).toEqual([256, 128]);
      expect((await generate(owner, { format: "jpg" })).status).toBe(422);
    } finally {
      await test.database`UPDATE settings SET formats = DEFAULT, sizes = DEFAULT`;
    }
  });
});

describe("many clicks", () => {
  afterEach(() => test.clock.resume());

  it("at once are one picture, as is a second click right after", async () => {
    test.clock.stop();
    studio.shut();
    const clicks = Promise.all(Array.from({ length: 5 }, () => generate(owner)));
    await expect.poll(() => studio.asked.length).toBe(1);
    studio.open();
    const responses = [...(await clicks), await generate(owner)];
    expect(responses.map((response) => response.status)).toEqual(Array(6).fill(200));
    expect(new Set(responses.map((response) => response.bytes.toString("base64"))).size).toBe(1);
    expect(studio.asked).toHaveLength(1);
  });

  it("seconds apart, of another format or with an operation id of their own are several", async () => {
    test.clock.stop();
    await generate(owner);
    await generate(owner, { format: "png" });
    await generate(owner, { operation_id: "a" });
    await generate(owner, { operation_id: "a" });
    await generate(owner, { operation_id: "b" });
    expect(studio.asked).toHaveLength(4);
    test.clock.advance(3);
    await generate(owner);
    expect(studio.asked).toHaveLength(5);
    expect(new Set(studio.asked.map((request) => request.seed)).size).toBeGreaterThan(1);
  });

  it("of one person never take more than two painters", async () => {
    studio.shut();
    const first = ["jpg", "png"].map((format) => generate(owner, { format }));
    await expect.poll(() => studio.asked.length).toBe(2);
    const third = await generate(owner, { format: "webp" });
    studio.open();
    expect(third.status).toBe(429);
    expect(third.headers.get("retry-after")).toBe("5");
    expect((await Promise.all(first)).map((response) => response.status)).toEqual([200, 200]);
    expect((await generate(owner, { format: "webp" })).status).toBe(200);
  });

  it("of many people wait in one queue, and beyond its end are rejected", async () => {
    studio.shut();
    const people = [await createOwner(), await createOwner(), await createOwner()];
    studio.asked = [];
    const [first, second, third] = people;
    if (!first || !second || !third) throw new Error("three people were made");
    const making = [first, second].map((agent) => generate(agent));
    await expect.poll(() => studio.asked.length).toBe(2);
    const [row] = await test.database<{ id: number }[]>`
      SELECT id FROM generations WHERE state = 'running' LIMIT 1`;
    // Generations of other members, as many as may wait; none is due.
    await test.database`
      INSERT INTO generations (order_id, format, width_px, height_px, seed, due_at, expires_at,
        created_at)
      SELECT order_id, format, width_px, height_px, seed, now() + interval '1 day',
        now() + interval '1 day', now()
      FROM generations, generate_series(1, ${GENERATIONS_WAITING_MAX}::int) WHERE id = ${row?.id ?? 0}`;
    const rejected = await generate(third);
    expect(rejected.status).toBe(503);
    expect(rejected.headers.get("retry-after")).toBe("5");
    expect(rejected.error).toMatchObject({
      code: "generation_busy",
      message: "Many pictures are being generated at the moment. Please try again in a minute.",
    });
    await test.database`DELETE FROM generations WHERE user_id IS NULL`;
    const waiting = generate(third);
    studio.open();
    const statuses = (await Promise.all([...making, waiting])).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200]);
  });

  it("within a minute come to an end, for this person alone", async () => {
    for (let index = 0; index < GENERATIONS_PER_MINUTE_MAX; index += 1) {
      expect((await generate(owner, { size: "512x512" })).status).toBe(200);
    }
    const rejected = await generate(owner, { size: "512x512" });
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await generate(await createOwner())).status).toBe(200);
    test.clock.advance(61);
    expect((await generate(owner)).status).toBe(200);
  });
});

describe("a provider that fails", () => {
  it("is a 500 in the contract's words, its own only in the log; the next click tries again", async () => {
    studio.failure = new Error("the GPU at 10.0.0.7 is on fire");
    const response = await generate(owner);
    expect(response.status).toBe(500);
    expect(response.error).toEqual({
      status: "ERROR",
      code: "generation_failed",
      message: "An error occurred during image generation",
    });
    expect(JSON.stringify(test.logged)).toContain("the GPU at 10.0.0.7 is on fire");
    studio.failure = null;
    expect((await generate(owner)).status).toBe(200);
    expect(studio.asked).toHaveLength(2);
  });

  it("frees its place", async () => {
    studio.failure = new Error("broken");
    for (let index = 0; index < 5; index += 1) {
      expect((await generate(owner)).status).toBe(500);
    }
    studio.failure = null;
    expect((await generate(owner)).status).toBe(200);
  });
});

describe("GET /user/prompts", () => {
  it("lists what the user owns, the last bought first, in the reader's language", async () => {
    const later = await createListedProduct(test, {
      titles: { en: "Owl", de: "Eule" },
      styles: ["bauhaus"],
      priceCents: 100,
    });
    await owner.post("/api/purchase/prompt", { prompt_id: later.id, consent: CONSENT });
    const german = test.createAgent({ locale: "de" }).takeCookiesOf(owner);
    const { payload } = (await german.get("/api/user/prompts")).as(ownedPromptsResponseSchema);
    expect(payload.map(({ id, title, slug, style }) => ({ id, title, slug, style }))).toEqual([
      { id: later.id, title: "Eule", slug: later.slug, style: "bauhaus" },
      { id: product.id, title: "Streifen", slug: "storm-light", style: "nebula" },
    ]);
    expect(payload[0]?.thumb_url).toBe(renditionUrl(later.imageHash, 320, "jpg"));
    expect(JSON.stringify(payload)).not.toContain("lighthouse");
  });

  it("is empty for who owns nothing, and nothing for a guest", async () => {
    const { agent } = await createMember(test);
    expect((await agent.get("/api/user/prompts")).body).toEqual({
      status: "OK",
      payload: [],
      meta: { newer: null, older: null },
    });
    expect((await test.createAgent().get("/api/user/prompts")).status).toBe(401);
  });
});

describe("a generator that never responds", () => {
  it("is given up, and its places are free for the next", async () => {
    let stuck = 2;
    const images: TestImages = {
      name: "stuck",
      source: "ai",
      generate: (request) => {
        stuck -= 1;
        return stuck >= 0 ? new Promise(() => {}) : new Studio().generate(request);
      },
    };
    const slow = await createTestApi({ images: { ...images, deadlineMs: 1_000 } });
    const bought = await createListedProduct(slow, { priceCents: 100 });
    const { agent, id } = await createMember(slow);
    await giveCredits(slow.database, id, 1_000);
    await agent.post("/api/purchase/prompt", { prompt_id: bought.id, consent: CONSENT });
    const make = (operation_id: string) =>
      agent.post("/api/purchase/generate-image", { prompt_id: bought.id, operation_id });
    const failed = await Promise.all([make("one"), make("two")]);
    for (const response of failed) {
      expect(response.status).toBe(500);
      expect(response.error).toMatchObject({
        code: "generation_timeout",
        message: "The picture was not finished in time. Please try again.",
      });
    }
    expect((await make("three")).status).toBe(200);
    await slow.close();
  });
});
