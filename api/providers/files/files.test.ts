import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type S3Server, startS3 } from "#tests/setup/servers/s3/s3-server.ts";
import { isFileKey } from "./file-keys.ts";
import { type Files, trimFolder } from "./files.ts";
import { createLocalFiles } from "./local-files.ts";
import { createS3Files } from "./s3/s3-files.ts";

// The contract of all file stores.

let folder: string;
let s3: S3Server;
let files: Files;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "promptory-files-"));
  s3 = await startS3();
});
afterEach(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
/** Three parts of a multipart upload, the last of them smaller than the minimum of the others. */
const LARGE = Buffer.alloc(17_000_000, "0123456789abcdef");

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  const size = 1_000_000;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function listKeys(name?: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of files.list(name)) keys.push(key);
  return keys.sort();
}

async function readOpened(key: string): Promise<Buffer> {
  const file = await files.open(key);
  if (!file) throw new Error("there is no file");
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

const STORES = {
  folder: () => createLocalFiles(join(folder, "files")),
  bucket: () => createS3Files(s3.settings, { scratchFolder: join(folder, "scratch") }),
  "part of a bucket": () =>
    createS3Files(
      { ...s3.settings, prefix: "shops/one/" },
      { scratchFolder: join(folder, "scratch") },
    ),
};

describe.each(Object.entries(STORES))("files in a %s", (_name, create) => {
  beforeEach(() => {
    files = create();
  });

  it("come back as they were stored, and the last one under a key counts", async () => {
    expect(await files.get("pictures/a.png")).toBeNull();
    expect(await files.open("pictures/a.png")).toBeNull();
    expect(await files.checksum("pictures/a.png")).toBeNull();
    expect(await files.has("pictures/a.png")).toBe(false);
    await files.put("pictures/a.png", Buffer.from("first"));
    await files.put("pictures/a.png", Buffer.from("second"));
    expect(await files.get("pictures/a.png")).toEqual(Buffer.from("second"));
    expect(await readOpened("pictures/a.png")).toEqual(Buffer.from("second"));
    expect(await files.has("pictures/a.png")).toBe(true);
    expect(await files.checksum("pictures/a.png")).toBe(sha256(Buffer.from("second")));
    await files.put("pictures/empty.png", new Uint8Array());
    expect(await files.get("pictures/empty.png")).toEqual(Buffer.alloc(0));
  });

  it("come as a stream of any size, and can be read at any place", async () => {
    await files.putStream("imports/large.zip", inPieces(LARGE));
    await files.putStream("imports/none.zip", inPieces(Buffer.alloc(0)));
    expect(sha256(await readOpened("imports/large.zip"))).toBe(sha256(LARGE));
    expect(await files.checksum("imports/large.zip")).toBe(sha256(LARGE));
    const file = await files.open("imports/large.zip");
    const { buffer } = (await file?.read(Buffer.alloc(4), 0, 4, 16_000_002)) ?? {};
    await file?.close();
    expect(buffer?.toString()).toBe("2345");
    expect(await readOpened("imports/none.zip")).toHaveLength(0);
  });

  it.each([
    LARGE,
    Buffer.from("small"),
  ])("leave nothing of a stream that breaks off, and the old one where it was", async (bytes) => {
    const broken = async function* () {
      yield* inPieces(bytes);
      throw new Error("the sender went away");
    };
    await expect(files.putStream("imports/new.zip", broken())).rejects.toThrow("went away");
    await files.put("imports/old.zip", Buffer.from("old"));
    await expect(files.putStream("imports/old.zip", broken())).rejects.toThrow("went away");
    expect(await listKeys()).toEqual(["imports/old.zip"]);
    expect(await files.get("imports/old.zip")).toEqual(Buffer.from("old"));
    expect(s3.bucket.uploads.size).toBe(0);
  });

  it("are added once, also by concurrent writers, and only with the expected content", async () => {
    const add = (bytes: Buffer) =>
      files.add("pictures/a.png", { chunks: inPieces(bytes), sha256: sha256(bytes) });
    const all = [Buffer.from("one"), LARGE, Buffer.from("three")];
    const added = await Promise.all(all.map(add));
    expect(added.filter(Boolean)).toHaveLength(1);
    const first = all[added.indexOf(true)] ?? Buffer.alloc(0);
    expect(await files.checksum("pictures/a.png")).toBe(sha256(first));
    expect(await add(Buffer.from("later"))).toBe(false);
    expect(sha256((await files.get("pictures/a.png")) ?? Buffer.alloc(0))).toBe(sha256(first));
    for (const bytes of [LARGE, Buffer.from("small")]) {
      const wrong = { chunks: inPieces(bytes), sha256: sha256(Buffer.from("other")) };
      await expect(files.add("pictures/b.png", wrong)).rejects.toThrow();
    }
    expect(await listKeys()).toEqual(["pictures/a.png"]);
    expect(s3.bucket.uploads.size).toBe(0);
  });

  it("go when they are removed, and the others stay", async () => {
    await files.put("documents/one", Buffer.from("1"));
    await files.put("documents/two", Buffer.from("2"));
    await files.remove("documents/one");
    await files.remove("documents/none");
    expect(await files.get("documents/one")).toBeNull();
    expect(await listKeys()).toEqual(["documents/two"]);
  });

  it("are listed with their sizes, by folder, over as many pages as it takes", async () => {
    s3.bucket.pageSize = 3;
    const keys = Array.from({ length: 10 }, (_, index) => `offers/${index}/thumb.webp`);
    for (const [index, key] of keys.entries()) await files.put(key, new Uint8Array(index));
    await files.put("offersx/a", new Uint8Array(1));
    const sizes: number[] = [];
    for await (const { bytes, writtenAtMs } of files.list("offers")) {
      sizes.push(bytes);
      expect(Math.abs(Date.now() - writtenAtMs)).toBeLessThan(600_000);
    }
    expect(sizes.sort()).toEqual([...keys.keys()]);
    expect(await listKeys("offers")).toEqual(keys);
    expect(await listKeys("offers/3")).toEqual(["offers/3/thumb.webp"]);
    expect(await listKeys()).toEqual([...keys, "offersx/a"]);
    expect(await listKeys("pictures")).toEqual([]);
  });

  it("of a folder can be trimmed to a size", async () => {
    await files.put("downloads/a/one.jpg", new Uint8Array(60));
    await files.put("pictures/old.png", new Uint8Array(500));
    expect(await trimFolder(files, "downloads", 60)).toBe(0);
    expect(await trimFolder(files, "downloads", 59)).toBe(1);
    expect(await trimFolder(files, "downloads", 0)).toBe(0);
    expect(await listKeys()).toEqual(["pictures/old.png"]);
  });

  it("have keys of our own, each its own file, and nothing else is one", async () => {
    const part = fc.stringMatching(/^[a-z0-9][a-z0-9.-]{0,20}$/);
    const key = fc
      .tuple(fc.stringMatching(/^[a-z]{1,8}$/), fc.array(part, { minLength: 1, maxLength: 3 }))
      .map(([first, rest]) => [first, ...rest].join("/"))
      .filter(isFileKey);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(key, { minLength: 2, maxLength: 4 }), async (keys) => {
        // In a folder, a file cannot also be a folder; no key of ours is a prefix of another.
        fc.pre(!keys.some((one) => keys.some((other) => other.startsWith(`${one}/`))));
        for (const one of keys) await files.put(one, Buffer.from(one));
        for (const one of keys) expect(await files.get(one)).toEqual(Buffer.from(one));
        expect(await listKeys()).toEqual([...keys].sort());
        for (const one of keys) await files.remove(one);
        expect(await listKeys()).toEqual([]);
      }),
      { numRuns: 25 },
    );
    const odd = fc.oneof(
      fc.string().filter((text) => !isFileKey(text)),
      fc.constantFrom("a", "a/", "a/../b", "a/b..c", "/a/b", "a/B", "a/b\n", "a/ä", "a/b.draft"),
    );
    const seen = s3.seen.length;
    await fc.assert(
      fc.asyncProperty(odd, async (name) => {
        await expect(async () => files.get(name)).rejects.toThrow("not a file key");
        await expect(async () => files.put(name, Buffer.of(1))).rejects.toThrow("not a file key");
        await expect(async () => files.remove(name)).rejects.toThrow("not a file key");
      }),
    );
    expect(s3.seen.length).toBe(seen);
  });

  it("can be written, and nothing of that is listed for a backup", async () => {
    await files.assertWritable();
    expect((await listKeys()).every((key) => key === "probe/writable")).toBe(true);
    await mkdir(join(folder, "scratch"), { recursive: true });
    expect(await readdir(join(folder, "scratch"))).toEqual([]);
  });
});
