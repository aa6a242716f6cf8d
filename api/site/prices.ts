import { pricesIncludeVat } from "#domain/vat.ts";
import type { SettingsRow } from "./site.queries.ts";

/** Whether prices shown to consumers include VAT, according to the company's details. */
export function doPricesIncludeVat(
  settings: Pick<SettingsRow, "companyCountry" | "companyVatId" | "isVatExempt">,
): boolean {
  const { companyCountry: country, companyVatId: vatId, isVatExempt: isExempt } = settings;
  return pricesIncludeVat({ country, vatId, isExempt });
}
