import { fieldError } from "#domain/errors.ts";
import { isVatIdOf } from "#domain/vat.ts";
import { getProfileRow } from "../accounts/accounts.queries.ts";
import type { BillingDetailsBody } from "../contract/documents.ts";
import type { ApiDeps } from "../http/context.ts";
import { deleteBillingDetails, getBillingDetails, putBillingDetails } from "./billing.queries.ts";
import { isVatId } from "./vat-ids.ts";

/** Returns a buyer's billing details; empty texts if there are none. */
export async function readBillingDetails(deps: ApiDeps, userId: number) {
  const details = await getBillingDetails(deps.database, userId);
  return {
    company_name: details?.companyName ?? "",
    vat_id: details?.vatId ?? "",
    address: details?.address ?? "",
    city: details?.city ?? "",
    post_code: details?.postCode ?? "",
    country: details?.country ?? "",
  };
}

/**
 * Stores a buyer's details for later invoices; issued ones stay unchanged. If both company and
 * address are empty, deletes the details instead. Throws validation_failed on `vat_id` if no member
 * state could have issued it, or if its state differs from that of the address, which would leave
 * the place of taxation undecided (Directive 2006/112/EC Art. 44, 196).
 */
export async function saveBillingDetails(deps: ApiDeps, userId: number, body: BillingDetailsBody) {
  const vatId = body.vat_id || null;
  if (vatId !== null && !(await isVatId(vatId))) throw fieldError("vat_id", "vat_id_invalid");
  if (vatId !== null) await assertSameCountry(deps, userId, vatId, body);
  const companyName = body.company_name || null;
  // A country alone is not an address, because forms with a preset country always send it.
  const address = body.address || null;
  if (companyName === null && address === null) {
    await deleteBillingDetails(deps.database, userId);
  } else {
    await putBillingDetails(deps.database, userId, {
      companyName,
      vatId,
      address,
      city: address && (body.city ?? null),
      postCode: address && (body.post_code || null),
      country: address && (body.country ?? null),
      now: deps.now(),
    });
  }
  return readBillingDetails(deps, userId);
}

/**
 * Checks the VAT ID's country against the billing address, otherwise the profile's, which also
 * prefills payments.
 */
async function assertSameCountry(
  deps: ApiDeps,
  userId: number,
  vatId: string,
  body: BillingDetailsBody,
): Promise<void> {
  const profile = body.address ? null : await getProfileRow(deps.database, userId);
  const country = body.address ? body.country : profile?.country;
  if (country && !isVatIdOf(vatId, country)) throw fieldError("vat_id", "vat_id_country");
}
