import { retentionJob } from "../db/retention-job.ts";
import type { ApiDeps } from "../http/context.ts";
import type { DataSubject, Noun, OwnFile } from "../noun.ts";
import { deleteBillingDetails } from "./billing.queries.ts";
import { anonymizeParties } from "./documents.queries.ts";
import { documentsRoutes, downloadsLimit } from "./documents.routes.ts";
import { downloadDocument } from "./documents.service.ts";
import { listOwnDocuments, ownDocumentsData } from "./own-data.queries.ts";

/**
 * Financial documents (docs/decisions/0036): confirmations, receipts, invoices, credit notes and
 * statements. They outlive the account; once it is deleted, nobody can access them.
 */
export const documents: Noun = {
  name: "documents",
  routes: [{ at: "/api", routes: documentsRoutes }],
  jobs: (deps) => [retentionJob(deps, "forget whom old documents name", anonymizeParties)],
  limits: [downloadsLimit],
  accountDeletion: {
    erase: ({ sql, user }) => deleteBillingDetails(sql, user.id),
  },
  ownData: { lists: ownDocumentsData, files: ownDocumentFiles },
};

/**
 * Returns a user's documents as files. Their names include the id, because the numbers of different
 * series may be equal.
 */
async function ownDocumentFiles(deps: ApiDeps, user: DataSubject): Promise<OwnFile[]> {
  const documents = await listOwnDocuments(deps.database, user.id);
  return documents.map(({ id, number }) => ({
    name: `documents/${id}-${number.replace(/[^\w-]+/g, "-")}.pdf`,
    read: async () => (await downloadDocument(deps, user.id, id)).bytes,
  }));
}
