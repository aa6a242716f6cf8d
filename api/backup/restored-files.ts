import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Files } from "#api/providers/files/files.ts";
import { BackupError } from "./archive-format.ts";
import type { Shop } from "./backup.service.ts";

/** The files of a restore, before it is known to succeed. */
export type RestoredFiles = {
  /** Identifies the place in the restore marker; "" for the data folder. */
  place: string;
  /** Throws BackupError when the place already holds a shop's files. */
  assertNone(): Promise<void>;
  /** Removes the leftovers of a killed restore. */
  begin(): Promise<void>;
  write(key: string, content: AsyncIterable<Buffer>): Promise<void>;
  publish(): Promise<void>;
  /** Removes everything written so far. */
  remove(): Promise<void>;
};

type Content = AsyncIterable<Buffer> | Iterable<Buffer>;

/** Opens the files of the shop being restored, in its bucket or data folder. */
export function openRestoredFiles({ bucket, dataDir }: Shop): RestoredFiles {
  return bucket ? restoreIntoBucket(bucket) : restoreIntoFolder(dataDir);
}

/** Restores into a folder beside the shop's own, which is then renamed at once. */
function restoreIntoFolder(dataDir: string): RestoredFiles {
  const files = join(dataDir, "files");
  const staging = join(dataDir, "files.restoring");
  const remove = async () => {
    for (const folder of [staging, files]) await rm(folder, { recursive: true, force: true });
  };
  return {
    place: "",
    assertNone: () => assertNoFiles(files),
    begin: async () => {
      await remove();
      await mkdir(staging, { mode: 0o700 });
    },
    write: (key, content) => writeDurably(join(staging, key), content),
    publish: () => rename(staging, files),
    remove,
  };
}

/**
 * Restores into a bucket, which cannot rename many objects at once: the files appear before the
 * rows that reference them.
 */
function restoreIntoBucket({ files, name }: { files: Files; name: string }): RestoredFiles {
  const remove = async () => {
    for await (const { key } of files.list()) await files.remove(key);
  };
  return {
    place: name,
    assertNone: async () => {
      for await (const { key } of files.list()) {
        // The readiness check's probe file does not count as a shop's file.
        if (!key.startsWith("probe/")) throw isNotEmpty(name);
      }
    },
    begin: remove,
    write: (key, content) => files.putStream(key, content),
    publish: async () => {},
    remove,
  };
}

/** Writes a file readable only by its owner; resolves once it is synced to disk. */
export async function writeDurably(path: string, content: Content): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, "w", 0o600);
  try {
    for await (const chunk of content) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function assertNoFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  if (entries.every((entry) => entry.isDirectory())) return;
  throw isNotEmpty(folder);
}

function isNotEmpty(place: string): BackupError {
  return new BackupError(`${place} is not empty: a backup is only restored into an empty shop.`);
}
