import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Files } from "./files.ts";

/** Keys are made by us, never by a visitor; this is the wall behind that. */
const KEY = /^[a-z]+(?:\/[a-z0-9][a-z0-9.-]*)+$/;

/** Keeps files in a folder. A file appears whole or not at all, also when the machine dies. */
export function createLocalFiles(folder: string): Files {
  const pathOf = (key: string) => {
    if (!KEY.test(key) || key.includes("..")) throw new Error(`not a file key: ${key}`);
    return join(folder, key);
  };
  const put = async (key: string, bytes: Uint8Array) => {
    const path = pathOf(key);
    const draft = `${path}.${randomUUID()}.draft`;
    await mkdir(dirname(path), { recursive: true });
    try {
      const file = await open(draft, "wx");
      try {
        await file.writeFile(bytes);
        // On the disk before it has its name: what is sold from it must survive a power cut.
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  };
  return {
    put,
    async get(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
        throw error;
      }
    },
    async isWritable() {
      try {
        await put("probe/writable", new Uint8Array());
        await rm(pathOf("probe/writable"), { force: true });
        return true;
      } catch {
        return false;
      }
    },
  };
}
