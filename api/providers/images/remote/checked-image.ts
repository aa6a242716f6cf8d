import { runImageTask } from "../image-work.ts";
import { runEncoder } from "../task-queues.ts";
import { ImageModelError } from "./image-model-error.ts";

const FORMATS = ["png", "jpg", "webp"] as const;

/**
 * Decodes and re-encodes a model server's response like an upload: without metadata (which often
 * contains the prompt) or trailing data. Throws ImageModelError `unavailable` if it is not a
 * complete image of a usual shape.
 */
export async function checkImage(bytes: Buffer): Promise<Buffer> {
  const read = await runEncoder(() => runImageTask("readUpload", { bytes, formats: FORMATS }));
  if ("image" in read && read.image) return read.image.clean;
  const why = "problem" in read ? read.problem : "it cannot be decoded";
  throw new ImageModelError("unavailable", `the image server sent no usable image: ${why}`);
}
