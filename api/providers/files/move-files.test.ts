import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type S3Server, startS3 } from "#tests/setup/servers/s3/s3-server.ts";
import type { Files } from "./files.ts";
import { createLocalFiles } from "./local-files.ts";
import { moveFiles } from "./move-files.ts";
import { createS3Files } from "./s3/s3-files.ts";

let base: string;
let s3: S3Server;
let folder: Files;
let bucket: Files;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "promptory-move-"));
  s3 = await startS3();
  folder = createLocalFiles(join(base, "files"));
  bucket = createS3Files(s3.settings, { scratchFolder: join(base, "scratch"), requestMs: 60_000 });
  for (let index = 0; index < 20; index++) {
    await folder.put(`pictures/${index}.png`, Buffer.alloc(1_000, String(index)));
  }
  await folder.put("imports/large.zip", Buffer.alloc(9_000_000, "z"));
  await folder.put("downloads/a/again.jpg", Buffer.from("made again"));
});
afterEach(async () => {
  await s3.close();
  await rm(base, { recursive: true, force: true });
});

async function contentOf(files: Files): Promise<Map<string, string | null>> {
  const content = new Map<string, string | null>();
  for await (const { key } of files.list()) content.set(key, await files.checksum(key));
  return content;
}
const move = () => moveFiles({ from: folder, to: bucket });

describe("moving files into a bucket", () => {
  it("takes all but what is made again, once, and back again", async () => {
    const nothing = { copied: 0, bytes: 0, same: 0, differing: [], gone: 0, removed: 0 };
    expect(await move()).toEqual({ ...nothing, copied: 21, bytes: 9_020_000 });
    const expected = await contentOf(folder);
    expected.delete("downloads/a/again.jpg");
    expect(await contentOf(bucket)).toEqual(expected);
    s3.seen.length = 0;
    expect(await move()).toEqual({ ...nothing, same: 21 });
    expect(s3.seen.filter((request) => !/^(?:HEAD |GET \?)/.test(request))).toEqual([]);

    const back = createLocalFiles(join(base, "back"));
    expect(await moveFiles({ from: bucket, to: back })).toMatchObject({ copied: 21 });
    expect(await contentOf(back)).toEqual(expected);
  });

  it("goes on where it stopped, wherever that was", async () => {
    let left = 30;
    s3.setFault(() => (left-- > 0 ? null : { kind: "error", status: 403, code: "AccessDenied" }));
    await expect(move()).rejects.toMatchObject({ code: "storage_unavailable" });
    const there = s3.bucket.objects.size;
    expect(there).toBeGreaterThan(0);
    s3.setFault(null);
    const { copied, same } = await move();
    expect([copied + same, same]).toEqual([21, there]);
  });

  it("replaces nothing: what differs is named", async () => {
    await bucket.put("pictures/3.png", Buffer.from("the shop's newer one"));
    expect(await move()).toMatchObject({ copied: 20, same: 0, differing: ["pictures/3.png"] });
    expect(await bucket.get("pictures/3.png")).toEqual(Buffer.from("the shop's newer one"));
  });

  it("counts what the shop has deleted of people's since an earlier run, and removes it where that is asked for", async () => {
    const scans = ["documents/front.jpg", "offers/design.png", "generations/fox.png"];
    for (const key of [...scans, "documents/kept.jpg"]) await folder.put(key, Buffer.from(key));
    await move();
    for (const key of [...scans, "pictures/1.png"]) await folder.remove(key);
    expect(await move()).toMatchObject({ copied: 0, same: 21, gone: 3, removed: 0 });
    expect(await bucket.get("documents/front.jpg")).not.toBeNull();

    const removal = { from: folder, to: bucket, removesGone: true };
    expect(await moveFiles(removal)).toMatchObject({ same: 21, gone: 3, removed: 3 });
    expect([...(await contentOf(bucket)).keys()]).toEqual(
      expect.arrayContaining(["documents/kept.jpg", "pictures/1.png"]),
    );
    for (const key of scans) expect(await bucket.get(key)).toBeNull();
    expect(await move()).toMatchObject({ gone: 0, removed: 0 });
  });

  it("removes nothing that was added meanwhile, and nothing because of an empty folder", async () => {
    await bucket.put("documents/front.jpg", Buffer.from("scan"));
    const empty = createLocalFiles(join(base, "mistyped"));
    const all = { from: empty, to: bucket, removesGone: true };
    expect(await moveFiles(all)).toMatchObject({ gone: 1, removed: 0 });

    const list = folder.list;
    folder.list = async function* (...folders) {
      yield* list(...folders);
      await folder.put("documents/front.jpg", Buffer.from("scan"));
    };
    const removal = { from: folder, to: bucket, removesGone: true };
    expect(await moveFiles(removal)).toMatchObject({ copied: 21, gone: 0, removed: 0 });
    expect(await bucket.get("documents/front.jpg")).toEqual(Buffer.from("scan"));
  });

  it("skips files that the shop removes meanwhile, and stops when it is aborted", async () => {
    const checksum = folder.checksum;
    folder.checksum = async (key) => {
      if (key === "pictures/5.png") await folder.remove(key);
      return checksum(key);
    };
    expect(await move()).toMatchObject({ copied: 20, same: 0, differing: [] });
    const interrupted = AbortSignal.abort(new Error("told to stop"));
    await expect(moveFiles({ from: folder, to: bucket, interrupted })).rejects.toThrow(
      "told to stop",
    );
  });

  it("stores nothing of a file that changes while it is read", async () => {
    const checksum = folder.checksum;
    folder.checksum = async (key) => {
      const hash = await checksum(key);
      if (key === "pictures/5.png") await folder.put(key, Buffer.from("changed"));
      return hash;
    };
    await expect(move()).rejects.toThrow();
    expect(s3.bucket.objects.has("pictures/5.png")).toBe(false);
  });
});
