import { ownPage } from "../db/own-page.ts";
import type { OwnData } from "../noun.ts";

/** Images that the person generated; their prompts belong to orders. */
export const ownGenerationsData: OwnData["lists"] = {
  generations: (sql, user, page) => sql`
    SELECT id, order_id, format, width_px, height_px, seed, state, failure, created_at, finished_at
    FROM generations WHERE user_id = ${user.id} ${ownPage(sql, sql`id`, page)}`,
};
