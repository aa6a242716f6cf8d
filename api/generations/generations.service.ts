import { randomInt } from "node:crypto";
import { HOUR_MS } from "#domain/dates.ts";
import { DomainError, RETRY_AFTER_SECONDS } from "#domain/errors.ts";
import {
  GENERATION_PRICE_CENTS,
  GENERATION_REPEAT_MS,
  GENERATION_TIMEOUT_MS,
  GENERATIONS_PER_MEMBER_MAX,
  GENERATIONS_WAITING_MAX,
  generationsFinishedBefore,
  isFinalState,
} from "#domain/generations.ts";
import { fallbackLocale, localize } from "#domain/localized-texts.ts";
import { toDecimal } from "#domain/money.ts";
import {
  GENERATION_WAIT_SECONDS_MAX,
  type GenerateImageBody,
  type Generation,
} from "../contract/generations.ts";
import type { HistoryMeta, HistoryPageQuery } from "../contract/history.ts";
import { inTransaction } from "../db/client.ts";
import { readHistoryPage } from "../db/history.queries.ts";
import type { ApiDeps } from "../http/context.ts";
import { isOutage } from "../http/errors.ts";
import type { OwnFile } from "../noun.ts";
import { type RemovalOptions, removeEach } from "../providers/files/removals.ts";
import { requireOpenDelivery } from "../purchases/delivery.ts";
import { zipImage } from "../purchases/download.ts";
import { parseImageChoice } from "../purchases/image-choice.ts";
import { getOrderOfProduct } from "../purchases/purchases.queries.ts";
import { requireSettings } from "../site/site.queries.ts";
import { POLL_EVERY_MS, runnerOf } from "./generation-runner.ts";
import {
  cancelGeneration as cancelRow,
  countUnderway,
  type DeletableGeneration,
  deleteGeneration,
  findSame,
  type GenerationRow,
  getGeneration,
  insertGeneration,
  listDeletable,
  listOwnFiles,
  listGenerations as listRows,
  lockQueue,
} from "./generations.queries.ts";
import { listImageKeys } from "./stored-image.ts";

const SEED_MAX = 1_000_000;
const CLEAN_BATCH = 100;
/** Longer than any attempt continues after its image is cancelled, including storing its file. */
const ATTEMPT_MS_MAX = HOUR_MS;

export type ImageFile = { fileName: string; bytes: Uint8Array<ArrayBuffer> };

/**
 * Generates an image from a bought prompt (spec §7 purchase/generate-image): queues it and waits
 * for its zip. With `wait_seconds`, returns the image's state if it takes longer, or if the image
 * cannot be read back at the moment; without, the latter throws unavailable. Repeating a request
 * returns the same image; a new `operation_id` requests another one. Throws prompt_not_owned,
 * delivery_not_open, delivery_held, validation_failed with the allowed values, too_many_attempts
 * for a person's third concurrent image, generation_busy when the queue is full, the image's own
 * failure, order_refunded, generation_cancelled, generation_slow.
 */
export async function generateImage(
  deps: ApiDeps,
  userId: number,
  body: GenerateImageBody,
  locale: string,
): Promise<{ file: ImageFile } | { generation: Generation }> {
  const id = await queueGeneration(deps, userId, body);
  const waitMs = (body.wait_seconds ?? GENERATION_WAIT_SECONDS_MAX) * 1000;
  const row = await waitUntilFinal(deps, userId, id, waitMs);
  if (row.state === "done") {
    const file = await readZip(deps, row).catch(nullIfUnavailable);
    if (file) return { file };
    // Not the storage's own error, whose text says that nothing was changed: the image was made.
    if (body.wait_seconds === undefined) throw unavailable();
    return { generation: toGeneration(row, locale) };
  }
  if (row.failure !== null) throw failureOf(row.failure);
  if (row.state === "cancelled") throw new DomainError("generation_cancelled");
  if (body.wait_seconds === undefined) throw new DomainError("generation_slow");
  return { generation: toGeneration(row, locale) };
}

