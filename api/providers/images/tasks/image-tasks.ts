import { encodeDownload, encodeRenditions, measure } from "./originals.ts";
import type { PaintingRequest } from "./paint.ts";
import type { ShareCardRequest } from "./share-card.ts";
import { readUpload, readUploadAsPng, readUploadWithThumb } from "./uploads.ts";

/** All that decodes, encodes or paints images, by the names under which runImageTask runs it. */
export const IMAGE_TASKS = {
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
