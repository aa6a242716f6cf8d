import type { GroupKind } from "#domain/product-groups.ts";
import type { Sql } from "../../db/client.ts";
import { noteUpdates } from "../product-updates.queries.ts";

/** The audit log's subject for each kind of group. */
export const GROUP_SUBJECTS = { categories: "category", styles: "style" } as const;

/** Where the former slugs of each kind of group are stored. */
const FORMER_SLUGS = {
  categories: { table: "former_category_slugs", owner: "category_id" },
  styles: { table: "former_style_slugs", owner: "style_id" },
} as const;

export type DeskGroup = {
  id: number;
  version: number;
  slug: string;
  position: number;
  names: Record<string, string>;
  imageHash: string | null;
  productsCount: number;
};
export type GroupFields = Omit<DeskGroup, "id" | "version" | "productsCount">;

/**
 * Selects the groups of a kind with their numbers of products. Triggers maintain the published
 * counts, because counting those would scan the whole table; the others are counted in one pass for
 * all groups.
 */
function selectGroups(sql: Sql, kind: GroupKind) {
  const isStyle = kind === "styles";
  const unpublished = isStyle
    ? sql`SELECT style_id AS group_id, count(*)
        FROM products p JOIN product_styles ON product_id = p.id
        WHERE p.status <> 'published' GROUP BY 1`
    : sql`SELECT category_id AS group_id, count(*)
        FROM products WHERE status <> 'published' GROUP BY 1`;
  return sql`
    SELECT g.id, g.version, g.slug, g.position, g.names,
      ${isStyle ? sql`g.picture_hash` : sql`NULL`} AS "imageHash",
      (coalesce((SELECT sum(products_count) FROM catalog_counts
          WHERE ${isStyle ? sql`style_id = g.id` : sql`category_id = g.id AND style_id IS NULL`}), 0)
        + coalesce(unpublished.count, 0))::int AS "productsCount"
    FROM ${sql(kind)} g LEFT JOIN (${unpublished}) AS unpublished ON unpublished.group_id = g.id`;
}

/** Lists all groups of a kind, in order. */
export async function listGroups(sql: Sql, kind: GroupKind): Promise<DeskGroup[]> {
  return sql<DeskGroup[]>`${selectGroups(sql, kind)} ORDER BY g.position, g.id`;
}

/**
 * Returns one group, locked until the transaction ends: nothing can be filed under it meanwhile.
 */
export async function lockGroup(sql: Sql, kind: GroupKind, id: number): Promise<DeskGroup | null> {
  await sql`SELECT 1 FROM ${sql(kind)} WHERE id = ${id} FOR UPDATE`;
  const [row] = await sql<DeskGroup[]>`${selectGroups(sql, kind)} WHERE g.id = ${id}`;
  return row ?? null;
}

/**
 * Keeps these categories and styles from being deleted until the transaction ends. Waits for a
 * deletion in progress; groups that no longer exist stay unlocked. Call it before locking products,
 * because a deletion locks its group first as well.
 */
export async function keepGroups(
  sql: Sql,
  { categoryIds, styleIds }: { categoryIds: readonly number[]; styleIds: readonly number[] },
): Promise<void> {
  await sql`
    SELECT 1 FROM categories WHERE id = ANY(${[...categoryIds]}::bigint[])
    ORDER BY id FOR KEY SHARE`;
  await sql`
    SELECT 1 FROM styles WHERE id = ANY(${[...styleIds]}::bigint[]) ORDER BY id FOR KEY SHARE`;
}

