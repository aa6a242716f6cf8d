import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Database, Sql } from "#api/db/client.ts";
import { MIGRATIONS } from "#api/db/migrate.ts";
import { planMigrations } from "#api/db/migration-plan.ts";
import { nullIfDamaged } from "#api/providers/files/checked-stream.ts";
import { removeDeadDrafts } from "#api/providers/files/drafts.ts";
import { isLeftOut } from "#api/providers/files/file-keys.ts";
import type { Files } from "#api/providers/files/files.ts";
import { createLocalFiles } from "#api/providers/files/local-files.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import {
  BackupError,
  type BackupHead,
  FILES_FOLDER,
  fingerprintOf,
  HEAD_NAME,
  pieceName,
  SECRET_NAME,
} from "./archive-format.ts";
import { openArchive } from "./archive-reader.ts";
import { type ArchiveWriter, createArchive } from "./archive-writer.ts";
import {
  copyOut,
  fixTextForms,
  listTables,
  lockSchema,
  readMigrations,
  readSequences,
} from "./backup.queries.ts";
import { describeMissing, findMissingFiles, type MissingFiles } from "./missing-files.ts";

/** Where the shop keeps the data that a backup contains. */
export type Shop = {
  /** A pool with a single connection and no timeouts. */
  database: Database;
  dataDir: string;
  /** Where files are stored if not in the data folder, and a label for that place. */
  bucket?: { files: Files; name: string } | null;
  sessionSecrets: readonly string[];
  /** Aborts the work, which then cleans up after itself. */
  interrupted?: AbortSignal;
};

export type BackupSummary = {
  rows: number;
  files: number;
  bytes: number;
  /** True when the secret that decrypts files is in the archive. */
  hasSecret: boolean;
  /** Files that rows name but that storage does not have; null when none is missing. */
  missing: MissingFiles | null;
  /** Violations found by invariants.sql; the backup contains the data as it is. */
  violations: string[];
};

export type BackupOptions = {
  /** Also backs up a shop that has lost files named by its rows. */
  despiteMissing?: boolean;
};

/** Rows are written in pieces of this size, because tar needs each size in advance. */
const PIECE_BYTES = 4 * 1024 * 1024;
/**
 * How often the rows that name missing files are read again, in case they are being deleted too.
 */
const REMOVAL_ROUNDS = 3;

/**
 * Writes a running shop into one archive at `path`: the tables from one snapshot, then the files;
 * verifies it before giving it its final name. Throws BackupError when `path` exists, the schema is
 * being migrated or files are missing, and the system error when writing fails; leaves nothing
 * behind then.
 */
export async function createBackup(
  shop: Shop,
  path: string,
  { despiteMissing = false }: BackupOptions = {},
): Promise<BackupSummary> {
  if (existsSync(path)) throw new BackupError(`${path} exists already: nothing was overwritten.`);
  await removeDeadDrafts(dirname(path));
  const archive = await createArchive(path, shop.interrupted);
  try {
    const { rows, head } = await writeDatabase(shop, archive);
    // After the snapshot: a file is stored before the row that references it.
    const folder = join(shop.dataDir, "files");
    const store = shop.bucket?.files ?? createLocalFiles(folder);
    const listed = await writeFiles(store, archive);
    const { late, missing } = await writeLateFiles(shop.database, store, archive);
    if (missing && !despiteMissing) throw toIncomplete(missing, shop.bucket?.name ?? folder);
    const files = listed + late;
    await archive.close();
    const { bytes } = await openArchive(archive.draftPath, shop.interrupted);
    await archive.publish();
    const secret = await readSecret(shop);
    const violations = head.violations ?? [];
    return { rows, files, bytes, hasSecret: secret !== null, missing, violations };
  } finally {
    await archive.discard();
  }
}

async function writeDatabase(shop: Shop, archive: ArchiveWriter) {
  if (!(await lockSchema(shop.database))) {
    throw new BackupError("the database is being migrated: try again when that is done.");
  }
  const work = async (sql: Sql) => {
    await fixTextForms(sql);
    const head = await describe(shop, sql);
    await archive.add(HEAD_NAME, Buffer.from(`${JSON.stringify(head, null, 2)}\n`));
    const secret = await readSecret(shop);
    if (secret) await archive.add(SECRET_NAME, secret);
    let rows = 0;
    for (const table of head.tables) rows += await writeTable(sql, archive, table);
    return { rows, head };
  };
  const result = await shop.database.begin("ISOLATION LEVEL REPEATABLE READ READ ONLY", work);
  // The driver's type allows arrays of promises, which it would await.
  return result as Awaited<ReturnType<typeof work>>;
}

