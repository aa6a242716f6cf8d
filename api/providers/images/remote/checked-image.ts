import { runImageTask } from "../image-work.ts";
import type { ImageRequest } from "../images.ts";
import { runEncoder } from "../task-queues.ts";
import { ImageModelError } from "./image-model-error.ts";

const FORMATS = ["png", "jpg", "webp"] as const;
/** An image that must be enlarged more than this is a placeholder rather than the model's work. */
const ENLARGED_MAX = 4;

type Size = Pick<ImageRequest, "widthPx" | "heightPx">;

/**
 * Decodes and re-encodes the image in a model server's response like an upload: without metadata
 * (which often contains the prompt) or trailing data. Throws ImageModelError `unavailable` if it is
 * not a complete image of a usual shape, or a side is less than a quarter of the requested one.
 */
export async function checkImage(bytes: Buffer, requested: Size): Promise<Buffer> {
  const read = await runEncoder(() => runImageTask("readUpload", { bytes, formats: FORMATS }));
  if ("problem" in read) throw unusable(read.problem);
  if (!read.image) throw unusable("it cannot be decoded");
  const { widthPx, heightPx, clean } = read.image;
  const isTiny =
    widthPx * ENLARGED_MAX < requested.widthPx || heightPx * ENLARGED_MAX < requested.heightPx;
  if (isTiny) throw unusable(`it has only ${widthPx}x${heightPx} pixels`);
  return clean;
}

function unusable(why: string): ImageModelError {
  return new ImageModelError("unavailable", `the image server sent no usable image: ${why}`);
}
