import type { ProductStatus } from "#domain/products.ts";
import type { ChosenShelf } from "#domain/shelves.ts";
import { ADVISORY_LOCKS } from "../../db/advisory-locks.ts";
import type { Sql } from "../../db/client.ts";

export type ShelfRow = {
  id: number;
  slug: string;
  titles: Record<string, string>;
  status: ProductStatus;
  imageHash: string | null;
};

const columns = (sql: Sql) => sql`p.id, p.slug, p.titles, p.status, p.picture_hash AS "imageHash"`;
const placeOf = (sql: Sql, shelf: ChosenShelf) =>
  shelf === "hero" ? sql`hero_position` : sql`featured_position`;

/** Lists the staff's choice in its order, whether for sale or not. */
export async function listChosen(sql: Sql, shelf: ChosenShelf): Promise<ShelfRow[]> {
  return sql<ShelfRow[]>`
    SELECT ${columns(sql)} FROM products p WHERE ${placeOf(sql, shelf)} IS NOT NULL
    ORDER BY ${placeOf(sql, shelf)}, p.id`;
}

/** Returns these products, in the given order. */
export async function listShelfProducts(sql: Sql, ids: readonly number[]): Promise<ShelfRow[]> {
  return sql<ShelfRow[]>`
    SELECT ${columns(sql)} FROM unnest(${[...ids]}::bigint[]) WITH ORDINALITY AS given (id, place)
    JOIN products p USING (id) ORDER BY given.place`;
}

/** Locks the shelves against concurrent changes until the transaction ends. */
export async function lockShelves(sql: Sql): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.shelves})`;
}

/** Replaces the shelf's products with these, in this order. */
export async function arrangeProducts(
  sql: Sql,
  shelf: ChosenShelf,
  ids: readonly number[],
): Promise<void> {
  const place = placeOf(sql, shelf);
  await sql`
    UPDATE products SET ${place} = NULL
    WHERE ${place} IS NOT NULL AND id <> ALL(${[...ids]}::bigint[])`;
  await sql`
    UPDATE products SET ${place} = given.place
    FROM unnest(${[...ids]}::bigint[]) WITH ORDINALITY AS given (id, place)
    WHERE products.id = given.id`;
}
