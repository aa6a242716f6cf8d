import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DomainError } from "#domain/errors.ts";
import { createProceduralImages } from "./procedural-images.ts";

const images = createProceduralImages();
const request = {
  prompt: "A red fox in first snow",
  style: "watercolour",
  seed: 7,
  widthPx: 96,
  heightPx: 64,
};

describe("the procedural generator", () => {
  it("returns a PNG of the requested size, the same for the same request", async () => {
    const png = await images.generate(request);
    const { format, width, height } = await sharp(png).metadata();
    expect([format, width, height]).toEqual(["png", 96, 64]);
    expect((await images.generate(request)).equals(png)).toBe(true);
    expect(png.toString("latin1")).not.toContain("fox");
  });

  it.each([
    [{ style: "oil" }],
    [{ style: "__proto__" }],
    [{ widthPx: 0 }],
    [{ heightPx: 100_000 }],
    [{ widthPx: 96.5 }],
  ])("rejects what it cannot paint: %j", async (change) => {
    const rejected = images.generate({ ...request, ...change });
    await expect(rejected).rejects.toBeInstanceOf(DomainError);
    await expect(rejected).rejects.toMatchObject({ code: "validation_failed" });
  });
});

describe("a painting program that fails", () => {
  const DEADLINE_MS = 60_000;
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  const write = (onRequest: string) =>
    new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { parentPort } from "node:worker_threads";
        parentPort.on("message", (request) => { ${onRequest} });`)}`,
    );

  it.each([
    ["never responds", ""],
    ["loops for ever", "for (;;);"],
    ["throws", "throw new Error('the brush broke');"],
    ["exits", "process.exit(0);"],
    ["wants more memory than it may have", "const all = []; for (;;) all.push(new Array(1e6));"],
    ["sends nothing", "parentPort.postMessage(null);"],
    ["sends an empty picture", "parentPort.postMessage({ png: new Uint8Array() });"],
    ["sends a page", "parentPort.postMessage({ png: new TextEncoder().encode('<html>') });"],
    ["sends a text", "parentPort.postMessage({ png: 'an image' });"],
  ])("because it %s is an error, and the next request in the queue gets its picture", async (how, onRequest) => {
    const failing = createProceduralImages({
      program: write(`if (request.seed === 1) { ${onRequest} }
        else parentPort.postMessage({ png: Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10) });`),
      deadlineMs: DEADLINE_MS,
    });
    const ends = Promise.allSettled([
      failing.generate({ ...request, seed: 1 }),
      failing.generate({ ...request, seed: 2 }),
    ]);
    // The clock advances only for those that would never end.
    if (/never|for ever/.test(how)) vi.advanceTimersByTime(DEADLINE_MS);
    const [failed, next] = await ends;
    await failing.close();
    expect(failed).toMatchObject({ status: "rejected", reason: expect.any(Error) });
    expect(failed).not.toMatchObject({ reason: expect.any(DomainError) });
    expect(next.status).toBe("fulfilled");
  });
});
