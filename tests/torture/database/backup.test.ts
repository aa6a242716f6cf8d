import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pack } from "tar-stream";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openArchive } from "#api/backup/archive-reader.ts";
import { FILE_NAMING } from "#api/backup/backup.queries.ts";
import { createBackup, type Shop } from "#api/backup/backup.service.ts";
import { restoreBackup } from "#api/backup/restore.service.ts";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import { createApi } from "#api/create-api.ts";
import { type Database, openDatabase } from "#api/db/client.ts";
import { MIGRATIONS, migrate } from "#api/db/migrate.ts";
import { createLocalFiles } from "#api/providers/files/local-files.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember, createProduct, createUser, giveCredits } from "#tests/factories.ts";
import { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, TEST_APP_URL, type TestApi } from "#tests/setup/api/test-api.ts";
import { createTestDatabase, type TestDatabase } from "#tests/setup/database/test-database.ts";
import { openDeposit, sendReport } from "#tests/setup/money/top-up.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import {
  configureDebtor,
  createPayout,
  createStaff,
  exportPayouts,
  type Member,
  offerOf,
  paintFile,
  sendOffer,
} from "#tests/setup/records/offers.ts";

const SECRET = "a secret of the tests, at least 32 characters long";

let base: string;
let test: TestApi;
let staff: Member;
let buyer: Member;
let orderId: number;
let offerId: number;
let archive: string;
const cleanups: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), "promptory-backup-"));
  const dataDir = join(base, "shop");
  test = await createTestApi({ files: createLocalFiles(join(dataDir, "files")) });
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, "session-secret"), `${SECRET}\n`, { mode: 0o600 });
  staff = await createStaff(test);
  await configureDebtor(test);
  buyer = await createMember(test);
  await giveCredits(test.database, buyer.id, 1_000);
  const product = await createProduct(test, {
    titles: { en: "Tab\there, line\nthere, \\N and \\.", ar: "شفق" },
  });
  const bought = await buyer.agent.post("/api/purchase/prompt", {
    prompt_id: product.id,
    consent: CONSENT,
  });
  orderId = Number(bought.as(purchaseResponseSchema).payload.order.id);
  await sendReport(test, { ref: (await openDeposit(buyer.agent)).ref });
  await openDeposit(buyer.agent);
  const sent = await sendOffer(test, buyer.agent, { media: await paintFile("png") });
  offerId = Number(offerOf(sent).id);
  await createPayout(test, staff, "99.50");
  await exportPayouts(staff);
  archive = join(base, "shop.tar");
  await createBackup(await shopOf(test.connection, dataDir), archive);
});
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});
afterAll(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
  await test.close();
  await rm(base, { recursive: true, force: true });
});

/** Opens a shop as the programs do: one connection without time limits. */
async function shopOf(connection: TestDatabase["connection"], dataDir: string): Promise<Shop> {
  const database = openDatabase(connection, { connectionsMax: 1, hasTimeLimits: false });
  cleanups.push(() => database.end({ timeout: 1 }));
  await mkdir(dataDir, { recursive: true });
  return { database, dataDir, sessionSecrets: [SECRET] };
}

async function createEmptyShop(): Promise<Shop & { connection: TestDatabase["connection"] }> {
  const target = await createTestDatabase({ isEmpty: true });
  cleanups.push(() => target.drop());
  const { connection } = target;
  return { ...(await shopOf(connection, join(base, randomUUID()))), connection };
}

async function restore(path = archive) {
  const shop = await createEmptyShop();
  const summary = await restoreBackup(shop, await openArchive(path));
  return { shop, summary };
}

