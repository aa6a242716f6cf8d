import { mkdir, mkdtemp, readdir, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Files, trimFolder } from "./files.ts";
import { createLocalFiles } from "./local-files.ts";

let folder: string;
let files: Files;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "promptory-files-"));
  files = createLocalFiles(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function putAged(key: string, bytes: number, hoursOld: number): Promise<void> {
  await files.put(key, new Uint8Array(bytes));
  const at = new Date(Date.UTC(2026, 0, 2) - hoursOld * 3_600_000);
  await utimes(join(folder, key), at, at);
}

describe("trimming a folder", () => {
  it("removes the oldest until the rest fits, and nothing outside", async () => {
    await putAged("downloads/a/one.jpg", 60, 3);
    await putAged("downloads/b/two.jpg", 60, 2);
    await putAged("downloads/a/three.jpg", 40, 1);
    await putAged("pictures/old.png", 500, 9);
    expect(await trimFolder(files, "downloads", 100)).toBe(1);
    expect(await files.get("downloads/a/one.jpg")).toBeNull();
    expect(await files.get("downloads/b/two.jpg")).toHaveLength(60);
    expect(await files.get("downloads/a/three.jpg")).toHaveLength(40);
    expect(await files.get("pictures/old.png")).toHaveLength(500);
    expect(await trimFolder(files, "downloads", 99)).toBe(1);
    expect(await trimFolder(files, "downloads", 0)).toBe(1);
  });

  it("removes the others where one cannot be removed", async () => {
    for (const [hours, name] of ["new", "odd", "old"].entries()) {
      await putAged(`downloads/${name}.jpg`, 60, hours);
    }
    const remove = async (key: string) => {
      if (key === "downloads/odd.jpg") throw new Error("not this one");
      await files.remove(key);
    };
    await expect(trimFolder({ ...files, remove }, "downloads", 60)).rejects.toThrow("not this one");
    const left = ["new", "odd", "old"].map((name) => files.has(`downloads/${name}.jpg`));
    expect(await Promise.all(left)).toEqual([true, true, false]);
  });
});

describe("writing a file", () => {
  it("keeps it from every other user of the machine", async () => {
    await files.put("documents/deep/one", new Uint8Array(3));
    for (const name of ["documents", "documents/deep"]) {
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o700);
    }
    expect((await stat(join(folder, "documents/deep/one"))).mode & 0o777).toBe(0o600);
  });

  it("leaves the old one, and nothing else, when it fails", async () => {
    await files.put("documents/one", new Uint8Array(3));
    await mkdir(join(folder, "documents/two"));
    await expect(files.put("documents/two", new Uint8Array(3))).rejects.toThrow();
    expect(await readdir(join(folder, "documents"))).toEqual(["one", "two"]);
    expect(await files.get("documents/one")).toHaveLength(3);
  });
});
