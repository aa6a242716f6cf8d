import fc from "fast-check";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  COMFY_WORKFLOW,
  ComfyUiServer,
} from "#tests/setup/servers/image-servers/comfyui-server.ts";
import type { ImageFault } from "#tests/setup/servers/image-servers/image-server.ts";
import {
  SDWEBUI_SETTINGS,
  SdWebUiServer,
} from "#tests/setup/servers/image-servers/sdwebui-server.ts";
import { createComfyUiImages } from "../comfyui/comfyui-images.ts";
import { createSdWebUiImages } from "../sdwebui/sdwebui-images.ts";
import { ImageModelError } from "./image-model-error.ts";

// Servers that fail in the middle of an image, or send arbitrary responses.

const request = { prompt: "a lighthouse", style: "nebula", seed: 7, widthPx: 64, heightPx: 64 };
const sdWebUi = new SdWebUiServer();
const comfyUi = new ComfyUiServer();
beforeAll(async () => {
  await Promise.all([sdWebUi.start(), comfyUi.start()]);
});
afterAll(async () => {
  await Promise.all([sdWebUi.stop(), comfyUi.stop()]);
});

const anyBytes = fc.oneof(
  fc.json(),
  fc.string({ unit: "binary" }),
  fc.record({ images: fc.array(fc.oneof(fc.string(), fc.base64String(), fc.constant(null))) }),
);
const toFault = (body: unknown): ImageFault => ({
  kind: "raw",
  bytes: typeof body === "string" ? body : JSON.stringify(body),
});
const BLIPS: [string, ImageFault][] = [
  ["an error", { kind: "status", status: 502, body: "bad gateway" }],
  ["a full queue", { kind: "status", status: 503 }],
  ["a broken connection", { kind: "cut off" }],
  ["a page", { kind: "raw", bytes: "<html>sign in</html>", type: "text/html" }],
  ["nothing", { kind: "raw", bytes: "" }],
];

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail("no error"),
    (error: unknown) => error,
  );

const sizeOf = async (image: Buffer) => {
  const { width, height } = await sharp(image).metadata();
  return [width, height];
};

describe("sdwebui", () => {
  const create = () =>
    createSdWebUiImages({
      url: sdWebUi.url,
      ...SDWEBUI_SETTINGS,
      deadlineMs: 60_000,
      progressEveryMs: 5,
    });
  beforeEach(() => {
    sdWebUi.calls.length = 0;
    sdWebUi.hold = Promise.resolve();
  });

  it("is unavailable whatever it responds with", async () => {
    await fc.assert(
      fc.asyncProperty(anyBytes, async (body) => {
        sdWebUi.fail("/sdapi/v1/txt2img", toFault(body));
        const error = await failureOf(create().generate(request));
        expect(error).toBeInstanceOf(ImageModelError);
        expect(error).toMatchObject({ problem: "unavailable" });
      }),
      { numRuns: 50 },
    );
  });

  it.each(BLIPS)("still says how far it is after %s", async (_what, fault) => {
    let release = () => {};
    sdWebUi.hold = new Promise((resolve) => {
      release = resolve;
    });
    sdWebUi.progress = 0.75;
    sdWebUi.fail("/sdapi/v1/progress", fault);
    const shares: number[] = [];
    const signal = AbortSignal.timeout(60_000);
    const work = create().generate(request, { signal, onProgress: (share) => shares.push(share) });
    await expect.poll(() => shares.at(-1)).toBe(0.75);
    release();
    expect(await sizeOf(await work)).toEqual([64, 64]);
  });
});

describe("comfyui", () => {
  const create = () =>
    createComfyUiImages({
      url: comfyUi.url,
      key: null,
      workflow: COMFY_WORKFLOW,
      concurrencyMax: 1,
      deadlineMs: 60_000,
      pollEveryMs: 5,
    });
  beforeEach(() => {
    comfyUi.calls.length = 0;
    comfyUi.forget();
    comfyUi.worksAtOnce = true;
    comfyUi.entry = undefined;
  });

  it.each([
    "/history",
    "/queue",
  ])("makes the image although a request for %s fails in between", async (path) => {
    for (const [, fault] of BLIPS) {
      comfyUi.worksAtOnce = false;
      const work = create().generate(request);
      await expect.poll(() => comfyUi.pending.length).toBe(1);
      comfyUi.fail(path, fault, fault);
      const before = comfyUi.callsOf(path).length;
      await expect.poll(() => comfyUi.callsOf(path).length).toBeGreaterThan(before + 3);
      comfyUi.begin();
      await comfyUi.finish();
      expect(await sizeOf(await work)).toEqual([64, 64]);
    }
    expect(comfyUi.callsOf("/prompt")).toHaveLength(BLIPS.length);
  });

  it.each(
    BLIPS,
  )("hands a finished image over although its file was %s at first", async (_what, fault) => {
    comfyUi.fail("/view", fault, fault);
    expect(await sizeOf(await create().generate(request))).toEqual([64, 64]);
    expect(comfyUi.callsOf("/prompt")).toHaveLength(1);
  });

  it.each(
    BLIPS.slice(0, 3),
  )("is given up after %s again and again, and nothing stays in its queue", async (_what, fault) => {
    comfyUi.worksAtOnce = false;
    comfyUi.fail("/history", fault, fault, fault);
    const error = await failureOf(create().generate(request));
    expect(error).toBeInstanceOf(ImageModelError);
    expect([comfyUi.pending, comfyUi.running]).toEqual([[], []]);
  });

  it("is given up at once when it no longer lets the shop in", async () => {
    comfyUi.worksAtOnce = false;
    comfyUi.fail("/history", { kind: "status", status: 401 });
    const error = await failureOf(create().generate(request));
    expect(error).toMatchObject({ problem: "misconfigured" });
    expect(comfyUi.callsOf("/history")).toHaveLength(1);
  });

  const anyFile = fc.record(
    { filename: fc.string(), subfolder: fc.jsonValue(), type: fc.string() },
    { requiredKeys: [] },
  );
  const anyEntry = fc.oneof(
    fc.jsonValue().filter((entry) => typeof entry === "object" && entry !== null),
    fc.record({
      outputs: fc.dictionary(
        fc.string(),
        fc.oneof(
          fc.jsonValue(),
          fc.record({ images: fc.array(fc.oneof(anyFile, fc.jsonValue())) }),
        ),
      ),
      status: fc.oneof(
        fc.jsonValue(),
        fc.record({
          status_str: fc.constantFrom("error", "success"),
          messages: fc.oneof(
            fc.jsonValue(),
            fc.array(fc.tuple(fc.constantFrom("execution_error", "x"), fc.jsonValue())),
          ),
        }),
      ),
    }),
  );
  it("fails in the shop's own terms whatever its history says", async () => {
    await fc.assert(
      fc.asyncProperty(anyEntry, async (entry) => {
        comfyUi.entry = entry;
        expect(await failureOf(create().generate(request))).toBeInstanceOf(ImageModelError);
      }),
      { numRuns: 100 },
    );
  });
});
