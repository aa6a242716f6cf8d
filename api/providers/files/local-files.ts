import { link, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errnoOf } from "../../errno.ts";
import { checkChunks, hashChunks } from "./checked-stream.ts";
import { draftPathOf, removeDeadDrafts, withPath } from "./drafts.ts";
import { assertFileKey, isFileKey } from "./file-keys.ts";
import type { Files, StoredFile } from "./files.ts";

const PROBE_BYTES = 16_384;

/**
 * Stores files in a folder. Each file appears completely or not at all, even if the machine
 * crashes.
 */
export function createLocalFiles(folder: string): Files {
  const pathOf = (key: string) => {
    assertFileKey(key);
    return join(folder, key);
  };
  const write = async (
    key: string,
    chunks: AsyncIterable<Uint8Array>,
    publish: (draft: string, path: string) => Promise<void>,
  ) => {
    const path = pathOf(key);
    const draft = draftPathOf(path);
    // Readable only by this process's user: they contain what people bought, sent or wrote.
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      const file = await open(draft, "wx", 0o600);
      try {
        for await (const chunk of chunks) await file.writeFile(chunk);
        // Synced to disk before the rename: files that are sold must survive a power failure.
        await file.sync();
      } finally {
        await file.close();
      }
      await publish(draft, path);
      await syncFolder(dirname(path));
    } catch (error) {
      await rm(draft, { force: true });
      throw withPath(error, draft);
    }
  };
  const putStream = (key: string, chunks: AsyncIterable<Uint8Array>) => write(key, chunks, rename);
  const put = (key: string, bytes: Uint8Array) => putStream(key, toChunks(bytes));
  return {
    put,
    putStream,
    async add(key, content) {
      try {
        await write(key, checkChunks(content), async (draft, path) => {
          await link(draft, path);
          await rm(draft);
        });
        return true;
      } catch (error) {
        if (errnoOf(error) === "EEXIST") return false;
        throw error;
      }
    },
    get: (key) => orMissing(readFile(pathOf(key))),
    has: async (key) => (await orMissing(stat(pathOf(key)))) !== null,
    open: (key) => orMissing(open(pathOf(key), "r")),
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    list: (name = "") => listFiles(folder, name && `${name}/`),
    async checksum(key) {
      const file = await orMissing(open(pathOf(key), "r"));
      return file && hashChunks(file.createReadStream());
    },
    removeDrafts: (now) => removeDeadDrafts(folder, { isDeep: true, now }),
    async assertWritable() {
      // A full disk still accepts file names and empty files.
      await put("probe/writable", new Uint8Array(PROBE_BYTES));
      await rm(pathOf("probe/writable"), { force: true });
    },
  };
}

async function* toChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Null if there is no such file or folder. */
async function orMissing<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return null;
    throw error;
  }
}

/** Syncs a folder, which makes new names in it durable. Not every system can open a folder. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => null);
  if (!folder) return;
  try {
    await folder.sync();
  } catch (error) {
    if (errnoOf(error) !== "EINVAL") throw error;
  } finally {
    await folder.close();
  }
}

/**
 * Lists all files below a folder in a stable order, with one folder in memory at a time. Files
 * deleted in the meantime are skipped.
 */
async function* listFiles(root: string, prefix: string): AsyncGenerator<StoredFile> {
  const entries = (await orMissing(readdir(join(root, prefix), { withFileTypes: true }))) ?? [];
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const key = `${prefix}${entry.name}`;
    if (entry.isDirectory()) yield* listFiles(root, `${key}/`);
    if (!entry.isFile() || !isFileKey(key)) continue;
    const facts = await orMissing(stat(join(root, key)));
    if (facts) yield { key, bytes: facts.size, writtenAtMs: facts.mtimeMs };
  }
}
