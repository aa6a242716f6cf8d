import { CAROUSEL_SIZE } from "#domain/catalog.ts";
import { DomainError, fieldError } from "#domain/errors.ts";
import { localize } from "#domain/localized-texts.ts";
import type { ChosenShelf } from "#domain/shelves.ts";
import { recordAction } from "../../audit/audit.service.ts";
import type { ArrangeShelfBody, Shelves } from "../../contract/staff/shelves.ts";
import { inTransaction, type Sql } from "../../db/client.ts";
import type { ApiDeps, SessionUser } from "../../http/context.ts";
import { listFallback } from "../catalog.queries.ts";
import {
  arrangeProducts,
  listChosen,
  listShelfProducts,
  lockShelves,
  type ShelfRow,
} from "./shelves.queries.ts";

/** Lists the staff's choices for the home page, and the fallbacks shown without one. */
export async function listShelves(sql: Sql, locale: string): Promise<Shelves> {
  const read = async (shelf: ChosenShelf) => {
    const fallback = await listFallback(sql, shelf, { limit: CAROUSEL_SIZE, locale });
    const ids = fallback.map(({ id }) => id);
    return {
      chosen: (await listChosen(sql, shelf)).map((row) => toProduct(row, locale)),
      fallback: (await listShelfProducts(sql, ids)).map((row) => toProduct(row, locale)),
    };
  };
  return { hero: await read("hero"), featured: await read("featured") };
}

/**
 * Sets the products of a shelf, in this order and effective immediately. Throws shelf_changed when
 * it has been changed since, and validation_failed on `ids` for a product that does not exist.
 */
export async function arrangeShelf(
  deps: ApiDeps,
  staff: SessionUser,
  body: ArrangeShelfBody,
): Promise<void> {
  const { shelf } = body;
  const ids = body.ids.map(Number);
  await inTransaction(deps.database, async (sql) => {
    await lockShelves(sql);
    const before = (await listChosen(sql, shelf)).map(({ id }) => id);
    if (before.join() !== body.seen.join()) throw new DomainError("shelf_changed");
    const found = await listShelfProducts(sql, ids);
    if (found.length !== ids.length) throw fieldError("ids", "choice_required");
    if (before.join() === ids.join()) return;
    await arrangeProducts(sql, shelf, ids);
    const subject = { kind: "shelf", id: shelf };
    const action = "shelf.arrange";
    const [was, is] = [{ products: before }, { products: ids }];
    await recordAction(sql, { actorId: staff.id, action, subject, before: was, after: is });
  });
}

function toProduct({ titles, imageHash, ...row }: ShelfRow, locale: string) {
  const title = localize(titles, locale) || row.slug;
  return { ...row, title, picture: imageHash };
}
