import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PRODUCT_PROMPT_LENGTH_MAX } from "#domain/products.ts";
import {
  paintGenerated,
  toJpeg,
  toWebp,
  writeExif,
} from "#tests/setup/records/generated-images.ts";
import { readGeneration } from "./generation.ts";

const A1111 = [
  "a lighthouse, dawn,",
  "soft light",
  "Negative prompt: people, text",
  "Steps: 28, Sampler: DPM++ 2M, CFG scale: 7, Seed: 3141592653, Size: 832x1216, Model hash: 31e35c, Model: juggernautXL_v9, Version: f2.0.1",
].join("\n");
const FROM_A1111 = {
  prompt: "a lighthouse, dawn,\nsoft light",
  seed: "3141592653",
  model: "juggernautXL_v9",
  size: { widthPx: 832, heightPx: 1216 },
};
const COMFY = {
  "3": {
    class_type: "KSampler",
    inputs: {
      seed: 42,
      model: ["10", 0],
      positive: ["6", 0],
      negative: ["7", 0],
      latent_image: ["5", 0],
    },
  },
  "4": { class_type: "CheckpointLoaderSimple", inputs: { ckpt_name: "flux1-dev.safetensors" } },
  "5": { class_type: "EmptyLatentImage", inputs: { width: 1024, height: 768 } },
  "6": { class_type: "CLIPTextEncode", inputs: { text: ["11", 0], clip: ["4", 1] } },
  "7": { class_type: "CLIPTextEncode", inputs: { text: "people", clip: ["4", 1] } },
  "10": { class_type: "LoraLoader", inputs: { lora_name: "x", model: ["4", 0] } },
  "11": { class_type: "PrimitiveString", inputs: { value: "a koi pond" } },
};

describe("what a generator writes into an image", () => {
  it.each(["tEXt", "iTXt"] as const)("is read from a PNG of AUTOMATIC1111 (%s)", async (chunk) => {
    const png = await paintGenerated({ parameters: A1111 }, { chunk });
    expect(readGeneration(png)).toEqual(FROM_A1111);
  });

  it.each(["II", "MM"] as const)("is read from a JPEG and a WebP (%s)", (order) => {
    const exif = writeExif(A1111, order);
    expect(readGeneration(toJpeg(exif))).toEqual(FROM_A1111);
    expect(readGeneration(toWebp(exif))).toEqual(FROM_A1111);
  });

  // In quadratic time this would take minutes.
  it("is read as quickly when it is a long run of NULs", { timeout: 60_000 }, () => {
    const padded = `${A1111}${"\0".repeat(400_000)}`;
    expect(readGeneration(toWebp(writeExif(padded, "II")))).toEqual(FROM_A1111);
    expect(readGeneration(toWebp(writeExif(`${padded}x`, "II")))?.prompt).toBe(FROM_A1111.prompt);
  });

  it("is read from ComfyUI's graph, by its links", async () => {
    const png = await paintGenerated({ prompt: JSON.stringify(COMFY), workflow: "{}" });
    expect(readGeneration(png)).toEqual({
      prompt: "a koi pond",
      seed: "42",
      model: "flux1-dev.safetensors",
      size: { widthPx: 1024, heightPx: 768 },
    });
  });

  it("holds nothing that the database cannot store", async () => {
    const metadata = {
      positive_prompt: "a fox\0 \ud83e\udd8a\ud83e",
      model: { name: `${"x".repeat(199)}\ud83e\udd8a` },
    };
    const png = await paintGenerated({ invokeai_metadata: JSON.stringify(metadata) });
    expect(readGeneration(png)).toMatchObject({
      prompt: "a fox \ud83e\udd8a",
      model: "x".repeat(199),
    });
  });

  it("is read from InvokeAI's metadata", async () => {
    const metadata = {
      positive_prompt: "a fox",
      negative_prompt: "text",
      seed: 5,
      width: 512,
      height: 640,
      model: { name: "dreamshaper-8", hash: "x" },
    };
    const png = await paintGenerated({ invokeai_metadata: JSON.stringify(metadata) });
    expect(readGeneration(png)).toEqual({
      prompt: "a fox",
      seed: "5",
      model: "dreamshaper-8",
      size: { widthPx: 512, heightPx: 640 },
    });
  });

  it("is nothing where it says nothing, goes round in a circle or is too long", async () => {
    const circle = {
      ...COMFY,
      "11": { class_type: "PrimitiveString", inputs: { value: ["6", 0] } },
    };
    const long = `${"x".repeat(PRODUCT_PROMPT_LENGTH_MAX + 1)}\nSteps: 1, Seed: 1`;
    const silent: Record<string, string>[] = [
      {},
      { Title: "A holiday" },
      { parameters: "no values" },
      { parameters: long },
      { prompt: JSON.stringify(circle) },
      { prompt: '{"3": null, "4": {"class_type": 1, "inputs": []}}' },
      { invokeai_metadata: '{"positive_prompt": {"a": 1}}' },
    ];
    for (const texts of silent) {
      expect(readGeneration(await paintGenerated(texts))).toBeNull();
    }
  });

  it("never breaks on bytes that are cut, changed or made up", async () => {
    const whole = [
      await paintGenerated({ parameters: A1111, prompt: JSON.stringify(COMFY) }),
      toJpeg(writeExif(A1111)),
      toWebp(writeExif(A1111, "II")),
    ];
    const change = fc.record({ at: fc.nat(2_000), byte: fc.nat(255) });
    const images = fc
      .tuple(fc.constantFrom(...whole), fc.array(change, { maxLength: 20 }), fc.nat(4_000))
      .map(([image, changes, length]) => {
        const bytes = Buffer.from(image.subarray(0, length));
        for (const { at, byte } of changes) if (at < bytes.length) bytes[at] = byte;
        return bytes;
      });
    const noise = fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes));
    fc.assert(
      fc.property(fc.oneof(images, noise), (bytes) => {
        const generation = readGeneration(bytes);
        expect(generation?.prompt ?? "x").not.toBe("");
        expect(generation?.prompt ?? "").not.toContain("\0");
      }),
      { numRuns: 300 },
    );
  });
});
