import { DomainError } from "#domain/errors.ts";
import { localize } from "#domain/localized-texts.ts";
import { toDecimal } from "#domain/money.ts";
import type { GroupKind } from "#domain/product-groups.ts";
import type { CatalogueChange } from "../../contract/staff/products.ts";
import type { Sql } from "../../db/client.ts";
import type { ApiDeps } from "../../http/context.ts";
import { listCategories, listStyles } from "../catalog.queries.ts";
import { GROUP_SUBJECTS, listGroups } from "./groups.queries.ts";
import { type HistoryRow, listHistory } from "./product-list.queries.ts";
import { getProduct } from "./products.queries.ts";

const HISTORY_LENGTH = 50;
/** Long enough to recognize a prompt or a description by its beginning. */
const VALUE_LENGTH_MAX = 200;

type Names = { categories: Map<number, string>; styles: Map<number, string> };

/** Lists the product's entries in the audit log, newest first. Throws product_not_found. */
export async function listProductHistory(
  deps: ApiDeps,
  id: number,
  locale: string,
): Promise<CatalogueChange[]> {
  if (!(await getProduct(deps.database, id))) throw new DomainError("product_not_found");
  return readHistory(deps.database, { kind: "product", id }, locale);
}

/** Lists the entries of a category or a style. Throws group_not_found. */
export async function listGroupHistory(
  sql: Sql,
  { kind, id }: { kind: GroupKind; id: number },
  locale: string,
): Promise<CatalogueChange[]> {
  const isThere = (await listGroups(sql, kind)).some((group) => group.id === id);
  if (!isThere) throw new DomainError("group_not_found");
  return readHistory(sql, { kind: GROUP_SUBJECTS[kind], id }, locale);
}

async function readHistory(
  sql: Sql,
  subject: { kind: string; id: number },
  locale: string,
): Promise<CatalogueChange[]> {
  const [rows, categories, styles] = await Promise.all([
    listHistory(sql, subject, HISTORY_LENGTH),
    listCategories(sql),
    listStyles(sql),
  ]);
  const toNames = (groups: { id: number; names: Record<string, string> }[]) =>
    new Map(groups.map((one) => [one.id, localize(one.names, locale)]));
  const names = { categories: toNames(categories), styles: toNames(styles) };
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    actor: row.actor,
    // On creation every field is new: only later changes are worth listing.
    changes: row.before === null ? [] : toChanges(row, names),
  }));
}

function toChanges({ before, after }: HistoryRow, names: Names): CatalogueChange["changes"] {
  const old = flatten(before ?? {}, names);
  const now = flatten(after ?? {}, names);
  const fields = [...new Set([...old.keys(), ...now.keys()])];
  return fields
    .map((field) => ({ field, before: old.get(field) ?? "", after: now.get(field) ?? "" }))
    .filter((change) => change.before !== change.after || change.field === "picture");
}

/** Returns each field as text; translated texts by language, such as "titles.de". */
function flatten(fields: Record<string, unknown>, names: Names): Map<string, string> {
  const entries = Object.entries(fields).flatMap(([name, value]): [string, string][] => {
    if (name === "imageHash") return [["picture", ""]];
    if (name === "priceCents") return [["price", toDecimal(Number(value))]];
    if (name === "categoryId") return [["category", names.categories.get(Number(value)) ?? ""]];
    if (name === "styleIds" && Array.isArray(value)) {
      return [["styles", value.map((id) => names.styles.get(Number(id)) ?? "").join(", ")]];
    }
    if (typeof value !== "object" || value === null) return [[name, toText(value)]];
    return Object.entries(value).map(([locale, text]) => [`${name}.${locale}`, toText(text)]);
  });
  return new Map(entries);
}

function toText(value: unknown): string {
  const text = Array.isArray(value) ? value.join(", ") : String(value ?? "");
  return text.length > VALUE_LENGTH_MAX ? `${text.slice(0, VALUE_LENGTH_MAX)}…` : text;
}
