import { randomUUID } from "node:crypto";
import { lstat, readdir, rm, utimes } from "node:fs/promises";
import { join } from "node:path";

// Files are written under a draft name in the same folder. A killed process leaves its draft
// behind, which may be an uploaded scan, or a backup as large as the shop.

const DRAFT_NAME = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.draft$/;
const TOUCH_EVERY_MS = 60_000;
/**
 * A writer that takes longer than a minute touches its draft; the rest of this age allows for clock
 * differences.
 */
const DRAFT_AGE_MAX_MS = 60 * 60_000;

/** A unique name: two concurrent writers of the same file must not share a draft. */
export function draftPathOf(path: string): string {
  return `${path}.${randomUUID()}.draft`;
}

/** Adds the file's path to an error of writing an open file, which does not include it. */
export function withPath(error: unknown, path: string): unknown {
  const isNameless = error instanceof Error && !("path" in error) && "syscall" in error;
  const isOfWriting = isNameless && (error.syscall === "write" || error.syscall === "fsync");
  return isOfWriting ? Object.assign(error, { path }) : error;
}

/**
 * Marks the draft as in use, even while its writer only reads, until the returned function is
 * called.
 */
export function touchRegularly(draftPath: string): () => void {
  const timer = setInterval(() => {
    const now = new Date();
    utimes(draftPath, now, now).catch(() => {});
  }, TOUCH_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Removes the drafts in a folder, with `isDeep` also in its subfolders, that were last touched more
 * than an hour before `now`. Skips those it cannot remove.
 */
export async function removeDeadDrafts(
  folder: string,
  { isDeep = false, now = new Date() } = {},
): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (isDeep && entry.isDirectory()) await removeDeadDrafts(path, { isDeep, now });
    if (!entry.isFile() || !DRAFT_NAME.test(entry.name)) continue;
    const found = await lstat(path).catch(() => null);
    if (!found || now.getTime() - found.mtimeMs <= DRAFT_AGE_MAX_MS) continue;
    await rm(path, { force: true }).catch(() => {});
  }
}
