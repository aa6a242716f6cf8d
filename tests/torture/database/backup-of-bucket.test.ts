import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openArchive } from "#api/backup/archive-reader.ts";
import { createBackup, type Shop } from "#api/backup/backup.service.ts";
import { restoreBackup } from "#api/backup/restore.service.ts";
import { setRestoreMarker } from "#api/backup/restore-marker.ts";
import { openDatabase } from "#api/db/client.ts";
import { createLocalFiles } from "#api/providers/files/local-files.ts";
import { createS3Files } from "#api/providers/files/s3/s3-files.ts";
import { describeBucket } from "#api/providers/files/s3/s3-settings.ts";
import { createUser } from "#tests/factories.ts";
import { createTestDatabase, type TestDatabase } from "#tests/setup/database/test-database.ts";
import { type S3Server, startS3 } from "#tests/setup/servers/s3/s3-server.ts";

const SECRET = "a secret of the tests, at least 32 characters long";
const PICTURE = Buffer.alloc(70_000, "picture");

let base: string;
let s3: S3Server;
let source: TestDatabase;
let archive: string;
const cleanups: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), "promptory-backup-"));
  s3 = await startS3();
  source = await createTestDatabase();
  await createUser(source.database);
  const shop = await openShop(source, "one/");
  await shop.bucket.files.put("pictures/a.png", PICTURE);
  await shop.bucket.files.put("documents/scan", Buffer.from("encrypted"));
  await shop.bucket.files.put("downloads/a/again.jpg", Buffer.from("made again"));
  await shop.bucket.files.assertWritable();
  archive = join(base, "shop.tar");
  expect(await createBackup(shop, archive)).toMatchObject({ files: 2 });
});
afterAll(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
  await source.drop();
  await s3.close();
  await rm(base, { recursive: true, force: true });
});

async function openShop({ connection }: TestDatabase, prefix: string) {
  const database = openDatabase(connection, { connectionsMax: 1, hasTimeLimits: false });
  cleanups.push(() => database.end({ timeout: 1 }));
  const dataDir = join(base, randomUUID());
  await mkdir(dataDir);
  const settings = { ...s3.settings, prefix };
  const files = createS3Files(settings, { scratchFolder: join(dataDir, "scratch"), attempts: 1 });
  const bucket = { files, name: describeBucket(settings) };
  return { database, dataDir, bucket, sessionSecrets: [SECRET] } satisfies Shop;
}

async function openEmptyShop(prefix: string) {
  const target = await createTestDatabase({ isEmpty: true });
  cleanups.push(() => target.drop());
  return openShop(target, prefix);
}

const keysOf = (prefix: string) =>
  [...s3.bucket.objects.keys()].filter((key) => key.startsWith(prefix)).sort();

describe("a backup of a shop with a bucket", () => {
  it("holds the bucket's files, and is restored into another bucket", async () => {
    const shop = await openEmptyShop("two/");
    // An earlier restore into the bucket was killed.
    await setRestoreMarker(shop.dataDir, shop.bucket.name);
    await shop.bucket.files.put("pictures/half.png", Buffer.from("half"));
    expect(await restoreBackup(shop, await openArchive(archive))).toMatchObject({ files: 2 });
    expect(keysOf("two/")).toEqual(["two/documents/scan", "two/pictures/a.png"]);
    expect(await shop.bucket.files.get("pictures/a.png")).toEqual(PICTURE);
    expect(existsSync(join(shop.dataDir, "files"))).toBe(false);
    expect((await shop.database`SELECT id FROM users`).length).toBe(1);
  });

  it("leaves out a file that is damaged", async () => {
    const shop = await openShop(source, "one/");
    s3.setFault(({ key }) => (key.endsWith("a.png") ? { kind: "wrongBytes" } : null));
    const path = join(base, "damaged.tar");
    expect(await createBackup(shop, path)).toMatchObject({ files: 1, missing: null });
    s3.setFault(null);
  });

  it("is restored into a folder as well", async () => {
    const shop = { ...(await openEmptyShop("none/")), bucket: null };
    await restoreBackup(shop, await openArchive(archive));
    const files = createLocalFiles(join(shop.dataDir, "files"));
    expect(await files.get("pictures/a.png")).toEqual(PICTURE);
    expect(keysOf("none/")).toEqual([]);
  });

  it("is not restored over a bucket that has files", async () => {
    const shop = await openEmptyShop("three/");
    await shop.bucket.files.put("pictures/mine.png", Buffer.from("mine"));
    // A restore into the folder was killed, before the shop had a bucket.
    await setRestoreMarker(shop.dataDir, "");
    const restoring = restoreBackup(shop, await openArchive(archive));
    await expect(restoring).rejects.toThrow("s3://shop-files/three/ is not empty");
    expect(keysOf("three/")).toEqual(["three/pictures/mine.png"]);
  });

  it("leaves the bucket as empty as it was when it fails", async () => {
    const shop = await openEmptyShop("four/");
    const checked = await openArchive(archive);
    s3.setFault(({ method, key }) =>
      method === "PUT" && key === "four/pictures/a.png"
        ? { kind: "error", status: 507, code: "XMinioStorageFull" }
        : null,
    );
    await expect(restoreBackup(shop, checked)).rejects.toMatchObject({ code: "storage_full" });
    s3.setFault(null);
    expect(keysOf("four/")).toEqual([]);
    expect(await readdir(shop.dataDir)).toEqual([]);
  });

  it("cannot be made while the bucket is silent, and leaves no draft", async () => {
    const shop = await openShop(source, "one/");
    s3.setFault(({ method }) =>
      method === "GET" ? { kind: "error", status: 403, code: "AccessDenied" } : null,
    );
    const path = join(base, `${randomUUID()}.tar`);
    await expect(createBackup(shop, path)).rejects.toMatchObject({ code: "storage_unavailable" });
    s3.setFault(null);
    expect((await readdir(base)).filter((name) => name.includes(".tar.") || name === path)).toEqual(
      [],
    );
  });
});
