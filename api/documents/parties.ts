import { toLegalName } from "#domain/legal-name.ts";
import { isVatIdOf, type VatParty } from "#domain/vat.ts";
import type { Party } from "./document-data.ts";
import type { CompanyRow, CustomerRow } from "./facts.queries.ts";

/**
 * Returns the shop as a party: its full name, as invoices require (Art. 226 No. 5), and its
 * address, which is one comma-separated line in the settings that may begin with that name.
 */
export function toCompanyParty(company: CompanyRow): Party {
  const { name, address } = toLegalName(company.name, company.address);
  const lines = (address ?? "")
    .split(",")
    .map((line) => line.trim())
    .filter((line) => line !== "" && line !== name);
  return {
    name,
    lines,
    country: company.country,
    vatId: company.isVatExempt ? null : company.vatId,
    regNumber: company.regNumber,
  };
}

/**
 * Returns a user as a party, with the billing address, otherwise the event's. A business is named
 * first, then its contact person; a user without a name is identified by e-mail. Omits a VAT ID
 * that does not count: on an invoice it would contradict the VAT of a consumer, on a seller's
 * statement the note that the seller has none.
 */
export function toCustomerParty(customer: CustomerRow, fullName?: string): Party {
  const contact = customer.contact ?? {};
  const name = fullName || join(contact.first_name, contact.last_name) || ownName(customer);
  const { companyName, vatId } = customer;
  const { street, place, country } = toAddress(customer);
  // A VAT ID of another state than the address next to it proves nothing.
  const counts = vatId !== null && (country === null || isVatIdOf(vatId, country));
  const address = [street, place].filter((line) => line !== "");
  return {
    name: companyName ?? (name || customer.email),
    lines: companyName && name ? [name, ...address] : address,
    country,
    vatId: companyName && counts ? vatId : null,
    regNumber: null,
  };
}

function toAddress({ contact, ...customer }: CustomerRow) {
  if (customer.billingAddress !== null) {
    const { billingPostCode, billingCity, billingCountry, billingAddress: street } = customer;
    return { street, place: join(billingPostCode, billingCity), country: billingCountry };
  }
  const { address = "", post_code, city, country = null } = contact ?? {};
  return { street: address, place: join(post_code, city), country };
}

/**
 * Returns the customer's place for VAT; without a VAT ID, VAT is charged as to a consumer. The
 * payment's country is the evidence (Art. 24b of Regulation 282/2011), null while nothing has been
 * paid: an address that the customer merely states never determines the rate.
 */
export function toTaxParty(customer: CustomerRow, { vatId }: Party): VatParty {
  return { country: customer.contact?.country ?? null, vatId };
}

const ownName = ({ name, surname }: CustomerRow) => join(name, surname);

function join(...parts: (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(" ");
}