/** Returns null for an error that means the files are temporarily unavailable; throws any other. */
function nullIfUnavailable(error: unknown): null {
  if (isOutage(error)) return null;
  throw error;
}

const unavailable = () =>
  new DomainError("unavailable", { retryAfterSeconds: RETRY_AFTER_SECONDS });

function failureOf(code: NonNullable<GenerationRow["failure"]>): DomainError {
  const isPassing = code === "generation_busy" || code === "generation_unavailable";
  return new DomainError(code, isPassing ? { retryAfterSeconds: RETRY_AFTER_SECONDS } : {});
}

async function queueGeneration(
  deps: ApiDeps,
  userId: number,
  body: GenerateImageBody,
): Promise<number> {
  const order = await getOrderOfProduct(deps.database, userId, Number(body.prompt_id));
  if (!order) throw promptNotOwned();
  const now = deps.now();
  requireOpenDelivery(order, now);
  const { format, size } = parseImageChoice(await requireSettings(deps.database), body);
  const operationId = body.operation_id ?? "";
  const given = { userId, orderId: order.id, operationId, format, ...size };
  return inTransaction(deps.database, async (sql) => {
    await lockQueue(sql);
    const repeatedAfter = new Date(now.getTime() - GENERATION_REPEAT_MS);
    const same = await findSame(sql, given, repeatedAfter);
    if (same !== null) return same;
    const { own, waiting } = await countUnderway(sql, userId);
    const later = { retryAfterSeconds: RETRY_AFTER_SECONDS };
    if (own >= GENERATIONS_PER_MEMBER_MAX) throw new DomainError("too_many_attempts", later);
    if (waiting >= GENERATIONS_WAITING_MAX) throw new DomainError("generation_busy", later);
    const expiresAt = new Date(now.getTime() + GENERATION_TIMEOUT_MS);
    return insertGeneration(sql, { ...given, seed: randomInt(1, SEED_MAX), now, expiresAt });
  });
}

/**
 * Returns a 422 instead of a 403, so that clients show the message and not their "forbidden" page.
 */
function promptNotOwned(): DomainError {
  const code = "prompt_not_owned";
  return new DomainError(code, { fields: { prompt_id: [{ code }] } });
}

/** Returns the image once it is final, or its state on a timeout. Throws when it is gone. */
async function waitUntilFinal(
  deps: ApiDeps,
  userId: number,
  id: number,
  waitMs: number,
): Promise<GenerationRow> {
  const runner = runnerOf(deps);
  const until = performance.now() + waitMs;
  for (;;) {
    // Subscribes before reading, so that a change in between is not missed.
    const leftMs = until - performance.now();
    runner.wake();
    const changed = runner.waitForChange(id, Math.max(0, Math.min(leftMs, POLL_EVERY_MS)));
    const row = await requireGeneration(deps, userId, id);
    if (isFinalState(row.state) || leftMs <= 0) return row;
    await changed;
  }
}

async function requireGeneration(
  deps: ApiDeps,
  userId: number,
  id: number,
): Promise<GenerationRow> {
  const row = await getGeneration(deps.database, userId, id);
  if (!row) throw new DomainError("generation_not_found");
  return row;
}

/** Returns one of the member's own images. Throws generation_not_found. */
export async function readGeneration(
  deps: ApiDeps,
  userId: number,
  id: number,
  locale: string,
): Promise<Generation> {
  return toGeneration(await requireGeneration(deps, userId, id), locale);
}

/** Lists a page of the member's images, newest first. */
export async function listGenerations(
  deps: ApiDeps,
  userId: number,
  locale: string,
  query: HistoryPageQuery,
): Promise<{ payload: Generation[]; meta: HistoryMeta }> {
  const { rows, ...meta } = await listRows(deps.database, userId, readHistoryPage(query));
  return { payload: rows.map((row) => toGeneration(row, locale)), meta };
}

/** Cancels a queued or running image; a final one stays unchanged. Throws generation_not_found. */
export async function cancelGeneration(
  deps: ApiDeps,
  userId: number,
  id: number,
  locale: string,
): Promise<Generation> {
  const isCancelled = await cancelRow(deps.database, { userId, id, now: deps.now() });
  const runner = runnerOf(deps);
  if (isCancelled) {
    runner.cancel(id);
    runner.wake();
  }
  return readGeneration(deps, userId, id, locale);
}

