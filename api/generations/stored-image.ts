import { setTimeout as pause } from "node:timers/promises";
import { DomainError } from "#domain/errors.ts";
import type { ImageFormat } from "#domain/purchases.ts";

/** Pauses between attempts to store an image. The bucket's client also retries on its own. */
const PAUSES_MS = [250, 1_000, 4_000];

/** An image was generated but could not be stored. */
export class NotStoredError extends Error {
  override readonly name = "NotStoredError";
  /** How long the storage asks us to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(cause: unknown) {
    super("a picture could not be stored", { cause });
    const seconds = cause instanceof DomainError ? cause.retryAfterSeconds : undefined;
    this.retryAfterMs = seconds === undefined ? undefined : seconds * 1000;
  }
}

/**
 * Returns the result of a write, retrying it after failures, because the image may have been paid
 * for at a model's provider. Throws NotStoredError when it keeps failing, and an AbortError when
 * the signal interrupts a pause.
 */
export async function retryStoring<Result>(
  write: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (let tries = 0; ; tries++) {
    try {
      return await write();
    } catch (error) {
      const pauseMs = PAUSES_MS[tries];
      if (pauseMs === undefined) throw new NotStoredError(error);
      await pause(pauseMs, undefined, { signal });
    }
  }
}

/**
 * The values that an image's file names consist of; the seed distinguishes images of several
 * databases.
 */
export type FileNaming = { id: number; seed: number; attempts: number; format: ImageFormat };

/**
 * Returns the key of an attempt's file. It is derived from the row, which is kept as long as an
 * attempt may store a file: so wherever its process dies, no file is left that no row names.
 */
export const imageKey = ({ id, seed, attempts, format }: FileNaming): string =>
  `generations/${id}-${seed}-${attempts}.${format}`;

/** Returns all keys that an image's attempts may have written, including a released attempt. */
export function listImageKeys(naming: FileNaming): string[] {
  const attempts = Array.from({ length: naming.attempts + 1 }, (_, index) => index + 1);
  return attempts.map((attempt) => imageKey({ ...naming, attempts: attempt }));
}
