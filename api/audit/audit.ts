import type { Noun } from "../noun.ts";
import { eraseActionsOn } from "./audit.queries.ts";
import { ownAuditData } from "./own-data.queries.ts";

/** The log of what the staff did and looked at; append-only (spec §6, design §4). */
export const audit: Noun = {
  name: "audit",
  accountDeletion: { erase: ({ sql, user }) => eraseActionsOn(sql, user.id) },
  ownData: { lists: ownAuditData },
};
