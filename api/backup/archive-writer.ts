import { once } from "node:events";
import { existsSync } from "node:fs";
import { type FileHandle, link, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pack } from "tar-stream";
import { draftPathOf, touchRegularly, withPath } from "#api/providers/files/drafts.ts";
import { syncFolder } from "#api/providers/files/local-files.ts";
import { errnoOf } from "../errno.ts";
import { BackupError, createSha256, SUMS_NAME } from "./archive-format.ts";

const SLICE_BYTES = 65_536;

export type ArchiveWriter = {
  /** Adds a member from bytes in memory. */
  add(name: string, bytes: Buffer): Promise<void>;
  /** Adds an open file; the caller closes it. */
  addFile(name: string, file: FileHandle): Promise<void>;
  /** Writes the checksums and syncs everything to disk, still under the draft's name. */
  close(): Promise<void>;
  /** Renames the closed archive to its final name. Throws BackupError if that now exists. */
  publish(): Promise<void>;
  /** Removes the draft; does nothing after `publish`. */
  discard(): Promise<void>;
  /** Returns true if the archive already has a member of this name. */
  has(name: string): boolean;
  draftPath: string;
};

/**
 * Writes an archive to a draft beside `path`, readable only by its owner. Holds one piece and one
 * line per member in memory, regardless of the shop's size. Throws the system error when the file
 * cannot be created; a failed write (such as a full disk) rejects the pending call.
 */
export async function createArchive(
  path: string,
  interrupted?: AbortSignal,
): Promise<ArchiveWriter> {
  const draftPath = draftPathOf(path);
  const handle = await open(draftPath, "wx", 0o600);
  const stopTouching = touchRegularly(draftPath);
  const tar = pack();
  // Leaving the loop destroys the archive, whose current entry then fails with an error of its own;
  // this is the original one.
  let cause: unknown = null;
  const write = async (chunk: Buffer) => {
    try {
      interrupted?.throwIfAborted();
      await handle.writeFile(chunk);
    } catch (error) {
      cause = withPath(error, draftPath);
      throw cause;
    }
  };
  const written = drain(tar, write);
  const failure = written.then(() => new Promise<never>(() => {}));
  failure.catch(() => {});
  const sums = new Map<string, string>();

  const addStream = async (name: string, size: number, content: AsyncIterable<Buffer>) => {
    const hash = createSha256();
    const work = async () => {
      const { promise, resolve, reject } = withResolvers();
      // It may reject while the content is still being written, before anything awaits it.
      promise.catch(() => {});
      const entry = tar.entry({ name, size, mode: 0o600, mtime: new Date() }, (error) =>
        error ? reject(error) : resolve(),
      );
      for await (const chunk of content) {
        hash.update(chunk);
        if (!entry.write(chunk)) await once(entry, "drain");
      }
      entry.end();
      await promise;
    };
    await Promise.race([work(), failure]).catch((error: unknown) => {
      throw cause ?? error;
    });
    return hash.digest("hex");
  };
  const add = async (name: string, bytes: Buffer) => {
    sums.set(name, await addStream(name, bytes.length, slices(bytes)));
  };
  return {
    draftPath,
    has: (name) => sums.has(name),
    add,
    async addFile(name, file) {
      const { size } = await file.stat();
      sums.set(name, await addStream(name, size, readBytes(file, size)));
    },
    async close() {
      await addStream(SUMS_NAME, ...joined([...sums].map(([name, sum]) => `${sum}  ${name}\n`)));
      tar.finalize();
      await written;
      await handle.sync().catch((error: unknown) => {
        throw withPath(error, draftPath);
      });
      await handle.close();
    },
    async publish() {
      await renameToNew(draftPath, path);
      await syncFolder(dirname(path));
    },
    async discard() {
      stopTouching();
      tar.destroy();
      await written.catch(() => {});
      await handle.close().catch(() => {});
      await rm(draftPath, { force: true });
    },
  };
}

/**
 * Renames by linking the new name and removing the old one: creating an empty file under the new
 * name first would block the next backup if this one were killed in between. Throws BackupError
 * when the new name is taken.
 */
async function renameToNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const isTaken = errnoOf(error) === "EEXIST" || existsSync(to);
    if (isTaken) throw new BackupError(`${to} exists already: nothing was overwritten.`);
    // Not every file system supports hard links.
    return rename(from, to);
  }
  await rm(from, { force: true });
}

async function drain(
  chunks: AsyncIterable<Buffer>,
  write: (chunk: Buffer) => Promise<void>,
): Promise<void> {
  for await (const chunk of chunks) await write(chunk);
}

/** Yields exactly as many bytes as the archive's header declares; stored files are immutable. */
async function* readBytes(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  let left = size;
  while (left > 0) {
    const slice = Buffer.alloc(Math.min(left, SLICE_BYTES));
    const { bytesRead, buffer } = await file.read(slice, 0, slice.length, size - left);
    if (bytesRead === 0) throw new BackupError("a stored file became shorter while it was read.");
    left -= bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/**
 * Yields slices small enough that memory use depends on how fast the archive is written, not on the
 * piece size.
 */
async function* slices(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    yield bytes.subarray(at, at + SLICE_BYTES);
  }
}

function joined(lines: string[]): [number, AsyncIterable<Buffer>] {
  const bytes = Buffer.from(lines.join(""));
  return [bytes.length, slices(bytes)];
}

function withResolvers() {
  let resolve = () => {};
  let reject = (_error: Error) => {};
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
