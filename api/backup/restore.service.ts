import { once } from "node:events";
import { join } from "node:path";
import type { Writable } from "node:stream";
import type { Sql } from "#api/db/client.ts";
import { MIGRATIONS, migrateWithin } from "#api/db/migrate.ts";
import { planMigrations } from "#api/db/migration-plan.ts";
import { syncFolder } from "#api/providers/files/local-files.ts";
import {
  type AfterRestore,
  adjustRestoredDatabase,
  type RestoreAdjustments,
} from "./after-restore.ts";
import {
  BackupError,
  type BackupHead,
  fileKeyOf,
  fingerprintOf,
  SECRET_NAME,
  tableOfPiece,
} from "./archive-format.ts";
import type { CheckedArchive, Member } from "./archive-reader.ts";
import {
  addForeignKey,
  analyze,
  copyIn,
  disableTriggers,
  dropForeignKey,
  emptyTable,
  enableTriggers,
  fixTextForms,
  listForeignKeys,
  listTables,
  lockSchemaAlone,
  setSequence,
} from "./backup.queries.ts";
import { namedViolations, type Shop } from "./backup.service.ts";
import { findMissingFiles, type MissingFiles } from "./missing-files.ts";
import { clearRestoreMarker, hasRestoreMarker, setRestoreMarker } from "./restore-marker.ts";
import { openRestoredFiles, type RestoredFiles, writeDurably } from "./restored-files.ts";

export type RestoreSummary = {
  rows: number;
  files: number;
  bytes: number;
  /** Files that rows name but the backup does not contain; null when there are none. */
  missing: MissingFiles | null;
  /** Tables in the backup that this build does not have; their rows are not restored. */
  leftOut: string[];
  /**
   * False when this shop lacks a secret of the original one, so that its encrypted files cannot be
   * decrypted.
   */
  canDecrypt: boolean;
  /** What was changed after the rows were loaded; null when they were left as they are. */
  settled: RestoreAdjustments | null;
};

type Table = BackupHead["tables"][number];

/**
 * Restores a verified backup into an empty shop: schema, rows, files and secret, all or nothing.
 * Then migrates an older backup's schema to this build's, in the same transaction, and keeps the
 * shop from repeating what the original has done (`afterwards`; null leaves each row as it was).
 * Leftovers of a killed restore are removed first. Throws BackupError when the shop is not empty,
 * when the ledger does not balance as it did in the original shop, or when the archive changes
 * meanwhile, and MigrationError when another build is needed.
 */
export async function restoreBackup(
  shop: Shop,
  archive: CheckedArchive,
  afterwards: AfterRestore | null = null,
): Promise<RestoreSummary> {
  const { head } = archive;
  const due = planMigrations(MIGRATIONS, head.migrations);
  const files = openRestoredFiles(shop);
  if (!hasRestoreMarker(shop.dataDir, files.place)) await files.assertNone();
  let isToBeUndone = false;
  try {
    const work = async (sql: Sql) => {
      if (!(await lockSchemaAlone(sql))) throw inUse();
      if ((await listTables(sql)).length > 0) throw inUse();
      await setRestoreMarker(shop.dataDir, files.place);
      isToBeUndone = true;
      await files.begin();
      await fixTextForms(sql);
      await migrateWithin(
        sql,
        MIGRATIONS.filter((migration) => !due.includes(migration)),
      );
      const { secret, written, rows, leftOut } = await load(sql, archive, {
        files,
        interrupted: shop.interrupted,
      });
      await migrateWithin(sql, due);
      assertSameLedger(head, await namedViolations(sql));
      const settled = afterwards && (await adjustRestoredDatabase(sql, head.createdAt, afterwards));
      const missing = await findMissingFiles(sql, { isKnown: (key) => written.has(key) });
      // From here on only the database knows whether the commit succeeds: the marker stays until
      // then.
      isToBeUndone = false;
      await files.publish();
      if (secret) await writeDurably(join(shop.dataDir, SECRET_NAME), [secret]);
      await syncFolder(shop.dataDir);
      return { secret, rows, leftOut, missing, settled, files: written.size };
    };
    // The rows become visible last: a shop with rows has its files and its secret. The driver's type
    // allows arrays of promises, which it would await.
    const result = (await shop.database.begin(work)) as Awaited<ReturnType<typeof work>>;
    await clearRestoreMarker(shop.dataDir);
    await analyze(shop.database);
    const { secret, ...loaded } = result;
    const own = secret
      ? [...shop.sessionSecrets, secret.toString("utf8").trim()]
      : shop.sessionSecrets;
    const fingerprints = own.map(fingerprintOf);
    const canDecrypt = head.secretPrints.every((fingerprint) => fingerprints.includes(fingerprint));
    return { ...loaded, bytes: archive.bytes, canDecrypt };
  } catch (error) {
    if (isToBeUndone) {
      await files.remove();
      await clearRestoreMarker(shop.dataDir);
    }
    throw error;
  }
}

