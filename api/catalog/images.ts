import { createHash } from "node:crypto";
import { DomainError, RETRY_AFTER_SECONDS } from "#domain/errors.ts";
import type { Picture } from "../contract/catalog.ts";
import type { ApiDeps } from "../http/context.ts";
import { getChecked, getOrMake, keepChecked } from "../providers/files/checked-files.ts";
import { DamagedFileError, nullIfDamaged } from "../providers/files/checked-stream.ts";
import type { Files } from "../providers/files/files.ts";
import { BACKGROUND_TASK_MS_MAX, runImageTask } from "../providers/images/image-work.ts";
import { runEncoder, runPainter } from "../providers/images/task-queues.ts";
import type { Rendition, RenditionFormat } from "../providers/images/tasks/originals.ts";
import { toImageName } from "./image-names.ts";
import type { ImageRow } from "./images.queries.ts";

/** Widths of public renditions, as used by the layout. The full size is only sold. */
const RENDITION_WIDTHS = [160, 320, 480, 640, 960] as const;
/** Width of a picture beside a list entry. */
export const THUMB_WIDTH = 320;
/** Width of `image_url`, for clients that do not choose one. */
export const IMAGE_WIDTH = 960;
/**
 * Widths used by cards and by suggestions in the search box; made in advance, so that nobody has to
 * wait for them.
 */
const CARD_WIDTHS = [160, 320, 480] as const;
/** Best format first. AVIF is half the size of WebP for detailed images, and never larger. */
export const RENDITION_FORMATS = ["avif", "webp", "jpg"] as const satisfies RenditionFormat[];
const CARD_RENDITIONS: readonly Rendition[] = CARD_WIDTHS.flatMap((width) =>
  RENDITION_FORMATS.map((format) => ({ width, format })),
);
/**
 * Additional renditions for the product page; the few browsers without AVIF wait for theirs when
 * first requested.
 */
const PAGE_RENDITIONS = [640, 960].map((width): Rendition => ({ width, format: "avif" }));

export const RENDITIONS_FOLDER = "renditions";

/** Dependencies of rendering an image: storage, and a log for failed writes. */
export type ImageStore = Pick<ApiDeps, "files" | "log">;

export const originalKey = (hash: string) => `pictures/${hash}.png`;

/**
 * Stores an original under the hash of its bytes and returns the columns of its row. First calls
 * `beforeWrite` with the hash.
 */
export async function storeOriginal(
  files: Files,
  png: Buffer,
  beforeWrite: (hash: string) => Promise<void> = async () => {},
): Promise<ImageRow> {
  const hash = createHash("sha256").update(png).digest("hex");
  const facts = await runEncoder(() => runImageTask("measure", png));
  await beforeWrite(hash);
  await files.put(originalKey(hash), png);
  return { hash, ...facts };
}

/**
 * Returns an original; null when it is missing. Throws `unavailable` if its bytes do not match its
 * name.
 */
export async function getOriginal(
  { files, log }: ImageStore,
  hash: string,
): Promise<Buffer | null> {
  const png = await files.get(originalKey(hash));
  if (!png) return null;
  if (createHash("sha256").update(png).digest("hex") === hash) return png;
  log.error({ hash }, "an original is damaged: restore it from a backup");
  const cause = new DamagedFileError(`${originalKey(hash)} is not what its name says`);
  throw new DomainError("unavailable", { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
}

/** Makes the renditions for cards and suggestions before they are first requested. */
export function prepareCards(store: ImageStore, hash: string): Promise<void> {
  return prepareRenditions(store, hash, CARD_RENDITIONS);
}

/**
 * Makes the renditions for cards in advance, and those for the product page for which the original
 * is wide enough.
 */
export function prepareProduct(
  store: ImageStore,
  { hash, widthPx }: Pick<ImageRow, "hash" | "widthPx">,
): Promise<void> {
  const ofPage = PAGE_RENDITIONS.filter(({ width }) => width <= widthPx);
  return prepareRenditions(store, hash, [...CARD_RENDITIONS, ...ofPage]);
}

/**
 * Makes the given renditions of one original, except for those that exist. The original is read
 * once and, if fully opaque, decoded once. Makes none if the original is missing or damaged.
 */
async function prepareRenditions(
  store: ImageStore,
  hash: string,
  renditions: readonly Rendition[],
): Promise<void> {
  const missing: Rendition[] = [];
  for (const rendition of renditions) {
    const kept = await getChecked(store.files, renditionKey(hash, rendition));
    if (!kept) missing.push(rendition);
  }
  const original = missing.length > 0 ? await getOriginal(store, hash).catch(nullIfDamaged) : null;
  if (!original) return;
  const limits = { deadlineMs: BACKGROUND_TASK_MS_MAX };
  const encoded = await runPainter(() =>
    runImageTask("encodeRenditions", { original, renditions: missing }, limits),
  );
  for (const [index, bytes] of encoded.entries()) {
    const rendition = missing[index];
    if (rendition) await keepChecked(store, renditionKey(hash, rendition), bytes);
  }
}

/**
 * Returns a public rendition: re-encoded, so that none of the original's metadata remains (which
 * may contain the very prompt for sale). It is rendered once and stored, and rendered again if the
 * stored file is damaged; null when there is no original. Throws `unavailable` if the original is
 * damaged.
 */
export async function requireRendition(
  store: ImageStore,
  hash: string,
  width: number,
  format: RenditionFormat,
): Promise<Buffer | null> {
  const rendition = { width, format };
  return getOrMake(store, renditionKey(hash, rendition), () =>
    runEncoder(async () => {
      const original = await getOriginal(store, hash);
      if (!original) return null;
      const renditions = [rendition];
      const [encoded] = await runImageTask("encodeRenditions", { original, renditions });
      return encoded ?? null;
    }),
  );
}

const renditionKey = (hash: string, { width, format }: Rendition) =>
  `${RENDITIONS_FOLDER}/${hash}/${width}.${format}`;

export const renditionUrl = (hash: string, width: number, format: RenditionFormat) =>
  `/media/${toImageName(hash)}/${width}.${format}`;

/**
 * Parses the width and format from a rendition's file name, such as "320.webp". Throws not_found
 * for any other name.
 */
export function parseRenditionName(file: string) {
  const [name = "", ending = ""] = file.split(".", 2);
  const width = RENDITION_WIDTHS.find((known) => String(known) === name);
  const format = RENDITION_FORMATS.find((known) => known === ending);
  if (!width || !format || file !== `${width}.${format}`) throw new DomainError("not_found");
  return { width, format };
}

/** Returns the `srcset` data (contract `Image`), with no width beyond the original's. */
export function toPicture(row: ImageRow): Picture {
  const [narrowest] = RENDITION_WIDTHS;
  const widths = RENDITION_WIDTHS.filter((width) => width <= Math.max(row.widthPx, narrowest));
  return {
    width: row.widthPx,
    height: row.heightPx,
    color: row.color,
    base_url: `/media/${toImageName(row.hash)}`,
    widths,
    formats: [...RENDITION_FORMATS],
  };
}
