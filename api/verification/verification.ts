import type { Noun } from "../noun.ts";
import { verificationJobs } from "./verification.jobs.ts";
import { VERIFICATION_MAILS } from "./verification.mails.ts";
import { deleteVerifications } from "./verification.queries.ts";
import {
  verificationRoutes,
  verificationsLimit,
  verificationUpload,
} from "./verification.routes.ts";

/** Identity verification (spec §3, §4). */
export const verification: Noun = {
  name: "verification",
  routes: [{ at: "/api", routes: verificationRoutes }],
  jobs: verificationJobs,
  mails: VERIFICATION_MAILS.map((kind) => `mail.verification.${kind}`),
  limits: [verificationsLimit],
  uploads: [verificationUpload],
  // The documents belong to nobody then, and the job removes them.
  accountDeletion: { erase: ({ sql, user }) => deleteVerifications(sql, user.id) },
};
