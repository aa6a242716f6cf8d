import { DomainError } from "#domain/errors.ts";
import type { ImageGenerator } from "./images.ts";
import type { PaintingAnswer, PaintingRequest } from "./painter.ts";
import { createWorkerPool } from "./worker-pool.ts";

export type ProceduralImages = ImageGenerator & { close(): Promise<void> };

/**
 * The embedded image generator (design §4): procedural pictures, no AI model. With `program` (the
 * built painter.ts) they are made on up to `painters` threads, so that no visitor waits for one;
 * without it, in development and tests, in place.
 * `generate` throws validation_failed for a style or a size that cannot be painted.
 */
export function createProceduralImages(
  options: { program?: URL; painters?: number } = {},
): ProceduralImages {
  const { program, painters = 1 } = options;
  const pool = program && createWorkerPool<PaintingRequest, PaintingAnswer>(program, painters);
  const run = async (request: PaintingRequest): Promise<PaintingAnswer> => {
    if (pool) return pool.run(request);
    // Loaded when needed: a process that has painters does without the engine's memory.
    const { paint } = await import("./painter.ts");
    return paint(request);
  };
  return {
    name: "procedural",
    async generate(request) {
      const answer = await run(request);
      if ("png" in answer) return Buffer.from(answer.png);
      if ("refusal" in answer) {
        throw new DomainError("validation_failed", { message: answer.refusal });
      }
      throw new Error(`a picture could not be painted: ${answer.failure}`);
    },
    close: async () => pool?.close(),
  };
}
