import { randomUUID } from "node:crypto";
import { lstat, readdir, rm, utimes } from "node:fs/promises";
import { join } from "node:path";

// Files are written under a draft's name beside their own. A process that is killed leaves its draft:
// a scan that somebody sent, or a backup as large as the shop.

const DRAFT_NAME = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.draft$/;
const TOUCH_EVERY_MS = 60_000;
/** A writer that takes longer than a minute touches its draft; the rest is for clocks that differ. */
const DRAFT_AGE_MAX_MS = 60 * 60_000;

/** A name of its own: two that write the same file at once must not write into each other. */
export function draftPathOf(path: string): string {
  return `${path}.${randomUUID()}.draft`;
}

/** Shows that the draft's writer still runs, also while it only reads, until the result is called. */
export function keepTouching(draftPath: string): () => void {
  const timer = setInterval(() => {
    const now = new Date();
    utimes(draftPath, now, now).catch(() => {});
  }, TOUCH_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Removes the drafts in a folder, and in those below it if `isDeep`, that nobody has touched for an
 * hour before `now`; what cannot go stays.
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
