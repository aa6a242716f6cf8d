import { fieldError } from "#domain/errors.ts";
import type { BillingDetailsBody } from "../contract/documents.ts";
import type { ApiDeps } from "../http/context.ts";
import { deleteBillingDetails, getBillingDetails, putBillingDetails } from "./billing.queries.ts";
import { isVatId } from "./vat-ids.ts";

/** What a business buyer has stated for invoices; empty texts while there is nothing. */
export async function readBillingDetails(deps: ApiDeps, userId: number) {
  const details = await getBillingDetails(deps.database, userId);
  return { company_name: details?.companyName ?? "", vat_id: details?.vatId ?? "" };
}

/**
 * Stores a business buyer's details for later invoices; those that were issued stay as they are.
 * Throws validation_failed: `vat_id` that no member state gives out, `company_name` when a VAT ID
 * has no company.
 */
export async function saveBillingDetails(
  deps: ApiDeps,
  userId: number,
  { company_name: companyName = "", vat_id: vatId = "" }: BillingDetailsBody,
) {
  if (vatId !== "" && !(await isVatId(vatId))) throw fieldError("vat_id", "vat_id_invalid");
  if (companyName === "") {
    if (vatId !== "") throw fieldError("company_name", "company_name_required");
    await deleteBillingDetails(deps.database, userId);
  } else {
    const details = { companyName, vatId: vatId || null, now: deps.now() };
    await putBillingDetails(deps.database, userId, details);
  }
  return readBillingDetails(deps, userId);
}
