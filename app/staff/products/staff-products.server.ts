import { z } from "zod";
import { changeProductsSchema } from "#api/contract/staff/products.ts";
import { defineForm } from "#app/forms/define-form.server.ts";
import type { TableQuery } from "#app/staff/table/table-path.ts";
import { isRowId } from "#domain/ids.ts";
import { LOCALES } from "#domain/locales.ts";
import {
  PRODUCT_STATUSES,
  STAFF_PRODUCTS_PER_PAGE,
  type StaffProductSort,
} from "#domain/products.ts";

const { shape } = changeProductsSchema;

/** The contract's change as sent by a form: fields of other actions are ignored. */
const changesSchema = z.object({
  // A field called "action" would shadow the form's own property.
  change: shape.action,
  ids: shape.ids,
  price: z.string().trim().optional(),
  category_id: z.string().optional(),
  style_id: z.string().optional(),
});

export const changesForm = defineForm(changesSchema, {
  id: "changes",
  failure: "request_failed",
});

export const undoForm = defineForm(z.object({}), { id: "undo", failure: "request_failed" });

type Versions = { id: string; version: number }[];

/** Products with their versions after a change, for a URL: "7.3-12.1". */
export const formatVersions = (versions: Versions) =>
  versions.map(({ id, version }) => `${id}.${version}`).join("-");

/** Parses them from a URL; empty for anything invalid. */
export function parseVersions(text: string | null): Versions {
  if (text === null || !/^\d{1,15}\.\d{1,9}(?:-\d{1,15}\.\d{1,9})*$/.test(text)) return [];
  return text
    .split("-")
    .slice(0, STAFF_PRODUCTS_PER_PAGE)
    .map((pair) => {
      const [id = "", version] = pair.split(".");
      return { id, version: Number(version) };
    });
}

/** The list's URL parameters other than its page. */
export const LIST_NAMES = ["q", "status", "category", "style", "missing", "sort"] as const;

const SORTS: Record<string, StaffProductSort> = {
  sold: "least_selling",
  "-sold": "best_selling",
  price: "price_asc",
  "-price": "price_desc",
};

/** The list requested by a URL; invalid parameters are ignored. */
export function toListQuery(query: TableQuery) {
  const id = (name: string) => [query[name]].find(isRowId);
  return {
    status: PRODUCT_STATUSES.find((one) => one === query.status),
    category: id("category"),
    style: id("style"),
    missing: LOCALES.find((one) => one === query.missing),
    search: query.q,
    sort: SORTS[query.sort ?? ""],
    after: query.after?.slice(0, 60),
    before: query.before?.slice(0, 60),
  };
}
