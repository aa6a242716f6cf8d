import { randomUUID } from "node:crypto";
import { lstat, readdir, rm, utimes } from "node:fs/promises";
import { join } from "node:path";

// A backup is written under a draft's name beside its own. One that is killed leaves its draft, as
// large as the shop: the next backup into that folder removes it.

const DRAFT_NAME = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.draft$/;
const TOUCH_EVERY_MS = 60_000;
/** A backup that runs touches its draft every minute; the rest is for clocks that differ. */
const DRAFT_AGE_MAX_MS = 60 * 60_000;

/** A name of its own: two backups to the same file at once must not write into each other. */
export function draftPathOf(path: string): string {
  return `${path}.${randomUUID()}.draft`;
}

/** Shows that the draft's backup still runs, also while it only reads, until the result is called. */
export function keepTouching(draftPath: string): () => void {
  const timer = setInterval(() => {
    const now = new Date();
    utimes(draftPath, now, now).catch(() => {});
  }, TOUCH_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Removes the drafts in a folder that nobody has touched for an hour; what cannot go stays. */
export async function removeDeadDrafts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (!DRAFT_NAME.test(name)) continue;
    const path = join(folder, name);
    const found = await lstat(path).catch(() => null);
    if (!found?.isFile() || Date.now() - found.mtimeMs <= DRAFT_AGE_MAX_MS) continue;
    await rm(path, { force: true }).catch(() => {});
  }
}
