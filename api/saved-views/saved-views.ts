import type { Noun } from "../noun.ts";
import { deleteViewsOf, ownViewsData } from "./saved-views.queries.ts";

/** Filters of the staff's lists that a person named, to find them again (design §4). */
export const savedViews: Noun = {
  name: "saved-views",
  accountDeletion: { erase: ({ sql, user }) => deleteViewsOf(sql, user.id) },
  ownData: { lists: ownViewsData },
};
