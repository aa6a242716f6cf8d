import type { Noun } from "../noun.ts";
import { deleteViewsOf, ownViewsData } from "./saved-views.queries.ts";

/** Named filters of the staff lists (design §4). */
export const savedViews: Noun = {
  name: "saved-views",
  accountDeletion: { erase: ({ sql, user }) => deleteViewsOf(sql, user.id) },
  ownData: { lists: ownViewsData },
};
