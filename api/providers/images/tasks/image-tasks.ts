import { encodeDownload, encodeRenditions, measure } from "./originals.ts";
import type { PaintingRequest } from "./paint.ts";
import type { ShareCardRequest } from "./share-card.ts";
import { readUpload, readUploadAsPng, readUploadWithThumb } from "./uploads.ts";

/** Everything that decodes, encodes or paints images, by the names that runImageTask takes. */
const IMAGE_TASKS = {
  measure,
  encodeRenditions,
  encodeDownload,
  readUpload,
  readUploadAsPng,
  readUploadWithThumb,
  // Only these tasks load the canvas.
  paint: async (request: PaintingRequest) => (await import("./paint.ts")).paint(request),
  drawShareCard: async (request: ShareCardRequest) =>
    (await import("./share-card.ts")).drawShareCard(request),
};
export type ImageTasks = typeof IMAGE_TASKS;

/** Runs a task; the types of its input and result belong together (runImageTask). */
export function runTask(name: keyof ImageTasks, input: unknown): Promise<unknown> {
  // TypeScript cannot relate a task's name to the type of its input.
  const task = IMAGE_TASKS[name] as (input: unknown) => Promise<unknown>;
  return task(input);
}
