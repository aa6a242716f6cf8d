import type { ApiDeps } from "../http/context.ts";
import type { DataSubject, Noun, OwnFile } from "../noun.ts";
import { createDocumentCipher } from "./documents.ts";
import { listOwnScans, ownVerificationData } from "./own-data.queries.ts";
import { verificationJobs } from "./verification.jobs.ts";
import { VERIFICATION_MAILS } from "./verification.mails.ts";
import { deleteVerifications, insertView } from "./verification.queries.ts";
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
  // This orphans the documents, and the job removes them.
  accountDeletion: { erase: ({ sql, user }) => deleteVerifications(sql, user.id) },
  ownData: { lists: ownVerificationData, files: ownScans },
};

/** The user's scans. A scan that staff export is recorded in the access log, like a view. */
async function ownScans(
  deps: ApiDeps,
  user: DataSubject,
  viewer: { id: number } | null,
): Promise<OwnFile[]> {
  const cipher = createDocumentCipher(deps);
  const scans = await listOwnScans(deps.database, user.id);
  if (viewer) {
    for (const { verificationId, part } of scans) {
      const view = { verificationId, part, viewerId: viewer.id, now: deps.now() };
      await insertView(deps.database, view);
    }
  }
  return scans.map(({ verificationId, part, fileKey }) => ({
    name: `verification/${verificationId}-${part}.jpg`,
    read: async () => {
      const encrypted = await deps.files.get(fileKey);
      return encrypted && cipher.decrypt(fileKey, encrypted);
    },
  }));
}
