import { GENERATION_TIMEOUT_MS, type GenerationState } from "#domain/generations.ts";
import type { ErrorCode } from "#domain/messages.ts";
import type { ImageFormat } from "#domain/purchases.ts";
import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import type { Sql } from "../db/client.ts";
import { isDue } from "../db/due-times.ts";
import {
  type HistoryPage,
  type HistoryRows,
  pageByKey,
  toHistoryRows,
} from "../db/history.queries.ts";
import type { FileNaming } from "./stored-image.ts";

/** No image waits longer than this, and no process holds one for longer. */
const dueBy = (now: Date) => ({ now, longestMs: GENERATION_TIMEOUT_MS });

export type GenerationRow = {
  id: number;
  state: GenerationState;
  format: ImageFormat;
  widthPx: number;
  heightPx: number;
  seed: number;
  /** Position in the queue, from 1; null unless it is queued. */
  place: number | null;
  progress: number | null;
  failure: ErrorCode | null;
  fileKey: string | null;
  createdAt: Date;
  finishedAt: Date | null;
  productId: number;
  slug: string;
  titles: Record<string, string>;
  prompt: string;
  refundedAt: Date | null;
};

const columns = (sql: Sql) => sql`
  g.id, g.state, g.format, g.width_px AS "widthPx", g.height_px AS "heightPx", g.seed, g.progress,
  g.failure, g.file_key AS "fileKey", g.created_at AS "createdAt", g.finished_at AS "finishedAt",
  CASE WHEN g.state = 'queued' THEN (SELECT count(*)::int FROM generations w
    WHERE w.state = 'queued' AND w.id <= g.id) END AS place,
  o.product_id AS "productId", o.slug, o.titles, o.prompt, o.refunded_at AS "refundedAt"`;

/** Serializes transactions that queue or start an image, until the transaction ends. */
export async function lockQueue(sql: Sql): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.generations})`;
}

export type RequestedGeneration = {
  userId: number;
  orderId: number;
  operationId: string;
  format: ImageFormat;
  widthPx: number;
  heightPx: number;
};

/**
 * Returns the image of the same request: one in progress, one finished after `finishedAfter` or, if
 * the request has a key, any that did not fail.
 */
export async function findSame(
  sql: Sql,
  given: RequestedGeneration,
  finishedAfter: Date,
): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    SELECT id FROM generations
    WHERE user_id = ${given.userId} AND order_id = ${given.orderId}
      AND operation_id = ${given.operationId} AND format = ${given.format}
      AND width_px = ${given.widthPx} AND height_px = ${given.heightPx}
      AND (state IN ('queued', 'running') OR (state = 'done'
        AND (operation_id <> '' OR finished_at > ${finishedAfter})))
    ORDER BY id DESC LIMIT 1`;
  return row?.id ?? null;
}

/** Counts the member's images in progress, and the images queued in the whole shop. */
export async function countUnderway(
  sql: Sql,
  userId: number,
): Promise<{ own: number; waiting: number }> {
  const [row] = await sql<[{ own: number; waiting: number }]>`
    SELECT count(*) FILTER (WHERE user_id = ${userId})::int AS own,
      count(*) FILTER (WHERE state = 'queued')::int AS waiting
    FROM generations WHERE state IN ('queued', 'running')`;
  return row;
}

export async function insertGeneration(
  sql: Sql,
  given: RequestedGeneration & { seed: number; now: Date; expiresAt: Date },
): Promise<number> {
  const [row] = await sql<[{ id: number }]>`
    INSERT INTO generations (user_id, order_id, operation_id, format, width_px, height_px, seed,
      due_at, expires_at, created_at)
    VALUES (${given.userId}, ${given.orderId}, ${given.operationId}, ${given.format},
      ${given.widthPx}, ${given.heightPx}, ${given.seed}, ${given.now}, ${given.expiresAt},
      ${given.now})
    RETURNING id`;
  return row.id;
}

/** Returns one of the member's own images; null for another member's. */
export async function getGeneration(
  sql: Sql,
  userId: number,
  id: number,
): Promise<GenerationRow | null> {
  const [row] = await sql<GenerationRow[]>`
    SELECT ${columns(sql)} FROM generations g JOIN orders o ON o.id = g.order_id
    WHERE g.user_id = ${userId} AND g.id = ${id}`;
  return row ?? null;
}

