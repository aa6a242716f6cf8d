import { retentionJob } from "../db/retention-job.ts";
import type { ApiDeps } from "../http/context.ts";
import type { DataSubject, Noun, OwnFile } from "../noun.ts";
import { deleteBillingDetails } from "./billing.queries.ts";
import { forgetParties } from "./documents.queries.ts";
import { documentsRoutes, downloadsLimit } from "./documents.routes.ts";
import { downloadDocument } from "./documents.service.ts";
import { listOwnDocuments, ownDocumentsData } from "./own-data.queries.ts";

/**
 * Documents for money (docs/decisions/0036): confirmations, receipts, invoices, credit notes and
 * statements. They outlive an account; nobody can reach them then.
 */
export const documents: Noun = {
  name: "documents",
  routes: [{ at: "/api", routes: documentsRoutes }],
  jobs: (deps) => [retentionJob(deps, "forget whom old documents name", forgetParties)],
  limits: [downloadsLimit],
  accountDeletion: {
    erase: ({ sql, user }) => deleteBillingDetails(sql, user.id),
  },
  ownData: { lists: ownDocumentsData, files: ownDocumentFiles },
};

/** The PDFs; the id keeps numbers of different series apart. */
async function ownDocumentFiles(deps: ApiDeps, user: DataSubject): Promise<OwnFile[]> {
  const documents = await listOwnDocuments(deps.database, user.id);
  return documents.map(({ id, number }) => ({
    name: `documents/${id}-${number.replace(/[^\w-]+/g, "-")}.pdf`,
    read: async () => (await downloadDocument(deps, user.id, id)).bytes,
  }));
}
