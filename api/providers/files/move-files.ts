import { isLeftOut, PERSONAL_FOLDERS } from "./file-keys.ts";
import type { Files } from "./files.ts";

export type MoveSummary = {
  copied: number;
  bytes: number;
  /** Files already present with the same content. */
  same: number;
  /** Files present with different content, which were left as they are. */
  differing: string[];
  /**
   * Personal files that `to` has and `from` lacks, because they were deleted after an earlier run.
   */
  gone: number;
  /** How many of those this run removed. */
  removed: number;
};

const BATCH_SIZE = 8;

/**
 * Copies all missing files from one store to another, and compares the others by checksum; never
 * replaces anything. Counts the personal files that only `to` has, and removes them with
 * `removesGone`, unless `from` is empty and thus probably the wrong store. Can be stopped or killed
 * at any time and run again. Throws what the stores throw, and an Error for a file that changes
 * while it is copied.
 */
export async function moveFiles({
  from,
  to,
  removesGone = false,
  interrupted,
  onProgress = () => {},
}: {
  from: Files;
  to: Files;
  removesGone?: boolean;
  interrupted?: AbortSignal;
  /** Called with the number of files processed. */
  onProgress?(files: number): void;
}): Promise<MoveSummary> {
  const summary: MoveSummary = { copied: 0, bytes: 0, same: 0, differing: [], gone: 0, removed: 0 };
  let done = 0;
  const moveOne = async ({ key, bytes }: { key: string; bytes: number }) => {
    interrupted?.throwIfAborted();
    const result = await moveFile(from, to, key);
    if (result === "copied") summary.bytes += bytes;
    if (result === "differing") summary.differing.push(key);
    else if (result !== "gone") summary[result] += 1;
    done += 1;
    onProgress(done);
  };
  const kept = new Set<string>();
  let batch: { key: string; bytes: number }[] = [];
  for await (const file of from.list()) {
    if (isLeftOut(file.key)) continue;
    kept.add(file.key);
    batch.push(file);
    if (batch.length < BATCH_SIZE) continue;
    await all(batch.map(moveOne));
    batch = [];
  }
  await all(batch.map(moveOne));
  summary.differing.sort();
  for (const folder of PERSONAL_FOLDERS) {
    for await (const { key } of to.list(folder)) {
      interrupted?.throwIfAborted();
      // It may have been added since the listing.
      if (kept.has(key) || (await from.checksum(key)) !== null) continue;
      summary.gone += 1;
      if (!removesGone || kept.size === 0) continue;
      await to.remove(key);
      summary.removed += 1;
    }
  }
  return summary;
}

/** Throws the first error, after all work has ended. */
async function all(work: Promise<void>[]): Promise<void> {
  await Promise.allSettled(work);
  await Promise.all(work);
}

async function moveFile(
  from: Files,
  to: Files,
  key: string,
): Promise<"copied" | "same" | "differing" | "gone"> {
  const sha256 = await from.checksum(key);
  const known = await to.checksum(key);
  // The shop has removed it in the meantime.
  if (sha256 === null) return "gone";
  if (known !== null) return known === sha256 ? "same" : "differing";
  const file = await from.open(key);
  if (!file) return "gone";
  try {
    const chunks = file.createReadStream({ autoClose: false });
    if (await to.add(key, { chunks, sha256 })) return "copied";
    // A concurrent run of the same command was faster.
    return (await to.checksum(key)) === sha256 ? "same" : "differing";
  } finally {
    await file.close();
  }
}