/** Inserts a group and returns its id; null when the slug is taken. */
export async function insertGroup(
  sql: Sql,
  kind: GroupKind,
  group: GroupFields,
): Promise<number | null> {
  const [row] =
    kind === "styles"
      ? await sql<{ id: number }[]>`
          INSERT INTO styles (slug, position, names, picture_hash)
          VALUES (${group.slug}, ${group.position}, ${sql.json(group.names)}, ${group.imageHash})
          ON CONFLICT (slug) DO NOTHING RETURNING id`
      : await sql<{ id: number }[]>`
          INSERT INTO categories (slug, position, names)
          VALUES (${group.slug}, ${group.position}, ${sql.json(group.names)})
          ON CONFLICT (slug) DO NOTHING RETURNING id`;
  return row?.id ?? null;
}

/** Makes links with a group's current and former slugs lead to group `to` from now on. */
export async function forwardSlugs(
  sql: Sql,
  kind: GroupKind,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const { table, owner } = FORMER_SLUGS[kind];
  if (from !== to) {
    await sql`UPDATE ${sql(table)} SET ${sql(owner)} = ${to} WHERE ${sql(owner)} = ${from}`;
  }
  await sql`
    INSERT INTO ${sql(table)} (slug, ${sql(owner)})
    SELECT slug, ${to} FROM ${sql(kind)} WHERE id = ${from}
    ON CONFLICT (slug) DO UPDATE SET ${sql(owner)} = EXCLUDED.${sql(owner)}`;
}

/** Updates all fields of a locked group and increments its version. */
export async function updateGroup(
  sql: Sql,
  kind: GroupKind,
  id: number,
  group: GroupFields,
): Promise<void> {
  const picture = kind === "styles" ? sql`, picture_hash = ${group.imageHash}` : sql``;
  await sql`
    UPDATE ${sql(kind)} SET slug = ${group.slug}, position = ${group.position},
      names = ${sql.json(group.names)}, version = version + 1 ${picture}
    WHERE id = ${id}`;
}

/** Returns true when a product or an offer is filed under the group. */
export async function isGroupUsed(sql: Sql, kind: GroupKind, id: number): Promise<boolean> {
  const [row] =
    kind === "styles"
      ? await sql<{ isUsed: boolean }[]>`
          SELECT EXISTS (SELECT 1 FROM product_styles WHERE style_id = ${id})
            OR EXISTS (SELECT 1 FROM offer_styles WHERE style_id = ${id}) AS "isUsed"`
      : await sql<{ isUsed: boolean }[]>`
          SELECT EXISTS (SELECT 1 FROM products WHERE category_id = ${id})
            OR EXISTS (SELECT 1 FROM offers WHERE category_id = ${id}) AS "isUsed"`;
  return row?.isUsed ?? false;
}

/**
 * Moves all products and offers from one group to another; one that is in both stays in the target.
 */
export async function moveProducts(
  sql: Sql,
  kind: GroupKind,
  move: { from: number; to: number; now: Date },
): Promise<void> {
  const { from, to, now } = move;
  if (kind === "categories") {
    const moved = sql`
      UPDATE products SET category_id = ${to}, version = version + 1 WHERE category_id = ${from}
      RETURNING id`;
    await noteUpdates(sql, moved, now);
    await sql`UPDATE offers SET category_id = ${to} WHERE category_id = ${from}`;
    return;
  }
  const moved = sql`
    UPDATE products SET version = version + 1
    WHERE id IN (SELECT product_id FROM product_styles WHERE style_id = ${from}) RETURNING id`;
  await noteUpdates(sql, moved, now);
  for (const [table, owner] of [
    ["product_styles", "product_id"],
    ["offer_styles", "offer_id"],
  ] as const) {
    await sql`
      INSERT INTO ${sql(table)} (${sql(owner)}, style_id, position)
      SELECT ${sql(owner)}, ${to}, position FROM ${sql(table)} WHERE style_id = ${from}
      ON CONFLICT DO NOTHING`;
    await sql`DELETE FROM ${sql(table)} WHERE style_id = ${from}`;
  }
}

export async function deleteGroup(sql: Sql, kind: GroupKind, id: number): Promise<void> {
  await sql`DELETE FROM ${sql(kind)} WHERE id = ${id}`;
}
