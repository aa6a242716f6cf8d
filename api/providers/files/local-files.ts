import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { draftPathOf } from "./drafts.ts";
import type { Files } from "./files.ts";

/** Keys are made by us, never by a visitor; this check is the second line of defense. */
const KEY = /^[a-z]+(?:\/[a-z0-9][a-z0-9.-]*)+$/;

const PROBE_BYTES = 16_384;

/** True for the keys that this store gives files, and false for files still being written. */
export function isFileKey(name: string): boolean {
  return KEY.test(name) && !name.includes("..") && !name.endsWith(".draft");
}

/** Keeps files in a folder. A file appears whole or not at all, also when the machine dies. */
export function createLocalFiles(folder: string): Files {
  const pathOf = (key: string) => {
    if (!KEY.test(key) || key.includes("..")) throw new Error(`not a file key: ${key}`);
    return join(folder, key);
  };
  const putStream = async (key: string, chunks: AsyncIterable<Uint8Array>) => {
    const path = pathOf(key);
    const draft = draftPathOf(path);
    // For this process alone: they hold what people paid for, sent or wrote.
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      const file = await open(draft, "wx", 0o600);
      try {
        for await (const chunk of chunks) await file.writeFile(chunk);
        // On the disk before it has its name: what is sold from it must survive a power cut.
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
      await syncFolder(dirname(path));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  };
  const put = (key: string, bytes: Uint8Array) => putStream(key, toChunks(bytes));
  return {
    put,
    putStream,
    get: (key) => orMissing(readFile(pathOf(key))),
    open: (key) => orMissing(open(pathOf(key), "r")),
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async trim(name, bytesMax) {
      const found = await listFiles(join(folder, name));
      found.sort((a, b) => b.writtenAtMs - a.writtenAtMs);
      let [bytes, removed] = [0, 0];
      for (const file of found) {
        bytes += file.bytes;
        if (bytes <= bytesMax) continue;
        await rm(file.path, { force: true });
        removed += 1;
      }
      return removed;
    },
    async assertWritable() {
      // A full disk still takes names and empty files.
      await put("probe/writable", new Uint8Array(PROBE_BYTES));
      await rm(pathOf("probe/writable"), { force: true });
    },
  };
}

async function* toChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Null where there is no such file or folder. */
async function orMissing<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Makes a new name as lasting as the bytes behind it; not every system can open a folder. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => null);
  if (!folder) return;
  try {
    await folder.sync();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EINVAL")) throw error;
  } finally {
    await folder.close();
  }
}

/** All files of a folder and those below; none when it is not there. One that goes meanwhile is gone. */
async function listFiles(folder: string) {
  const entries = await orMissing(readdir(folder, { recursive: true, withFileTypes: true }));
  const files: { path: string; bytes: number; writtenAtMs: number }[] = [];
  for (const entry of entries ?? []) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const facts = await orMissing(stat(path));
    if (facts) files.push({ path, bytes: facts.size, writtenAtMs: facts.mtimeMs });
  }
  return files;
}