/** Dumps every row of every table as text, so that nothing depends on how a type is parsed. */
async function dumpOf(database: Database): Promise<Record<string, string[]>> {
  const tables = await database<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`;
  const dump: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await database<{ row: string }[]>`
      SELECT t::text AS row FROM ${database(name)} AS t ORDER BY 1`;
    dump[name] = rows.map(({ row }) => row);
  }
  return dump;
}

async function sumsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sums = files.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    const sum = createHash("sha256")
      .update(await readFile(path))
      .digest("hex");
    return [path.slice(folder.length), sum] as const;
  });
  return Object.fromEntries((await Promise.all(sums)).sort());
}

const tableNames = async ({ database }: Shop) =>
  (await database`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`).length;

describe("a restored backup", () => {
  it("is the shop: every row, file, sequence and constraint", async () => {
    const { shop, summary } = await restore();
    expect(await dumpOf(shop.database)).toEqual(await dumpOf(test.database));
    const files = await sumsOf(join(shop.dataDir, "files"));
    expect(files).toEqual(await sumsOf(join(base, "shop", "files")));
    expect(Object.keys(files).some((name) => name.endsWith(".sealed"))).toBe(true);
    expect(await listViolations(shop.database)).toEqual([]);
    expect(summary).toMatchObject({ leftOut: [], canDecrypt: true });
    expect(summary.files).toBe(Object.keys(files).length);
    const rows = Object.values(await dumpOf(test.database)).flat().length;
    expect(summary.rows).toBe(rows);

    const shape = (sql: Database) => sql`
      SELECT conrelid::regclass::text AS table, conname, pg_get_constraintdef(oid) AS definition,
        convalidated FROM pg_constraint WHERE connamespace = 'public'::regnamespace
      UNION ALL
      SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid), tgenabled = 'O'
      FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2, 3`;
    expect([...(await shape(shop.database))]).toEqual([...(await shape(test.database))]);
    const sequences = (sql: Database) => sql`
      SELECT sequencename, last_value::text FROM pg_sequences ORDER BY 1`;
    expect([...(await sequences(shop.database))]).toEqual([...(await sequences(test.database))]);
    expect((await createUser(shop.database)).id).toBeGreaterThan(buyer.id);
  });

  it("keeps members signed in, orders downloadable and encrypted files readable", async () => {
    const { shop } = await restore();
    expect(await readFile(join(shop.dataDir, "session-secret"), "utf8")).toBe(`${SECRET}\n`);
    const files = createLocalFiles(join(shop.dataDir, "files"));
    const database = openDatabase(shop.connection, { connectionsMax: 5 });
    cleanups.push(() => database.end({ timeout: 1 }));
    const api = createApi({ ...test.deps, database, files });
    const { internalToken } = test.deps.config;
    const agentOf = (member: Member) =>
      new ApiAgent((request) => api.fetch(request), {
        appUrl: TEST_APP_URL,
        internalToken,
      }).takeCookiesOf(member.agent);
    const owner = agentOf(buyer);
    expect(await owner.isSignedIn()).toBe(true);
    expect((await owner.get(`/api/purchase/${orderId}/download`)).status).toBe(200);
    const path = `/api/staff/offers/${offerId}/original`;
    const [before, after] = [await staff.agent.get(path), await agentOf(staff).get(path)];
    expect(after.status).toBe(200);
    expect(after.bytes.equals(before.bytes)).toBe(true);
  });

  it("is consistent although people buy and top up meanwhile", async () => {
    const product = await createProduct(test);
    const stop = { now: false };
    let sales = 0;
    const trade = async () => {
      while (!stop.now) {
        const member = await createMember(test);
        await giveCredits(test.database, member.id, 1_000);
        await member.agent.post("/api/purchase/prompt", {
          prompt_id: product.id,
          consent: CONSENT,
        });
        await sendReport(test, { ref: (await openDeposit(member.agent)).ref });
        sales += 1;
      }
    };
    const trading = Promise.all([trade(), trade()]);
    await expect.poll(() => sales).toBeGreaterThan(2);
    const path = join(base, `${randomUUID()}.tar`);
    const source = await shopOf(test.connection, join(base, "shop"));
    const summary = await createBackup(source, path);
    const salesThen = sales;
    await expect.poll(() => sales).toBeGreaterThan(salesThen);
    stop.now = true;
    await trading;
    expect(summary.violations).toEqual([]);
    const { shop } = await restore(path);
    expect(await listViolations(shop.database)).toEqual([]);
  });

  it("comes from an older release, and is brought forward", async () => {
    const old = await createTestDatabase({ isEmpty: true });
    cleanups.push(() => old.drop());
    const older = MIGRATIONS.slice(0, -2);
    await migrate(old.connection, { migrations: older });
    const { id } = await createUser(old.database);
    const path = join(base, `${randomUUID()}.tar`);
    await createBackup(await shopOf(old.connection, join(base, randomUUID())), path);
    expect((await openArchive(path)).head.migrations).toHaveLength(older.length);
    const { shop } = await restore(path);
    const [user] = await shop.database`SELECT id FROM users`;
    expect(user?.id).toBe(id);
    const rows = await shop.database<{ name: string }[]>`SELECT name FROM migrations ORDER BY 1`;
    expect(rows.map(({ name }) => name)).toEqual(MIGRATIONS.map(({ name }) => name));
  });
});

describe("a backup", () => {
  it("is closed to others and never overwrites a file", async () => {
    expect((await stat(archive)).mode & 0o777).toBe(0o600);
    const source = await shopOf(test.connection, join(base, "shop"));
    await expect(createBackup(source, archive)).rejects.toThrow("exists already");
    expect((await readdir(base)).filter((name) => name.endsWith(".draft"))).toEqual([]);
  });

  it("leaves nothing behind when it cannot be made", async () => {
    const shop = await createEmptyShop();
    const path = join(base, `${randomUUID()}.tar`);
    await expect(createBackup(shop, path)).rejects.toThrow("nothing to back up");
    expect((await readdir(base)).filter((name) => /\.draft$/.test(name))).toEqual([]);
    expect(existsSync(path)).toBe(false);
  });

  it("says when the secret that opens encrypted files is not the one of this shop", async () => {
    const shop = {
      ...(await createEmptyShop()),
      sessionSecrets: ["another secret of 32 characters!"],
    };
    const source = await shopOf(test.connection, join(base, "shop"));
    const path = join(base, `${randomUUID()}.tar`);
    const otherSecret = { ...source, sessionSecrets: ["from the environment, 32 characters"] };
    expect((await createBackup(otherSecret, path)).hasSecret).toBe(false);
    const summary = await restoreBackup(shop, await openArchive(path));
    expect(summary.canDecrypt).toBe(false);
    expect(existsSync(join(shop.dataDir, "session-secret"))).toBe(false);
  });
});

describe("a shop whose files are not where the backup looks", () => {
  it("gets no backup, unless it is asked for without them", async () => {
    const source = await shopOf(test.connection, join(base, randomUUID()));
    const path = join(base, `${randomUUID()}.tar`);
    const files = join(source.dataDir, "files");
    await expect(createBackup(source, path)).rejects.toThrow(
      new RegExp(
        `^(\\d+) of \\1 files .* are not in ${files}, such as pictures/.*--despite-missing-files`,
      ),
    );
    expect((await readdir(base)).filter((name) => path.endsWith(name))).toEqual([]);
    expect((await readdir(base)).filter((name) => name.endsWith(".draft"))).toEqual([]);
    const { missing, files: count } = await createBackup(source, path, { despiteMissing: true });
    expect(count).toBe(0);
    expect(missing?.count).toBe(missing?.named);
    const { summary } = await restore(path);
    expect(summary).toMatchObject({ files: 0, missing });
    expect((await restore()).summary.missing).toBeNull();
  });

  it("is noticed by a single one, and not by one whose row goes as well", async () => {
    const dataDir = join(base, randomUUID());
    const source = await shopOf(test.connection, dataDir);
    await cp(join(base, "shop/files"), join(dataDir, "files"), { recursive: true });
    const fileKey = `generations/${randomUUID()}.png`;
    await test.database`
      INSERT INTO generations (order_id, format, width_px, height_px, seed, state, due_at,
        expires_at, file_key, created_at, finished_at)
      VALUES (${orderId}, 'png', 1, 1, 1, 'done', now(), now(), ${fileKey}, now(), now())`;
    const path = join(base, `${randomUUID()}.tar`);
    await expect(createBackup(source, path)).rejects.toThrow(
      new RegExp(`^1 of \\d+ files that .*, such as ${fileKey}\\. No backup was made`),
    );
    const making = createBackup(source, path);
    await expect.poll(() => readdir(base)).toContainEqual(expect.stringMatching(/\.draft$/));
    await wait(1_000);
    await test.database`DELETE FROM generations WHERE file_key = ${fileKey}`;
    expect((await making).missing).toBeNull();
  });

  it("is compared by every column that names files", async () => {
    const columns = await test.database<{ name: string }[]>`
      SELECT DISTINCT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND (column_name = 'file_key'
        OR (table_name, column_name) = ('pictures', 'hash')) ORDER BY 1`;
    // Files that only await deletion may be missing.
    const naming = [...FILE_NAMING.map(({ table }) => table), "unowned_offer_files"];
    expect(columns.map(({ name }) => name)).toEqual(naming.sort());
  });
});

describe("an archive that is not whole", () => {
  it("is rejected wherever it is cut off", async () => {
    const { size } = await stat(archive);
    const path = join(base, "cut.tar");
    for (const bytes of [0, 100, 512, 5_000, size >> 1, size - 1_600, size - 1_024, size - 1]) {
      await writeFile(path, await readFile(archive));
      await truncate(path, bytes);
      await expect(openArchive(path), `${bytes} of ${size}`).rejects.toThrow(
        "the backup is damaged",
      );
    }
  });

  it("is rejected wherever a byte is changed", async () => {
    const whole = await readFile(archive);
    const path = join(base, "changed.tar");
    for (let part = 0; part < 40; part++) {
      const changed = Buffer.from(whole);
      const at = Math.floor((whole.length * part) / 40) + 700;
      // Padding is the only part that has no meaning.
      if (changed[at] === 0) continue;
      changed[at] = (changed[at] ?? 0) ^ 1;
      await writeFile(path, changed);
      await expect(openArchive(path), `byte ${at}`).rejects.toThrow(/backup/);
    }
  });

  it("is rejected with something appended, or when it is something else", async () => {
    const path = join(base, "other.tar");
    await writeFile(path, Buffer.concat([await readFile(archive), Buffer.alloc(512)]));
    await expect(openArchive(path)).rejects.toThrow("the backup is damaged");
    await writeFile(path, "not an archive at all ".repeat(100));
    await expect(openArchive(path)).rejects.toThrow("the backup is damaged");
    for (const name of ["../../etc/passwd", "files/../../x", "/etc/passwd", "readme.txt"]) {
      const tar = pack();
      tar.entry({ name }, "x");
      tar.finalize();
      await writeFile(path, tar);
      await expect(openArchive(path), name).rejects.toThrow("is not a backup of Promptory");
    }
    await expect(openArchive(join(base, "missing.tar"))).rejects.toThrow("ENOENT");
  });

  it("changes nothing when it is exchanged after it was checked", async () => {
    const path = join(base, "exchanged.tar");
    const whole = await readFile(archive);
    await writeFile(path, whole);
    const checked = await openArchive(path);
    const changed = Buffer.from(whole);
    const at = changed.indexOf(".sealed") + 600;
    changed[at] = (changed[at] ?? 0) ^ 1;
    await writeFile(path, changed);
    const shop = await createEmptyShop();
    await expect(restoreBackup(shop, checked)).rejects.toThrow("has changed");
    expect(await tableNames(shop)).toBe(0);
    expect(await readdir(shop.dataDir)).toEqual([]);
    await restoreBackup(shop, await openArchive(archive));
    expect(await tableNames(shop)).toBeGreaterThan(20);
  });
});

describe("a shop that is not empty", () => {
  it("is left as it is", async () => {
    const used = await createTestDatabase();
    cleanups.push(() => used.drop());
    const shop = await shopOf(used.connection, join(base, randomUUID()));
    const { id } = await createUser(used.database);
    const before = await dumpOf(used.database);
    const checked = await openArchive(archive);
    await expect(restoreBackup(shop, checked)).rejects.toThrow("the database is not empty");
    expect(await dumpOf(used.database)).toEqual(before);
    expect(before.users?.join()).toContain(`(${id},`);
    expect(await readdir(shop.dataDir)).toEqual([]);
  });

  it("is one whose files are there, too", async () => {
    const shop = await createEmptyShop();
    await createLocalFiles(join(shop.dataDir, "files")).put("pictures/a.png", Buffer.from("mine"));
    const checked = await openArchive(archive);
    await expect(restoreBackup(shop, checked)).rejects.toThrow("files is not empty");
    expect(await tableNames(shop)).toBe(0);
    expect(await readFile(join(shop.dataDir, "files/pictures/a.png"), "utf8")).toBe("mine");
  });

  it("gets nothing when a row breaks a rule of the schema", async () => {
    const broken = await createTestDatabase();
    cleanups.push(() => broken.drop());
    const member = await createUser(broken.database);
    await broken.database`ALTER TABLE wishlist_items DROP CONSTRAINT wishlist_items_product_id_fkey`;
    await broken.database`
      INSERT INTO wishlist_items (user_id, product_id) VALUES (${member.id}, 999)`;
    const path = join(base, `${randomUUID()}.tar`);
    await createBackup(await shopOf(broken.connection, join(base, randomUUID())), path);
    const shop = await createEmptyShop();
    const checked = await openArchive(path);
    await expect(restoreBackup(shop, checked)).rejects.toThrow("wishlist_items_product_id_fkey");
    expect(await tableNames(shop)).toBe(0);
  });
});
