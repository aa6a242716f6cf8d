import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  COMFY_WORKFLOW,
  ComfyUiServer,
} from "#tests/setup/servers/image-servers/comfyui-server.ts";
import type { ImageFault, ImageServer } from "#tests/setup/servers/image-servers/image-server.ts";
import {
  FORBIDDEN_WORD,
  OPENAI_KEY,
  OpenAiServer,
} from "#tests/setup/servers/image-servers/openai-server.ts";
import {
  SDWEBUI_LOGIN,
  SDWEBUI_SETTINGS,
  SdWebUiServer,
} from "#tests/setup/servers/image-servers/sdwebui-server.ts";
import { createComfyUiImages, VIEWS_MAX } from "../comfyui/comfyui-images.ts";
import type { ImageGenerator } from "../images.ts";
import { createOpenAiImages } from "../openai/openai-images.ts";
import { configureImages } from "../registry.ts";
import { createSdWebUiImages } from "../sdwebui/sdwebui-images.ts";
import { ImageModelError } from "./image-model-error.ts";

// Tests each adapter against a server that rejects what the real one rejects.

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const PROMPT = "a secret prompt of a lighthouse";
const request = { prompt: PROMPT, style: "nebula", seed: 7, widthPx: 512, heightPx: 512 };

const openAi = new OpenAiServer();
const sdWebUi = new SdWebUiServer();
const comfyUi = new ComfyUiServer();

let folder: string;
beforeAll(async () => {
  await Promise.all([openAi.start(), sdWebUi.start(), comfyUi.start()]);
  folder = await mkdtemp(join(tmpdir(), "promptory-workflow-"));
  writeFileSync(join(folder, "workflow.json"), JSON.stringify(COMFY_WORKFLOW));
});
afterAll(async () => {
  await Promise.all([openAi.stop(), sdWebUi.stop(), comfyUi.stop()]);
  await rm(folder, { recursive: true });
});

/** Configures images as an operator does. */
function configure(name: string, settings: Record<string, string>): ImageGenerator {
  const { images, problems } = configureImages(name, settings);
  expect(problems).toEqual([]);
  if (!images) throw new Error(`${name} is not configured`);
  return images.create();
}

type Adapter = {
  server: ImageServer;
  path: string;
  /** How often the adapter sends a request there for one image if it fails. */
  tries: number;
  /** Returns the settings it requires, for a server at `url`. */
  settings(url: string): Record<string, string>;
};

const ADAPTERS: Record<string, Adapter> = {
  openai: {
    server: openAi,
    path: "/v1/images/generations",
    tries: 1,
    settings: (url) => ({
      IMAGE_API_URL: url,
      IMAGE_API_KEY: OPENAI_KEY,
      IMAGE_MODEL: "gpt-image-1",
    }),
  },
  sdwebui: {
    server: sdWebUi,
    path: "/sdapi/v1/txt2img",
    tries: 1,
    settings: (url) => ({ IMAGE_API_URL: url, IMAGE_API_KEY: SDWEBUI_LOGIN }),
  },
  comfyui: {
    server: comfyUi,
    path: "/view",
    tries: VIEWS_MAX,
    settings: (url) => ({
      IMAGE_API_URL: `${url}/`,
      IMAGE_WORKFLOW: join(folder, "workflow.json"),
    }),
  },
};

const failureOf = (work: Promise<unknown>): Promise<ImageModelError> =>
  work.then(
    () => expect.fail("no error"),
    (error) => {
      expect(error).toBeInstanceOf(ImageModelError);
      return error;
    },
  );

