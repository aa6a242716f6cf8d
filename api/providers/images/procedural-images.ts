import { DomainError } from "#domain/errors.ts";
import { runImageTask } from "./image-work.ts";
import { type ImageGenerator, type ImageRequest, UNLIMITED } from "./images.ts";
import { runPainter } from "./task-queues.ts";

const GENERATION_MS_MAX = 90_000;
const CONCURRENT_IMAGES_MAX = 2;

/**
 * Creates the embedded image generator (design §4): procedural images, no AI model. `generate`
 * throws validation_failed for a style or size that cannot be painted, the signal's reason if it is
 * aborted before a painter is free, and a plain error for an image that is invalid or takes longer
 * than `paintMs` milliseconds. By default that is as long as members wait, so that no painter works
 * on an image nobody waits for.
 */
export function createProceduralImages({ paintMs = GENERATION_MS_MAX } = {}): ImageGenerator {
  return {
    name: "procedural",
    source: "engine",
    // Further requests wait within this process.
    concurrency: { max: CONCURRENT_IMAGES_MAX, per: "process" },
    // Includes the time an image waits for a painter.
    deadlineMs: GENERATION_MS_MAX,
    generate: async (request, { signal } = UNLIMITED) => {
      const painted = await runPainter(async () => {
        signal.throwIfAborted();
        return paint(request, paintMs);
      });
      return toPng(painted);
    },
    close: async () => {},
  };
}

async function paint(request: ImageRequest, deadlineMs: number): Promise<Uint8Array> {
  try {
    return await runImageTask("paint", request, { deadlineMs });
  } catch (error) {
    if (error instanceof RangeError) throw new DomainError("validation_failed", { cause: error });
    throw error;
  }
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function toPng(bytes: Uint8Array): Buffer {
  const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (png.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return png;
  throw new Error("what was painted is not a PNG");
}