/** Lists a page of a member's images, newest first. */
export async function listGenerations(
  sql: Sql,
  userId: number,
  page: HistoryPage,
): Promise<HistoryRows<GenerationRow>> {
  const rows = await sql<GenerationRow[]>`
    SELECT ${columns(sql)} FROM generations g JOIN orders o ON o.id = g.order_id
    WHERE g.user_id = ${userId} ${pageByKey(sql, sql`g.id`, page)}`;
  return toHistoryRows(rows, page);
}

/** The columns that a process needs to generate an image. The attempt number proves its claim. */
export type ClaimedGeneration = {
  id: number;
  attempts: number;
  userId: number | null;
  format: ImageFormat;
  widthPx: number;
  heightPx: number;
  seed: number;
  expiresAt: Date;
  prompt: string;
  style: string | null;
  refundedAt: Date | null;
};

/** Returns true while any image is queued or running; usually there is none. */
export async function isAnyUnderway(sql: Sql): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM generations WHERE state IN ('queued', 'running') LIMIT 1`;
  return rows.length > 0;
}

/**
 * Requeues images whose process died, and ends those that have timed out or whose processes keep
 * dying. Returns the ids of those that ended. The queue must be locked.
 */
export async function settleStale(
  sql: Sql,
  { now, deathsMax }: { now: Date; deathsMax: number },
): Promise<number[]> {
  await sql`
    UPDATE generations SET state = 'queued', leased_until = NULL, progress = NULL, due_at = ${now},
      deaths = deaths + 1
    WHERE state = 'running' AND ${isDue(sql, sql`leased_until`, dueBy(now))}`;
  const ended = await sql<{ id: number }[]>`
    UPDATE generations SET state = 'failed', finished_at = ${now},
      failure = CASE WHEN deaths >= ${deathsMax} THEN 'generation_failed'
        ELSE 'generation_timeout' END
    WHERE state = 'queued' AND (expires_at <= ${now} OR deaths >= ${deathsMax})
    RETURNING id`;
  return ended.map(({ id }) => id);
}

/**
 * Claims the oldest due image; returns null when none is due, or when `runningMax` are already
 * running. No other process claims it before `leasedUntil`. The queue must be locked.
 */
export async function claimGeneration(
  sql: Sql,
  given: { now: Date; leasedUntil: Date; runningMax: number | null },
): Promise<ClaimedGeneration | null> {
  const hasSpace =
    given.runningMax === null
      ? sql`true`
      : sql`(SELECT count(*) FROM generations WHERE state = 'running') < ${given.runningMax}`;
  const [row] = await sql<ClaimedGeneration[]>`
    UPDATE generations g SET state = 'running', attempts = attempts + 1,
      leased_until = ${given.leasedUntil}
    FROM orders o
    WHERE o.id = g.order_id AND g.id = (
      SELECT id FROM generations
      WHERE state = 'queued' AND ${isDue(sql, sql`due_at`, dueBy(given.now))} AND ${hasSpace}
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING g.id, g.attempts, g.user_id AS "userId", g.format, g.width_px AS "widthPx",
      g.height_px AS "heightPx", g.seed, g.expires_at AS "expiresAt", o.prompt, o.style,
      o.refunded_at AS "refundedAt"`;
  return row ?? null;
}

/** A process's claim, which ends when the image is cancelled or another process takes over. */
export type Claim = { id: number; attempts: number };

const isClaimHeld = (sql: Sql, { id, attempts }: Claim) =>
  sql`id = ${id} AND attempts = ${attempts} AND state = 'running'`;

/** Renews the claim and records the progress; returns false when the claim has ended. */
export async function renewClaim(
  sql: Sql,
  claim: Claim,
  { leasedUntil, progress }: { leasedUntil: Date; progress: number | null },
): Promise<boolean> {
  const rows = await sql`
    UPDATE generations SET leased_until = ${leasedUntil}, progress = ${progress}
    WHERE ${isClaimHeld(sql, claim)} RETURNING 1`;
  return rows.length > 0;
}

/**
 * Marks the image as stored; repeatable, because the database's response may get lost. Returns
 * false when the claim has ended, so that the file is not needed.
 */
export async function finishGeneration(
  sql: Sql,
  claim: Claim,
  { fileKey, now }: { fileKey: string; now: Date },
): Promise<boolean> {
  const rows = await sql`
    UPDATE generations SET state = 'done', file_key = ${fileKey}, finished_at = ${now},
      leased_until = NULL, progress = NULL
    WHERE (${isClaimHeld(sql, claim)})
      OR (id = ${claim.id} AND state = 'done' AND file_key = ${fileKey}) RETURNING 1`;
  return rows.length > 0;
}

/** Does nothing if another process has claimed it. */
export async function failGeneration(
  sql: Sql,
  claim: Claim,
  { failure, now }: { failure: ErrorCode; now: Date },
): Promise<void> {
  await sql`
    UPDATE generations SET state = 'failed', failure = ${failure}, finished_at = ${now},
      leased_until = NULL, progress = NULL
    WHERE ${isClaimHeld(sql, claim)}`;
}

/** Requeues an image for later. */
export async function postponeGeneration(sql: Sql, claim: Claim, dueAt: Date): Promise<void> {
  await sql`
    UPDATE generations SET state = 'queued', due_at = ${dueAt}, leased_until = NULL, progress = NULL
    WHERE ${isClaimHeld(sql, claim)}`;
}

/** Requeues an image as if it had not been claimed, because the process is shutting down. */
export async function releaseGeneration(sql: Sql, claim: Claim): Promise<void> {
  await sql`
    UPDATE generations SET state = 'queued', attempts = attempts - 1, leased_until = NULL,
      progress = NULL
    WHERE ${isClaimHeld(sql, claim)}`;
}

/** Cancels a queued or running image; returns false for any other. */
export async function cancelGeneration(
  sql: Sql,
  { userId, id, now }: { userId: number; id: number; now: Date },
): Promise<boolean> {
  const rows = await sql`
    UPDATE generations SET state = 'cancelled', finished_at = ${now}, leased_until = NULL,
      progress = NULL
    WHERE user_id = ${userId} AND id = ${id} AND state IN ('queued', 'running') RETURNING 1`;
  return rows.length > 0;
}

/** Detaches a deleted account's images and cancels those in progress; the job removes them. */
export async function unlinkGenerations(sql: Sql, userId: number, now: Date): Promise<void> {
  await sql`
    UPDATE generations SET state = 'cancelled', finished_at = ${now}, leased_until = NULL,
      progress = NULL
    WHERE user_id = ${userId} AND state IN ('queued', 'running')`;
  await sql`UPDATE generations SET user_id = NULL WHERE user_id = ${userId}`;
}

/**
 * An image to delete, with the values that its file names consist of. `isOver`: no attempt can
 * still be storing a file.
 */
export type DeletableGeneration = FileNaming & { fileKey: string | null; isOver: boolean };

type DeletableFilter = { finishedBefore: Date; overBefore: Date; afterId: number; limit: number };

/** Lists images to delete: old ones, and those of deleted accounts. */
export async function listDeletable(
  sql: Sql,
  { finishedBefore, overBefore, afterId, limit }: DeletableFilter,
): Promise<DeletableGeneration[]> {
  return sql<DeletableGeneration[]>`
    SELECT id, seed, attempts, format, file_key AS "fileKey",
      finished_at < ${overBefore} AS "isOver" FROM generations
    WHERE id > ${afterId}
      AND (finished_at < ${finishedBefore} OR (user_id IS NULL AND finished_at IS NOT NULL))
    ORDER BY id LIMIT ${limit}`;
}

export async function deleteGeneration(sql: Sql, id: number): Promise<void> {
  await sql`DELETE FROM generations WHERE id = ${id}`;
}

/** Lists the files of a member's images, for the data export. */
export async function listOwnFiles(
  sql: Sql,
  userId: number,
): Promise<{ id: number; slug: string; format: ImageFormat; fileKey: string }[]> {
  return sql<{ id: number; slug: string; format: ImageFormat; fileKey: string }[]>`
    SELECT g.id, o.slug, g.format, g.file_key AS "fileKey"
    FROM generations g JOIN orders o ON o.id = g.order_id
    WHERE g.user_id = ${userId} AND g.state = 'done' AND o.refunded_at IS NULL ORDER BY g.id`;
}
