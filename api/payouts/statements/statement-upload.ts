import { STATEMENT_BYTES_MAX } from "#domain/bank-statements.ts";
import type { Upload } from "../../noun.ts";

/**
 * The upload form for a bank statement. Its limit is slightly above the file limit, so that a file
 * that is too large is reported on its own field.
 */
export const statementUpload: Upload = {
  apiPath: "/api/staff/payouts/statements",
  pagePath: "/staff/payouts/statements",
  bytesMax: STATEMENT_BYTES_MAX + 1024 * 1024,
};
