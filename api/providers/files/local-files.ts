import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Files } from "./files.ts";

/** Keys are made by us, never by a visitor; this is the wall behind that. */
const KEY = /^[a-z]+(?:\/[a-z0-9][a-z0-9.-]*)+$/;

/** Keeps files in a folder. A file appears whole or not at all, also when the process dies. */
export function createLocalFiles(folder: string): Files {
  const pathOf = (key: string) => {
    if (!KEY.test(key) || key.includes("..")) throw new Error(`not a file key: ${key}`);
    return join(folder, key);
  };
  const put = async (key: string, bytes: Uint8Array) => {
    const path = pathOf(key);
    const draft = `${path}.${randomUUID()}.draft`;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(draft, bytes);
    await rename(draft, path);
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
