import { DomainError, fieldError } from "#domain/errors.ts";
import { VIEWS_MAX } from "#domain/saved-views.ts";
import type { SavedView, SaveViewBody } from "../contract/staff/views.ts";
import { inTransaction } from "../db/client.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { getView, insertView, lockViewsOf, renameView } from "./saved-views.queries.ts";

/**
 * Saves a list's filter under a name. Throws validation_failed on `name` when the name is taken for
 * this list, or the maximum number of views is reached.
 */
export async function saveView(
  deps: ApiDeps,
  staff: SessionUser,
  body: SaveViewBody,
): Promise<SavedView> {
  return inTransaction(deps.database, async (sql) => {
    const count = await lockViewsOf(sql, staff.id);
    if (count >= VIEWS_MAX) throw fieldError("name", "views_full", { max: VIEWS_MAX });
    const saved = await insertView(sql, { ...body, userId: staff.id, now: deps.now() });
    if (!saved) throw fieldError("name", "view_name_taken");
    return saved;
  });
}

/** Renames one of the person's views. Throws not_found; validation_failed on `name`. */
export async function changeView(
  deps: ApiDeps,
  staff: SessionUser,
  id: number,
  name: string,
): Promise<SavedView> {
  return inTransaction(deps.database, async (sql) => {
    await lockViewsOf(sql, staff.id);
    const view = await getView(sql, id, staff.id);
    if (!view) throw new DomainError("not_found");
    const isRenamed = await renameView(sql, { id, userId: staff.id, name });
    if (!isRenamed) throw fieldError("name", "view_name_taken");
    return { ...view, name };
  });
}
