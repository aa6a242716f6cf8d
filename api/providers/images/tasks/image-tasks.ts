import { encodeDownload, encodeRenditions, measure } from "./originals.ts";
import type { PaintingRequest } from "./paint.ts";
import type { ShareCardRequest } from "./share-card.ts";
import { readUpload, readUploadAsPng, readUploadWithThumb } from "./uploads.ts";

/** All that decodes, encodes or paints images, by the names under which runImageTask runs it. */
const IMAGE_TASKS = {
  measure,
  encodeRenditions,
  encodeDownload,
  readUpload,
  readUploadAsPng,
  readUploadWithThumb,
  // The canvas is loaded for these alone.
  paint: async (request: PaintingRequest) => (await import("./paint.ts")).paint(request),
  drawShareCard: async (request: ShareCardRequest) =>
    (await import("./share-card.ts")).drawShareCard(request),
};
export type ImageTasks = typeof IMAGE_TASKS;

/** The result of a task for its input, whose types belong together (runImageTask). */
export function runTask(name: keyof ImageTasks, input: unknown): Promise<unknown> {
  // TypeScript does not follow a name to the input of its function.
  const task = IMAGE_TASKS[name] as (input: unknown) => Promise<unknown>;
  return task(input);
}