/**
 * Returns the zip of a finished image. Throws generation_not_found if it does not exist,
 * order_refunded.
 */
export async function downloadGeneration(
  deps: ApiDeps,
  userId: number,
  id: number,
): Promise<ImageFile> {
  return readZip(deps, await requireGeneration(deps, userId, id));
}

/** Returns only the image, for display. Throws like downloadGeneration. */
export async function readGeneratedImage(
  deps: ApiDeps,
  userId: number,
  id: number,
): Promise<{ format: GenerationRow["format"]; bytes: Buffer }> {
  const row = await requireGeneration(deps, userId, id);
  return { format: row.format, bytes: await readImage(deps, row) };
}

async function readZip(deps: ApiDeps, row: GenerationRow): Promise<ImageFile> {
  const { prompt, format } = row;
  const image = await readImage(deps, row);
  // Several images of one prompt can be unpacked into the same folder.
  const name = `${row.slug}-${row.seed}`;
  return { fileName: `${name}.zip`, bytes: zipImage({ name, prompt, image, format }) };
}

async function readImage(deps: ApiDeps, row: GenerationRow): Promise<Buffer> {
  if (row.refundedAt !== null) throw new DomainError("order_refunded");
  const image = row.fileKey === null ? null : await deps.files.get(row.fileKey);
  if (!image) throw new DomainError("generation_not_found");
  return image;
}

/**
 * Deletes old images, and those of deleted accounts. The file is removed first, because a row
 * without a file is found again. The row stays while an attempt may still be storing a file: if its
 * process dies, nothing else references that file.
 */
export async function deleteOldGenerations(deps: ApiDeps, options?: RemovalOptions): Promise<void> {
  const { database, files } = deps;
  const remove = async ({ fileKey, isOver, ...naming }: DeletableGeneration) => {
    // Earlier attempts may have left a file, and earlier versions named it differently.
    const keys = new Set([...(fileKey === null ? [] : [fileKey]), ...listImageKeys(naming)]);
    // Removes all files, even during a shutdown: without the row nothing references them.
    await removeEach(keys, (key) => files.remove(key));
    if (isOver) await deleteGeneration(database, naming.id);
  };
  await removeEach(listAllDeletable(deps), remove, options);
}

async function* listAllDeletable(deps: ApiDeps): AsyncGenerator<DeletableGeneration> {
  const now = deps.now();
  const overBefore = new Date(now.getTime() - ATTEMPT_MS_MAX);
  const filter = { finishedBefore: generationsFinishedBefore(now), overBefore, limit: CLEAN_BATCH };
  let deletable: DeletableGeneration[] = [];
  do {
    const afterId = deletable.at(-1)?.id ?? 0;
    deletable = await listDeletable(deps.database, { ...filter, afterId });
    yield* deletable;
  } while (deletable.length === CLEAN_BATCH);
}

/** Returns the member's images as files, for the data export. */
export async function ownGeneratedFiles(deps: ApiDeps, user: { id: number }): Promise<OwnFile[]> {
  const files = await listOwnFiles(deps.database, user.id);
  return files.map(({ id, slug, format, fileKey }) => ({
    name: `generations/${id}-${slug}.${format}`,
    read: () => deps.files.get(fileKey),
  }));
}

function toGeneration(row: GenerationRow, locale: string): Generation {
  const { titles } = row;
  return {
    id: row.id,
    state: row.state,
    prompt_id: row.productId,
    title: localize(titles, locale),
    title_locale: fallbackLocale(titles, locale),
    slug: row.slug,
    format: row.format,
    size: `${row.widthPx}x${row.heightPx}`,
    price: toDecimal(GENERATION_PRICE_CENTS),
    place: row.place,
    progress: row.progress,
    failure_code: row.failure,
    is_available: row.state === "done" && row.refundedAt === null,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}
