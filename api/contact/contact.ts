import type { Noun } from "../noun.ts";
import { contactJobs } from "./contact.jobs.ts";
import { unlinkMessages } from "./contact.queries.ts";
import { contactLimit, contactRoutes } from "./contact.routes.ts";
import { CONTACT_MAIL } from "./contact.service.ts";
import { ownContactData } from "./own-data.queries.ts";
import { RECEIPT_MAIL, receiptsLimit } from "./receipt.ts";
import { REPLY_MAIL } from "./staff-contact.service.ts";

/** Messages to the shop (spec §3 Contact form). */
export const contact: Noun = {
  name: "contact",
  routes: [{ at: "/api", routes: contactRoutes }],
  jobs: contactJobs,
  mails: [CONTACT_MAIL, RECEIPT_MAIL, REPLY_MAIL],
  limits: [contactLimit, receiptsLimit],
  accountDeletion: { erase: ({ sql, user }) => unlinkMessages(sql, user.id) },
  ownData: { lists: ownContactData },
};
