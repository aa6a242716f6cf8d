import type { Noun } from "../noun.ts";
import { unlinkMessages } from "./contact.queries.ts";
import { contactLimit, contactRoutes } from "./contact.routes.ts";
import { CONTACT_MAIL } from "./contact.service.ts";

/** Messages to our team (spec §3 Contact form). */
export const contact: Noun = {
  name: "contact",
  routes: [{ at: "/api", routes: contactRoutes }],
  mails: [CONTACT_MAIL],
  limits: [contactLimit],
  accountDeletion: { erase: ({ sql, user }) => unlinkMessages(sql, user.id) },
};
