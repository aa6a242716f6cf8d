import type { Noun } from "../noun.ts";
import { newsletterJobs } from "./newsletter.jobs.ts";
import { newsletterRoutes, subscriptionsLimit } from "./newsletter.routes.ts";
import { NEWSLETTER_MAILS, removeOwnSubscription } from "./newsletter.service.ts";
import { ownNewsletterData } from "./own-data.queries.ts";

/** Newsletter subscription, confirmation and unsubscription (spec §5, §7). */
export const newsletter: Noun = {
  name: "newsletter",
  routes: [{ at: "/api", routes: newsletterRoutes }],
  jobs: newsletterJobs,
  mails: NEWSLETTER_MAILS.map((kind) => `mail.newsletter.${kind}`),
  limits: [subscriptionsLimit],
  accountDeletion: { erase: removeOwnSubscription },
  ownData: { lists: ownNewsletterData },
};
