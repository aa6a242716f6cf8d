import type { FileHandle } from "node:fs/promises";
import pLimit from "p-limit";
import { inTransaction } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { type Archive, openArchive } from "./archive.ts";
import { checkRow, readGroupNames, type Shop } from "./check-row.ts";
import { ImportFailure } from "./import-failure.ts";
import { type CheckedRow, insertRows, noteTakenSlugs } from "./import-rows.queries.ts";
import { type ImportRow, setFailure, setStatus, setTotal } from "./imports.queries.ts";
import { type ReadRow, readTable, type Table } from "./read-table.ts";

/** Images in memory at the same time; the encoder processes them one by one. */
const CONCURRENT_PICTURES_MAX = 3;
/** Rows per write. Images take a while, and the page shows the progress of each write. */
const BATCH_SIZE = { withPictures: 4 * CONCURRENT_PICTURES_MAX, alone: 500 } as const;
/** Characters of rows per write: rows with long texts in all languages end a batch earlier. */
const BATCH_LENGTH_MAX = 8_000_000;

/** When a run ends: after a few seconds, or immediately on shutdown. */
export type RunEnd = { isTimeUp(): boolean; stopping: AbortSignal };

type Source = { archive: Archive | null; openTable(): Promise<Table> };

/**
 * Checks rows of an import until the end of the run, continuing where the previous run stopped,
 * even in another process; publishes nothing yet. At the end it starts no further image and only
 * finishes those being read. Returns true when nothing is left to check. Throws the reason of
 * `stopping` if that is aborted while it counts the rows or skips those already checked.
 */
export async function checkImport(deps: ApiDeps, found: ImportRow, end: RunEnd): Promise<boolean> {
  const file = await deps.files.open(found.fileKey);
  try {
    if (!file) throw new ImportFailure("import_empty");
    return await checkRows(deps, found, await openSource(file, found.isArchive), end);
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error;
    deps.log.info({ err: error, import: found.id }, "a file of products cannot be read");
    await setFailure(deps.database, found.id, error.code);
    await deps.files.remove(found.fileKey);
    return true;
  } finally {
    await file?.close();
  }
}

async function openSource(file: FileHandle, isArchive: boolean): Promise<Source> {
  const archive = isArchive ? await openArchive(file) : null;
  return {
    archive,
    openTable: async () => {
      const stream = archive
        ? archive.openTable()
        : file.createReadStream({ start: 0, autoClose: false });
      return readTable(stream);
    },
  };
}

async function checkRows(
  deps: ApiDeps,
  found: ImportRow,
  source: Source,
  end: RunEnd,
): Promise<boolean> {
  if (found.rowsTotal === null) {
    const table = await source.openTable();
    await countRows(deps, found.id, { table, stopping: end.stopping });
  }
  const result = await checkBatches(deps, found, source, end);
  if (result !== "complete") return result === "discarded";
  await inTransaction(deps.database, async (sql) => {
    await noteTakenSlugs(sql, found.id);
    await setStatus(sql, found.id, "checked");
  });
  await deps.files.remove(found.fileKey);
  return true;
}

/** Checks and stores rows, unless the import is discarded or the run ends meanwhile. */
async function checkBatches(
  deps: ApiDeps,
  found: ImportRow,
  source: Source,
  { isTimeUp, stopping }: RunEnd,
): Promise<"complete" | "discarded" | "stopped"> {
  const shop: Shop = { ...(await readGroupNames(deps.database)), archive: source.archive };
  const size = source.archive ? BATCH_SIZE.withPictures : BATCH_SIZE.alone;
  const limit = pLimit({ concurrency: CONCURRENT_PICTURES_MAX, rejectOnClear: true });
  const { rows } = await source.openTable();
  // Each run checks at least one batch, however late it is; otherwise an import might never end.
  const rowsMin = source.archive ? CONCURRENT_PICTURES_MAX : size;
  let started = 0;
  let isOver = false;
  const check = async (row: ReadRow) => {
    started += 1;
    isOver ||= stopping.aborted || (started > rowsMin && isTimeUp());
    return isOver ? null : checkRow(deps, shop, row);
  };
  let batch: Promise<CheckedRow | null>[] = [];
  let length = 0;
  const store = async () => {
    // Checks start in table order, so those that were not started are at the end.
    const checked = (await Promise.all(batch)).filter((row) => row !== null);
    batch = [];
    length = 0;
    if (checked.length === 0) return true;
    return inTransaction(deps.database, (sql) => insertRows(sql, found.id, checked));
  };
  try {
    for await (const row of rows) {
      if (row.number <= found.rowsChecked) {
        stopping.throwIfAborted();
        continue;
      }
      const checking = limit(() => check(row));
      // `store` rethrows its error; until then the rejection must not count as unhandled.
      checking.catch(() => null);
      batch.push(checking);
      for (const cell of row.cells.values()) length += cell.length;
      if (batch.length < size && length < BATCH_LENGTH_MAX) continue;
      // `store` returns false once the import has been discarded.
      if (!(await store())) return "discarded";
      if (isOver || isTimeUp()) return "stopped";
    }
    if (batch.length > 0 && !(await store())) return "discarded";
    return isOver ? "stopped" : "complete";
  } finally {
    // The caller closes the file, so checks that still read it must finish first.
    limit.clearQueue();
    await Promise.allSettled(batch);
  }
}

/**
 * Reads the whole table once before any of it is checked, so that it is processed completely or not
 * at all.
 */
async function countRows(
  deps: ApiDeps,
  id: number,
  { table: { unknownColumns, rows }, stopping }: { table: Table; stopping: AbortSignal },
) {
  let count = 0;
  for await (const { number } of rows) {
    stopping.throwIfAborted();
    count = number;
  }
  if (count === 0) throw new ImportFailure("import_empty");
  await setTotal(deps.database, id, { rows: count, unknownColumns });
}
