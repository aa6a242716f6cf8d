import { zipSync } from "fflate";
import type { ImageSource } from "#domain/image-sources.ts";
import type { ImageFormat } from "#domain/purchases.ts";
import { getOriginal, type ImageStore } from "../catalog/images.ts";
import { getOrMake } from "../providers/files/checked-files.ts";
import { DOWNLOADS_FOLDER } from "../providers/files/file-keys.ts";
import { runImageTask } from "../providers/images/image-work.ts";
import { runEncoder } from "../providers/images/task-queues.ts";
import type { ImageChoice } from "./image-choice.ts";

/**
 * A fixed time, so that every zip of the same order has the same bytes. DOS time starts in 1980.
 */
const ZIP_TIME = new Date(1980, 0, 1);

export const DOWNLOADS_BYTES_MAX = 512 * 1024 * 1024;

/** The zip of spec §1: the image, and the English prompt as .txt, both named `name`. */
export function zipImage(content: {
  name: string;
  prompt: string;
  image: Buffer;
  format: ImageFormat;
}): Uint8Array<ArrayBuffer> {
  const { name, prompt, image, format } = content;
  return zipSync(
    {
      [`${name}.${format}`]: new Uint8Array(image),
      [`${name}.txt`]: new TextEncoder().encode(`${prompt}\n`),
    },
    // Images are already compressed.
    { level: 0, mtime: ZIP_TIME },
  );
}

/**
 * The image with this hash in the requested format and size. It is encoded once, also for
 * concurrent requests, stored, and encoded again if the stored file is damaged. Null if there is no
 * original.
 */
export function encodeOriginal(
  store: ImageStore,
  { hash, source }: { hash: string; source: ImageSource },
  { format, size }: ImageChoice,
): Promise<Buffer | null> {
  const name = `${source}-${size.widthPx}x${size.heightPx}.${format}`;
  const key = `${DOWNLOADS_FOLDER}/${hash}/${name}`;
  return getOrMake(store, key, () =>
    runEncoder(async () => {
      const original = await getOriginal(store, hash);
      return original && runImageTask("encodeDownload", { original, format, size, source });
    }),
  );
}

/**
 * Encodes an image; its only metadata is how it was made. The same input gives the same bytes.
 * Throws on a timeout.
 */
export function encodeImage(
  original: Buffer,
  { format, size }: ImageChoice,
  source: ImageSource,
): Promise<Buffer> {
  return runEncoder(() => runImageTask("encodeDownload", { original, format, size, source }));
}
