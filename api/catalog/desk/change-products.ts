import { fieldError } from "#domain/errors.ts";
import { localize } from "#domain/localized-texts.ts";
import { parseAmount } from "#domain/money.ts";
import type { ChangeProductsBody, UndoChangesBody } from "../../contract/staff/products.ts";
import { inTransaction, type Sql } from "../../db/client.ts";
import type { ApiDeps, SessionUser } from "../../http/context.ts";
import { keepGroups } from "./groups.queries.ts";
import {
  findBulkChange,
  findUnknown,
  lockProducts,
  type ProductFields,
} from "./products.queries.ts";
import { listMissing, pickFields, writeProduct } from "./products.service.ts";

/**
 * Applies one change to many products in one transaction. Products that cannot be published are
 * skipped and reported. Throws validation_failed for a change without its value.
 */
export async function changeProducts(
  deps: ApiDeps,
  staff: SessionUser,
  body: ChangeProductsBody,
  locale: string,
) {
  return inTransaction(deps.database, async (sql) => {
    const change = await toChange(sql, body);
    const products = await lockProducts(sql, [...new Set(body.ids.map(Number))]);
    const incomplete: { id: number; title: string }[] = [];
    const versions: { id: number; version: number }[] = [];
    for (const product of products) {
      if (body.action === "publish" && !isComplete(product)) {
        const title = localize(product.titles, locale) || product.slug;
        incomplete.push({ id: product.id, title });
        continue;
      }
      const fields = { ...pickFields(product), ...change };
      const action = `product.${body.action}`;
      const written = await writeProduct(deps, sql, { staff, product, fields, action });
      const { version } = written;
      if (version !== product.version) versions.push({ id: product.id, version });
    }
    return { changed: versions.length, versions, incomplete };
  });
}

/**
 * Reverts a staff member's own bulk change from the audit log. Leaves alone, and counts, values
 * changed since, products that cannot be published, and products whose category or style has been
 * deleted.
 */
export async function undoChanges(
  deps: ApiDeps,
  staff: SessionUser,
  { products: changed }: UndoChangesBody,
) {
  const versions = new Map(changed.map(({ id, version }) => [Number(id), version]));
  return inTransaction(deps.database, async (sql) => {
    const products = await lockProducts(sql, [...versions.keys()]);
    let restored = 0;
    for (const product of products) {
      const before =
        product.version === versions.get(product.id)
          ? await findBulkChange(sql, { productId: product.id, actorId: staff.id })
          : null;
      if (before === null) continue;
      const fields = { ...pickFields(product), ...before };
      // A product that has been sold can no longer return to "draft".
      if (fields.status === "draft" && product.salesCount > 0) fields.status = "withdrawn";
      if (!(await areGroupsKnown(sql, before))) continue;
      const isPublishing = fields.status === "published" && product.status !== "published";
      if (isPublishing && !isComplete(fields)) continue;
      await writeProduct(deps, sql, { staff, product, fields, action: "product.undo" });
      restored += 1;
    }
    return { restored, skipped: versions.size - restored };
  });
}

const isComplete = (fields: ProductFields) => Object.keys(listMissing(fields)).length === 0;

async function areGroupsKnown(
  sql: Sql,
  { categoryId, styleIds = [] }: Partial<ProductFields>,
): Promise<boolean> {
  const groups = { categoryIds: categoryId === undefined ? [] : [categoryId], styleIds };
  await keepGroups(sql, groups);
  const { categories, styles } = await findUnknown(sql, { ...groups, imageHash: null });
  return categories.length + styles.length === 0;
}

async function toChange(sql: Sql, body: ChangeProductsBody): Promise<Partial<ProductFields>> {
  switch (body.action) {
    case "publish":
      return { status: "published" };
    case "withdraw":
      return { status: "withdrawn" };
    case "price": {
      const priceCents = parseAmount(body.price);
      if (priceCents === null) throw fieldError("price", "price_required");
      return { priceCents };
    }
    case "category": {
      const categoryId = Number(body.category_id ?? 0);
      await assertKnown(sql, { categoryIds: [categoryId], styleIds: [] });
      return { categoryId };
    }
    case "style": {
      const styleId = Number(body.style_id ?? 0);
      await assertKnown(sql, { categoryIds: [], styleIds: [styleId] });
      return { styleIds: [styleId] };
    }
  }
}

async function assertKnown(
  sql: Sql,
  given: { categoryIds: number[]; styleIds: number[] },
): Promise<void> {
  await keepGroups(sql, given);
  const unknown = await findUnknown(sql, { ...given, imageHash: null });
  if (unknown.categories.length > 0) throw fieldError("category_id", "category_required");
  if (unknown.styles.length > 0) throw fieldError("style_id", "styles_required");
}
