import type { Sql } from "../db/client.ts";
import { ownPage } from "../db/own-page.ts";
import type { OwnData } from "../noun.ts";

export type ViewRow = { id: number; list: string; name: string; query: string };

/** The person's own views, by list and name. */
export async function listViewsOf(sql: Sql, userId: number): Promise<ViewRow[]> {
  return sql<ViewRow[]>`
    SELECT id, list, name, query FROM saved_views WHERE user_id = ${userId}
    ORDER BY list, lower(name), id`;
}

/**
 * Serializes the person's requests about views until the transaction ends; returns their number.
 */
export async function lockViewsOf(sql: Sql, userId: number): Promise<number> {
  await sql`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
  const [row] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM saved_views WHERE user_id = ${userId}`;
  return row?.count ?? 0;
}

/** Inserts a view and returns its row; null when another view of the list has this name. */
export async function insertView(
  sql: Sql,
  view: { userId: number; list: string; name: string; query: string; now: Date },
): Promise<ViewRow | null> {
  const [row] = await sql<ViewRow[]>`
    INSERT INTO saved_views (user_id, list, name, query, created_at)
    VALUES (${view.userId}, ${view.list}, ${view.name}, ${view.query}, ${view.now})
    ON CONFLICT (user_id, list, lower(name)) DO NOTHING RETURNING id, list, name, query`;
  return row ?? null;
}

/**
 * Renames a view. False when another view of the list has this name. Requires the lock of
 * `lockViewsOf`.
 */
export async function renameView(
  sql: Sql,
  { id, userId, name }: { id: number; userId: number; name: string },
): Promise<boolean> {
  const result = await sql`
    UPDATE saved_views AS mine SET name = ${name}
    WHERE id = ${id} AND user_id = ${userId} AND NOT EXISTS (
      SELECT 1 FROM saved_views AS other WHERE other.user_id = ${userId}
        AND other.list = mine.list AND lower(other.name) = lower(${name}) AND other.id <> ${id})`;
  return result.count === 1;
}

/** One of this person's views; null if none. */
export async function getView(sql: Sql, id: number, userId: number): Promise<ViewRow | null> {
  const [row] = await sql<ViewRow[]>`
    SELECT id, list, name, query FROM saved_views WHERE id = ${id} AND user_id = ${userId}`;
  return row ?? null;
}

export async function deleteViewRow(sql: Sql, id: number, userId: number): Promise<void> {
  await sql`DELETE FROM saved_views WHERE id = ${id} AND user_id = ${userId}`;
}

export async function deleteViewsOf(sql: Sql, userId: number): Promise<void> {
  await sql`DELETE FROM saved_views WHERE user_id = ${userId}`;
}

/** The views that a staff member saved, for their data export. */
export const ownViewsData: OwnData["lists"] = {
  saved_views: (sql, user, page) => sql`
    SELECT id, list, name, query, created_at FROM saved_views
    WHERE user_id = ${user.id} ${ownPage(sql, sql`id`, page)}`,
};
