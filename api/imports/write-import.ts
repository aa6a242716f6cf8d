import { randomBytes } from "node:crypto";
import { recordAction } from "../audit/audit.service.ts";
import { numbered } from "../catalog/desk/products.queries.ts";
import { inTransaction, isUniqueViolation, postgresCode, type Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import {
  insertProducts,
  listSlugs,
  listTaken,
  noteMissingGroups,
  noteTakenSlugs,
  removeProducts,
  type SlugRow,
  updateSlugs,
} from "./import-rows.queries.ts";
import { getRequester, lockImport, setStatus } from "./imports.queries.ts";

const MISSING_REFERENCE = "23503";
/** Each has 49 candidates. */
const SUGGESTIONS_BATCH_SIZE = 500;

/**
 * Creates all products of a checked import in one transaction. If the shop has changed since the
 * check, flags the affected rows and returns the import to "checked", so that a person decides
 * again.
 */
export async function writeImport(deps: ApiDeps, id: number): Promise<void> {
  try {
    await inTransaction(deps.database, async (sql) => {
      const found = await lockImport(sql, id);
      if (found?.status !== "writing") return;
      const noted = (await noteTakenSlugs(sql, id)) + (await noteMissingGroups(sql, id));
      if (noted > 0) return setStatus(sql, id, "checked");
      await updateSlugs(sql, id, await assignSlugs(sql, await listSlugs(sql, id)));
      const count = await insertProducts(sql, id, deps.now());
      const subject = { kind: "import", id };
      const after = { products: count, file: found.fileName };
      const actorId = await getRequester(sql, id, "write");
      await recordAction(sql, { actorId, action: "import.write", subject, after });
    });
  } catch (error) {
    if (!isUniqueViolation(error) && postgresCode(error) !== MISSING_REFERENCE) throw error;
    // Somebody has just taken a slug or deleted a category: the next run flags it.
    deps.log.info({ err: error, import: id }, "an import met a change of the catalogue");
  }
}

/** Assigns slugs to the rows whose slug is only suggested: the first free one, in table order. */
async function assignSlugs(sql: Sql, rows: readonly SlugRow[]) {
  const taken = new Set(
    await listTaken(
      sql,
      rows.map(({ slug }) => slug),
    ),
  );
  for (const row of rows) if (row.isSlugGiven) taken.add(row.slug);
  const open: SlugRow[] = [];
  for (const row of rows) {
    if (row.isSlugGiven) continue;
    if (taken.has(row.slug)) open.push(row);
    taken.add(row.slug);
  }
  const suggestions = [...new Set(open.map(({ slug }) => slug))];
  // In batches, because a table imported twice has all its slugs taken, which gives millions of
  // candidates.
  for (let from = 0; from < suggestions.length; from += SUGGESTIONS_BATCH_SIZE) {
    const candidates = suggestions.slice(from, from + SUGGESTIONS_BATCH_SIZE).flatMap(numbered);
    for (const slug of await listTaken(sql, candidates)) taken.add(slug);
  }
  return open.map(({ number, slug: suggested }) => {
    const free = numbered(suggested).find((one) => !taken.has(one));
    const slug = free ?? `${suggested.slice(0, 100)}-${randomBytes(4).toString("hex")}`;
    taken.add(slug);
    return { number, slug };
  });
}

/** Undoes an import atomically: deletes its products, but withdraws those that have been bought. */
export async function undoImport(deps: ApiDeps, id: number): Promise<void> {
  await inTransaction(deps.database, async (sql) => {
    const found = await lockImport(sql, id);
    if (found?.status !== "undoing") return;
    const after = await removeProducts(sql, id, deps.now());
    const subject = { kind: "import", id };
    const actorId = await getRequester(sql, id, "undo");
    await recordAction(sql, { actorId, action: "import.undo", subject, after });
  });
}
