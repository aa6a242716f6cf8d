import { fieldError } from "#domain/errors.ts";
import { DEFAULT_LOCALE } from "#domain/locales.ts";
import { parseAmount } from "#domain/money.ts";
import { findPublishProblems } from "#domain/products.ts";
import type { ChangeProductsBody } from "../../contract/staff-products.ts";
import { inTransaction, type Sql } from "../../db/client.ts";
import type { ApiDeps, SessionUser } from "../../http/context.ts";
import {
  type DeskProduct,
  findUnknown,
  lockProducts,
  type ProductFields,
} from "./products.queries.ts";
import { pickFields, writeProduct } from "./products.service.ts";

/**
 * One change of many products, together or not at all. What cannot be published is left as it is,
 * and named. Throws validation_failed for a change without its value.
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
    let changed = 0;
    for (const product of products) {
      if (body.action === "publish" && !isComplete(product)) {
        const title = product.titles[locale] ?? product.titles[DEFAULT_LOCALE] ?? product.slug;
        incomplete.push({ id: product.id, title });
        continue;
      }
      const fields = { ...pickFields(product), ...change };
      const action = `product.${body.action}`;
      const written = await writeProduct(deps, sql, { staff, product, fields, action });
      if (written.version !== product.version) changed += 1;
    }
    return { changed, incomplete };
  });
}

function isComplete(product: DeskProduct): boolean {
  const problems = findPublishProblems({ ...product, hasImage: product.imageHash !== null });
  return Object.keys(problems).length === 0;
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
  const unknown = await findUnknown(sql, { ...given, imageHash: null });
  if (unknown.categories.length > 0) throw fieldError("category_id", "category_required");
  if (unknown.styles.length > 0) throw fieldError("style_id", "styles_required");
}