/** Loads rows and files in archive order; resolves once all constraints hold again. */
async function load(
  sql: Sql,
  archive: CheckedArchive,
  { files, interrupted }: { files: RestoredFiles; interrupted?: AbortSignal | undefined },
) {
  const { head } = archive;
  const tables = knownTables(head, await listTables(sql));
  const keys = await listForeignKeys(sql);
  for (const key of keys) await dropForeignKey(sql, key);
  for (const name of tables.keys()) {
    await disableTriggers(sql, name);
    await emptyTable(sql, name);
  }
  const sink = createTableSink(sql, tables);
  const result: { written: Set<string>; secret: Buffer | null } = {
    written: new Set(),
    secret: null,
  };
  for await (const member of archive.members()) {
    interrupted?.throwIfAborted();
    const key = fileKeyOf(member.name);
    if (await sink.write(member)) continue;
    if (key !== null) {
      await files.write(key, member.content);
      result.written.add(key);
    } else if (member.name === SECRET_NAME) {
      result.secret = await readWhole(member);
    } else {
      await readWhole(member);
    }
  }
  await sink.end();
  for (const key of keys) await addForeignKey(sql, key);
  for (const name of tables.keys()) await enableTriggers(sql, name);
  for (const sequence of head.sequences) await setSequence(sql, sequence);
  const leftOut = head.tables.map(({ name }) => name).filter((name) => !tables.has(name));
  return { ...result, rows: sink.rows(), leftOut };
}

/**
 * Returns the backup's tables that exist in the schema. Throws BackupError when their columns
 * differ.
 */
function knownTables(head: BackupHead, schema: readonly Table[]): Map<string, Table> {
  const tables = new Map<string, Table>();
  for (const { name, columns } of schema) {
    const saved = head.tables.find((table) => table.name === name);
    if (!saved || [...saved.columns].sort().join() !== [...columns].sort().join()) {
      throw new BackupError(`the table ${name} of the backup is not the one of its migrations.`);
    }
    tables.set(name, saved);
  }
  return tables;
}

/** Creates a sink with one COPY per table, fed by the table's consecutive pieces. */
function createTableSink(sql: Sql, tables: Map<string, Table>) {
  let open: { name: string; copy: Writable; failure: Promise<never> } | null = null;
  let rows = 0;
  const end = async () => {
    if (!open) return;
    const { copy, failure } = open;
    open = null;
    const finished = once(copy, "finish");
    copy.end();
    await Promise.race([finished, failure]);
  };
  const start = async (table: Table) => {
    await end();
    const copy = await copyIn(sql, table);
    const failure = new Promise<never>((_resolve, reject) => copy.once("error", reject));
    failure.catch(() => {});
    open = { name: table.name, copy, failure };
    return open;
  };
  return {
    rows: () => rows,
    end,
    /**
     * Returns false, leaving the content unread, when the member is not a piece of a known table.
     */
    async write(member: Member): Promise<boolean> {
      const table = tables.get(tableOfPiece(member.name) ?? "");
      if (!table) {
        await end();
        return false;
      }
      const { copy, failure } = open?.name === table.name ? open : await start(table);
      for await (const chunk of member.content) {
        for (const byte of chunk) if (byte === 10) rows += 1;
        if (!copy.write(chunk)) await Promise.race([once(copy, "drain"), failure]);
      }
      return true;
    },
  };
}

async function readWhole(member: Member): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of member.content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function inUse(): BackupError {
  return new BackupError(
    "the database is not empty: a backup is only restored into an empty shop.",
  );
}

/**
 * Throws BackupError for violations that the original shop did not have: a ledger that was out of
 * balance is restored with exactly the same discrepancy.
 */
function assertSameLedger(head: BackupHead, found: string[]): void {
  const known = new Set(head.violations ?? []);
  const added = found.filter((violation) => !known.has(violation));
  if (added.length === 0) return;
  throw new BackupError(`the ledger does not balance (${added.join("; ")}): nothing was restored.`);
}