async function describe(shop: Shop, sql: Sql): Promise<BackupHead> {
  const migrations = await readMigrations(sql);
  if (!migrations) throw new BackupError("there is no shop in this database: nothing to back up.");
  return {
    format: 1,
    createdAt: new Date().toISOString(),
    migrations: migrations.map(({ name, checksum }) => ({ name, checksum })),
    tables: (await listTables(sql)).map(({ name, columns }) => ({ name, columns })),
    sequences: await readSequences(sql),
    secretPrints: shop.sessionSecrets.map(fingerprintOf),
    violations: isThisSchema(migrations) ? await namedViolations(sql) : null,
  };
}

function isThisSchema(migrations: NonNullable<Awaited<ReturnType<typeof readMigrations>>>) {
  try {
    return planMigrations(MIGRATIONS, migrations).length === 0;
  } catch {
    // An older build can still back up a newer schema; restoring needs the newer build.
    return false;
  }
}

/** Returns the violations found by invariants.sql, as one text each. */
export async function namedViolations(sql: Sql): Promise<string[]> {
  const found = await listViolations(sql);
  return found.map(({ invariant, subject }) => `${invariant}: ${subject}`);
}

/** Writes a table's rows; returns their number, which is that of COPY's unescaped line feeds. */
async function writeTable(
  sql: Sql,
  archive: ArchiveWriter,
  table: BackupHead["tables"][number],
): Promise<number> {
  let [piece, bytes, rows] = [0, 0, 0];
  let waiting: Buffer[] = [];
  const flush = async () => {
    piece += 1;
    await archive.add(pieceName(table.name, piece), Buffer.concat(waiting));
    [waiting, bytes] = [[], 0];
  };
  const source: AsyncIterable<Buffer> = await copyOut(sql, table);
  for await (const chunk of source) {
    for (const byte of chunk) if (byte === 10) rows += 1;
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes >= PIECE_BYTES) await flush();
  }
  if (bytes > 0) await flush();
  return rows;
}

/** Writes the stored files; returns their number. */
async function writeFiles(store: Files, archive: ArchiveWriter): Promise<number> {
  let files = 0;
  for await (const { key } of store.list()) {
    // Renditions are regenerated from the originals.
    if (isLeftOut(key)) continue;
    // The shop removes files only when it no longer needs them.
    if (await writeFile(store, archive, key)) files += 1;
  }
  return files;
}

/**
 * Writes a file; returns false when it does not exist or is damaged, which also counts as missing.
 */
async function writeFile(store: Files, archive: ArchiveWriter, key: string): Promise<boolean> {
  const file = await store.open(key).catch(nullIfDamaged);
  if (!file) return false;
  try {
    await archive.addFile(`${FILES_FOLDER}${key}`, file);
    return true;
  } finally {
    await file.close();
  }
}

/** Adds files whose key changed during the listing, and finds those that are missing. */
async function writeLateFiles(database: Database, store: Files, archive: ArchiveWriter) {
  let late = 0;
  const missing = await findMissingFiles(database, {
    rounds: REMOVAL_ROUNDS,
    isKnown: (key) => archive.has(`${FILES_FOLDER}${key}`),
    has: async (key) => {
      const isThere = await writeFile(store, archive, key);
      if (isThere) late += 1;
      return isThere;
    },
  });
  return { late, missing };
}

function toIncomplete(missing: MissingFiles, place: string): BackupError {
  return new BackupError(
    `${describeMissing(missing, place)}. No backup was made. Give this command the shop's own ` +
      "settings (DATA_DIR, S3_*); if the files are lost, --despite-missing-files makes one without " +
      "them.",
  );
}

/**
 * Returns the secret in the data folder; null when the shop's secret comes from its environment.
 */
async function readSecret({ dataDir, sessionSecrets }: Shop): Promise<Buffer | null> {
  const path = join(dataDir, SECRET_NAME);
  const bytes = existsSync(path) ? await readFile(path) : null;
  return bytes && sessionSecrets.includes(bytes.toString("utf8").trim()) ? bytes : null;
}