describe.each(Object.entries(ADAPTERS))("%s", (name, { server, path, tries, settings }) => {
  let images: ImageGenerator;
  const fail = (fault: ImageFault) => server.fail(path, ...Array(tries).fill(fault));
  beforeAll(() => {
    images = configure(name, settings(server.url));
  });
  afterEach(() => {
    server.calls.length = 0;
  });

  it("makes an image that holds nothing but the image", async () => {
    const bytes = await images.generate(request);
    const { format, width, exif } = await sharp(bytes).metadata();
    expect([format, exif]).toEqual(["png", undefined]);
    expect(width).toBeGreaterThanOrEqual(512);
    expect(bytes.includes(PROMPT)).toBe(false);
    expect([images.name, images.source]).toEqual([name, "ai"]);
  });

  const json = (body: unknown): ImageFault => ({ kind: "raw", bytes: JSON.stringify(body) });
  it.each<[string, ImageFault]>([
    ["is cut off", { kind: "cut off" }],
    ["never ends", { kind: "endless" }],
    ["is empty", { kind: "raw", bytes: "" }],
    ["is a page", { kind: "raw", bytes: "<html>sign in</html>", type: "text/html" }],
    ["is another JSON", json([null, 1, "x"])],
    ["names no image", json({ data: [], images: [] })],
    ["holds no base64", json({ data: [{ b64_json: "%%%" }], images: ["%%%"] })],
    [
      "holds an SVG",
      json({
        data: [{ b64_json: Buffer.from("<svg/>").toString("base64") }],
        images: [Buffer.from("<svg/>").toString("base64")],
      }),
    ],
    ["holds a single pixel", json({ data: [{ b64_json: PIXEL }], images: [PIXEL] })],
    ["is a server error", { kind: "status", status: 502, body: "bad gateway" }],
  ])("a response that %s is a failure of the server's", async (_how, fault) => {
    fail(fault);
    const error = await failureOf(images.generate(request));
    expect(error.problem).toBe("unavailable");
    expect(error.message).not.toContain(PROMPT);
    expect((await images.generate(request)).length).toBeGreaterThan(0);
  });

  it("a redirect is not followed", async () => {
    const headers = { location: "http://169.254.169.254/latest" };
    server.fail(path, { kind: "status", status: 302, headers });
    expect((await failureOf(images.generate(request))).problem).toBe("misconfigured");
  });

  it.each([
    ["17", 17_000],
    ["999999", 600_000],
    ["soon", undefined],
  ])("too many requests say when to come again: %s", async (given, expected) => {
    fail({ kind: "status", status: 429, headers: { "retry-after": given } });
    const error = await failureOf(images.generate(request));
    expect([error.problem, error.retryAfterMs]).toEqual(["busy", expected]);
  });

  it("a full queue is busy, not broken", async () => {
    fail({ kind: "status", status: 503, body: { error: "queue full" } });
    expect((await failureOf(images.generate(request))).problem).toBe("busy");
  });

  it("is left when nobody needs the image any more", async () => {
    const before = server.abandoned;
    server.fail(path, { kind: "silent" });
    const ended = new AbortController();
    const work = images.generate(request, { signal: ended.signal });
    await expect.poll(() => server.callsOf(path).length).toBe(1);
    ended.abort(new Error("cancelled"));
    await expect(work).rejects.toThrow("cancelled");
    await expect.poll(() => server.abandoned).toBeGreaterThan(before);
  });

  it("a server that is not there is unavailable", async () => {
    const gone = configure(name, settings("http://127.0.0.1:1"));
    expect((await failureOf(gone.generate(request))).problem).toBe("unavailable");
  });
});

describe("openai", () => {
  const options = { key: OPENAI_KEY, quality: null, concurrencyMax: 1, deadlineMs: 60_000 };
  const create = (more: Partial<Parameters<typeof createOpenAiImages>[0]> = {}) =>
    createOpenAiImages({ ...options, url: openAi.url, model: "gpt-image-1", ...more });
  beforeEach(() => {
    openAi.calls.length = 0;
    openAi.isOpenAi = true;
    openAi.sendsUrls = false;
  });

  it("asks for the shape of the image, and says whose it is by a hash", async () => {
    const shapes = [
      [512, 512, "1024x1024"],
      [1024, 512, "1536x1024"],
      [512, 1024, "1024x1536"],
    ] as const;
    for (const [widthPx, heightPx, size] of shapes) {
      const work = { signal: AbortSignal.timeout(60_000), person: "f00d" };
      await create({ quality: "low" }).generate({ ...request, widthPx, heightPx }, work);
      expect(openAi.calls.at(-1)?.body).toMatchObject({ size, user: "f00d", quality: "low" });
    }
  });

  it("a forbidden prompt is rejected, and the log has the code without the prompt", async () => {
    const prompt = `${FORBIDDEN_WORD} ${PROMPT}`;
    const error = await failureOf(create().generate({ ...request, prompt }));
    expect(error.problem).toBe("rejected");
    expect(error.message).toContain("moderation_blocked");
    expect(error.message).not.toContain(PROMPT);
  });

  it("a wrong key, an unknown model and an unpaid bill are the operator's", async () => {
    const key = "sk-wrong-0123456789";
    const wrong = await failureOf(create({ key }).generate(request));
    expect([wrong.problem, wrong.message.includes("invalid_api_key")]).toEqual([
      "misconfigured",
      true,
    ]);
    expect(wrong.message).not.toContain(key);
    const unknown = await failureOf(create({ model: "dall-e-2" }).generate(request));
    expect(unknown.problem).toBe("misconfigured");
    const body = { error: { message: "pay", type: "insufficient_quota", code: null } };
    openAi.fail("/v1", { kind: "status", status: 429, body });
    expect((await failureOf(create().generate(request))).problem).toBe("misconfigured");
  });

  it("another server is asked for base64, with or without a key, its URL with or without /v1", async () => {
    openAi.isOpenAi = false;
    const images = configure("openai", {
      IMAGE_API_URL: `${openAi.url}/v1/`,
      IMAGE_MODEL: "flux.1-schnell",
    });
    await images.generate(request);
    expect(openAi.calls[0]?.body).toMatchObject({ response_format: "b64_json" });
  });

  it("fetches an image from the server's own address, and from no other", async () => {
    openAi.isOpenAi = false;
    openAi.sendsUrls = "own";
    expect((await create({ model: "local" }).generate(request)).length).toBeGreaterThan(0);
    for (const url of [`${comfyUi.url}/view`, "file:///etc/passwd", "//x", "http://[::1"]) {
      openAi.sendsUrls = url;
      const error = await failureOf(create({ model: "local" }).generate(request));
      expect(error.problem).toBe("unavailable");
    }
    expect(comfyUi.callsOf("/view").filter(({ query }) => query.size === 0)).toEqual([]);
  });
});

