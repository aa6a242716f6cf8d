import { DomainError } from "#domain/errors.ts";
import type { ImageGenerator } from "./images.ts";
import type { PaintingRequest, PaintingResult } from "./painter.ts";
import { createWorkerPool } from "./worker-pool.ts";

/** An image takes 0.1 to 0.9 s of a free core and some 100 MB; longer on a busy machine. */
const PAINTING_MS_MAX = 30_000;
const PAINTER_HEAP_MB_MAX = 512;
const GENERATION_MS_MAX = 90_000;
const AT_ONCE_MIN = 2;

/**
 * The embedded image generator (design §4): procedural images, no AI model. With `program` (the
 * built painter.ts) it runs on up to `painters` threads, so that no request is blocked; without it,
 * in development and tests, in process. `generate` throws validation_failed for a style or a size
 * that cannot be painted, and a plain error for an image that times out or is invalid.
 */
export function createProceduralImages(
  options: { program?: URL; painters?: number; deadlineMs?: number } = {},
): ImageGenerator {
  const { program, painters = 1, deadlineMs = PAINTING_MS_MAX } = options;
  const limits = { deadlineMs, heapMbMax: PAINTER_HEAP_MB_MAX };
  const pool =
    program && createWorkerPool<PaintingRequest, PaintingResult>(program, painters, limits);
  const run = async (request: PaintingRequest): Promise<PaintingResult> => {
    if (pool) return pool.run(request);
    // Loaded on first use: a process with painters does not need the engine in memory.
    const { paint } = await import("./painter.ts");
    return paint(request);
  };
  return {
    name: "procedural",
    source: "engine",
    // Requests beyond the painters wait within this process.
    atOnce: { max: Math.max(painters, AT_ONCE_MIN), per: "process" },
    // Also includes the time an image waits for a painter.
    deadlineMs: GENERATION_MS_MAX,
    async generate(request) {
      const result = await run(request);
      if ("png" in result) return toPng(result.png);
      if ("rejection" in result) {
        throw new DomainError("validation_failed", { cause: new RangeError(result.rejection) });
      }
      throw new Error(`a picture could not be painted: ${result.failure}`);
    },
    close: async () => pool?.close(),
  };
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function toPng(bytes: Uint8Array): Buffer {
  const png = Buffer.from(bytes);
  if (png.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return png;
  throw new Error("what was painted is not a PNG");
}
