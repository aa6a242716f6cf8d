import type { Noun } from "../noun.ts";
import { deleteBillingDetails } from "./billing.queries.ts";
import { documentsRoutes, downloadsLimit } from "./documents.routes.ts";

/**
 * Documents for money (docs/decisions/0036): confirmations, receipts, invoices, credit notes and
 * statements. They outlive an account; nobody can reach them then.
 */
export const documents: Noun = {
  name: "documents",
  routes: [{ at: "/api", routes: documentsRoutes }],
  limits: [downloadsLimit],
  accountDeletion: {
    erase: ({ sql, user }) => deleteBillingDetails(sql, user.id),
  },
};