describe("sdwebui", () => {
  const create = (more: Partial<Parameters<typeof createSdWebUiImages>[0]> = {}) =>
    createSdWebUiImages({
      url: sdWebUi.url,
      ...SDWEBUI_SETTINGS,
      deadlineMs: 60_000,
      progressEveryMs: 5,
      ...more,
    });
  beforeEach(() => {
    sdWebUi.calls.length = 0;
    sdWebUi.hold = Promise.resolve();
  });

  it("sends sizes in steps of eight and the checkpoint", async () => {
    const images = create({ checkpoint: "v1-5.safetensors" });
    await images.generate({ ...request, widthPx: 513, heightPx: 100 });
    expect(sdWebUi.callsOf("/sdapi/v1/txt2img")[0]?.body).toMatchObject({
      width: 520,
      height: 104,
      negative_prompt: "blurry",
      override_settings: { sd_model_checkpoint: "v1-5.safetensors" },
    });
  });

  it.each([
    [{ sampler: "Nonsense" }, "misconfigured", "Sampler not found"],
    [{ login: "shop:wrong" }, "misconfigured", "Incorrect username"],
    [{ login: null }, "misconfigured", "401"],
    [{ checkpoint: "gone.safetensors" }, "unavailable", "RuntimeError"],
    [{ steps: 0 }, "misconfigured", "422"],
  ])("%j is %s", async (settings, problem, said) => {
    const error = await failureOf(create(settings).generate(request));
    expect(error.problem).toBe(problem);
    expect(error.message).toContain(said);
    expect(error.message).not.toContain("correct horse");
  });

  it("says how far it is, whatever it says", async () => {
    let release = () => {};
    sdWebUi.hold = new Promise((resolve) => {
      release = resolve;
    });
    const shares: number[] = [];
    const work = create().generate(request, {
      signal: AbortSignal.timeout(60_000),
      onProgress: (share) => shares.push(share),
    });
    for (const [progress, share] of [
      [0.25, 0.25],
      [7, 1],
      [-1, 0],
    ] as const) {
      sdWebUi.progress = progress;
      await expect.poll(() => shares.at(-1)).toBe(share);
    }
    sdWebUi.fail("/sdapi/v1/progress", { kind: "raw", bytes: "{" });
    release();
    expect((await work).length).toBeGreaterThan(0);
  });

  it.each<[string, ImageFault]>([
    ["a gateway's timeout", { kind: "status", status: 504 }],
    ["an overload", { kind: "status", status: 503 }],
    ["a broken connection", { kind: "cut off" }],
    ["no JSON", { kind: "raw", bytes: "{" }],
  ])("is interrupted after %s: it may still be at work, for nobody", async (_what, fault) => {
    sdWebUi.fail("/sdapi/v1/txt2img", fault);
    await failureOf(create().generate(request));
    expect(sdWebUi.callsOf("/sdapi/v1/interrupt")).toHaveLength(1);
  });

  it("is interrupted when its image is cancelled, and not when it rejected it", async () => {
    await create().generate(request);
    await failureOf(create({ sampler: "Nonsense" }).generate(request));
    expect(sdWebUi.callsOf("/sdapi/v1/interrupt")).toHaveLength(0);
    sdWebUi.hold = new Promise(() => {});
    const ended = new AbortController();
    const work = create().generate(request, { signal: ended.signal });
    await expect.poll(() => sdWebUi.running).toBe(1);
    ended.abort(new Error("cancelled"));
    await expect(work).rejects.toThrow("cancelled");
    expect(sdWebUi.callsOf("/sdapi/v1/interrupt")).toHaveLength(1);
    await expect.poll(() => sdWebUi.running).toBe(0);
  });
});

