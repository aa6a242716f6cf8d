import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DomainError } from "#domain/errors.ts";
import { startImageProcesses } from "./image-work.ts";
import { createProceduralImages } from "./procedural-images.ts";
import { runPainter } from "./task-queues.ts";

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

  it("does not paint what is given up before a painter is free", async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const busy = [runPainter(() => released), runPainter(() => released)];
    const givenUp = new AbortController();
    const waiting = images.generate(request, { signal: givenUp.signal });
    givenUp.abort(new Error("nobody waits for it"));
    release();
    await expect(waiting).rejects.toThrow("nobody waits for it");
    await Promise.all(busy);
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

describe("an image program that fails", () => {
  /** As long as members wait for an image. */
  const DEADLINE_MS = images.deadlineMs;
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  const folder = mkdtempSync(join(tmpdir(), "promptory-painter-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Writes a program that runs `onRequest` for a request with the seed 1. */
  const write = (onRequest: string) => {
    const file = join(folder, `${randomUUID()}.mjs`);
    writeFileSync(
      file,
      `process.on("message", ({ input }) => {
        if (input.seed === 1) { ${onRequest} }
        else process.send({ result: Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10) });
      });`,
    );
    return pathToFileURL(file);
  };

  it.each([
    ["never responds", ""],
    ["loops for ever", "for (;;);"],
    ["throws", "throw new Error('the brush broke');"],
    ["exits", "process.exit(0);"],
    ["crashes", "process.kill(process.pid, 'SIGSEGV');"],
    ["fails", "process.send({ failure: 'the brush broke' });"],
    ["sends nothing", "process.send(null);"],
    ["sends no reply", "process.send(7);"],
    ["sends an empty picture", "process.send({ result: new Uint8Array() });"],
    ["sends a page", "process.send({ result: new TextEncoder().encode('<html>') });"],
    ["sends a text", "process.send({ result: 'an image' });"],
  ])("because it %s is an error, and the next request in the queue gets its picture", async (how, onRequest) => {
    const processes = startImageProcesses(write(onRequest));
    const ends = Promise.allSettled([
      images.generate({ ...request, seed: 1 }),
      images.generate({ ...request, seed: 2 }),
      images.generate({ ...request, seed: 3 }),
    ]);
    // The clock advances only for programs that would never end.
    if (/never|for ever/.test(how)) {
      await images.generate({ ...request, seed: 4 });
      vi.advanceTimersByTime(DEADLINE_MS);
    }
    const [failed, ...others] = await ends;
    await processes.close();
    expect(failed).toMatchObject({ status: "rejected", reason: expect.any(Error) });
    expect(failed).not.toMatchObject({ reason: expect.any(DomainError) });
    expect(others.map((end) => end.status)).toEqual(["fulfilled", "fulfilled"]);
  });

  it("rejects with the words of a RangeError what cannot be painted", async () => {
    const processes = startImageProcesses(write("process.send({ rejection: 'too wide' });"));
    const rejected = images.generate({ ...request, seed: 1 });
    await expect(rejected).rejects.toMatchObject({
      code: "validation_failed",
      cause: { message: "too wide" },
    });
    await processes.close();
  });
});
