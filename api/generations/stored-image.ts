import { setTimeout as pause } from "node:timers/promises";
import { DomainError } from "#domain/errors.ts";
import type { ImageFormat } from "#domain/purchases.ts";

/** Pauses between the tries to store an image. The bucket's client has tries of its own. */
const PAUSES_MS = [250, 1_000, 4_000];

/** An image was made but could not be stored. */
export class NotStoredError extends Error {
  override readonly name = "NotStoredError";
  /** How long the storage asks to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(cause: unknown) {
    super("a picture could not be stored", { cause });
    const seconds = cause instanceof DomainError ? cause.retryAfterSeconds : undefined;
    this.retryAfterMs = seconds === undefined ? undefined : seconds * 1000;
  }
}

/**
 * The result of a write, which is tried again after a failure: a model's image may have been paid
 * for. Throws NotStoredError when it keeps failing, and an AbortError when the signal ends the
 * pauses.
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

/** What names the files of an image; its seed distinguishes images of several databases. */
export type FileNaming = { id: number; seed: number; attempts: number; format: ImageFormat };

/**
 * The key of an attempt's file. It follows from the row, which stays for as long as an attempt may
 * store one: so no file can be left that no row names, wherever its process died.
 */
export const imageKey = ({ id, seed, attempts, format }: FileNaming): string =>
  `generations/${id}-${seed}-${attempts}.${format}`;

/** All keys that an image's attempts may have written, an attempt that was released included. */
export function listImageKeys(naming: FileNaming): string[] {
  const attempts = Array.from({ length: naming.attempts + 1 }, (_, index) => index + 1);
  return attempts.map((attempt) => imageKey({ ...naming, attempts: attempt }));
}