describe("comfyui", () => {
  const create = (
    workflow: Record<string, unknown> = COMFY_WORKFLOW,
    more: Partial<Parameters<typeof createComfyUiImages>[0]> = {},
  ) =>
    createComfyUiImages({
      url: comfyUi.url,
      key: null,
      workflow,
      concurrencyMax: 1,
      deadlineMs: 60_000,
      pollEveryMs: 5,
      ...more,
    });
  beforeEach(() => {
    comfyUi.calls.length = 0;
    comfyUi.forget();
    comfyUi.worksAtOnce = true;
    comfyUi.ending = "success";
    comfyUi.takesIds = true;
    comfyUi.hold = Promise.resolve();
  });

  it("sends numbers as numbers and the prompt within its text", async () => {
    await create().generate(request);
    expect(comfyUi.callsOf("/prompt")[0]?.body).toMatchObject({
      prompt: {
        "3": { inputs: { seed: 7, positive: ["6", 0] } },
        "5": { inputs: { width: 512, height: 512 } },
        "6": { inputs: { text: `masterpiece, ${PROMPT}` } },
      },
    });
  });

  it("waits in its queue and then for its end", async () => {
    comfyUi.worksAtOnce = false;
    const work = create().generate(request);
    await expect.poll(() => comfyUi.callsOf("/queue").length).toBeGreaterThan(2);
    comfyUi.begin();
    await expect.poll(() => comfyUi.callsOf("/queue").length).toBeGreaterThan(5);
    await comfyUi.finish();
    expect((await work).length).toBeGreaterThan(0);
  });

  it("a server that was started anew has lost the image", async () => {
    comfyUi.worksAtOnce = false;
    const work = failureOf(create().generate(request));
    await expect.poll(() => comfyUi.pending.length).toBe(1);
    comfyUi.forget();
    expect((await work).message).toContain("forgotten");
  });

  it.each([
    ["execution_error", "unavailable", "OutOfMemoryError"],
    ["no image", "misconfigured", "SaveImage"],
  ] as const)("a run that ends with %s is %s", async (ending, problem, said) => {
    comfyUi.ending = ending;
    const error = await failureOf(create().generate(request));
    expect([error.problem, error.message.includes(said)]).toEqual([problem, true]);
  });

  it("a workflow that the server cannot run is the operator's", async () => {
    const { "9": _output, ...others } = COMFY_WORKFLOW;
    const wrong = { ...others, "9": { class_type: "Unknown", inputs: {} } };
    for (const workflow of [others, wrong]) {
      expect((await failureOf(create(workflow).generate(request))).problem).toBe("misconfigured");
    }
    // Nothing was queued that would have to be cancelled.
    expect(comfyUi.callsOf("/queue")).toEqual([]);
  });

  it.each([
    ["in the queue", false],
    ["at work", true],
  ])("takes a cancelled image out where it is: %s", async (_where, isRunning) => {
    comfyUi.worksAtOnce = false;
    const ended = new AbortController();
    const work = create().generate(request, { signal: ended.signal });
    await expect.poll(() => comfyUi.pending.length).toBe(1);
    if (isRunning) comfyUi.begin();
    ended.abort(new Error("cancelled"));
    await expect(work).rejects.toThrow("cancelled");
    expect([comfyUi.pending, comfyUi.running]).toEqual([[], []]);
    expect(comfyUi.callsOf("/interrupt")).toHaveLength(isRunning ? 1 : 0);
  });

  it.each([
    "/prompt",
    "/history",
    "/view",
  ])("a silent %s is a failure of the server's", async (path) => {
    // A single lost poll would be no failure.
    const silent: ImageFault = { kind: "silent" };
    comfyUi.fail(path, silent, silent, silent);
    const images = create(COMFY_WORKFLOW, { callMsMax: 50 });
    expect((await failureOf(images.generate(request))).problem).toBe("unavailable");
  });

  it.each([
    ["under our id", true],
    ["under an id of its own", false],
  ])("takes an image out that it queued %s without saying so", async (_how, takesIds) => {
    comfyUi.worksAtOnce = false;
    comfyUi.takesIds = takesIds;
    comfyUi.hold = new Promise(() => {});
    const ended = new AbortController();
    const work = create().generate(request, { signal: ended.signal });
    await expect.poll(() => comfyUi.pending.length).toBe(1);
    ended.abort(new Error("cancelled"));
    await expect(work).rejects.toThrow("cancelled");
    expect(comfyUi.pending).toEqual([]);
  });
});
