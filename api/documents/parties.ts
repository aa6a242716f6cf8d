import type { Party } from "./document-data.ts";
import type { CompanyRow, CustomerRow } from "./facts.queries.ts";

/** We, as the settings describe us. The address is one line there, with commas between its parts. */
export function toCompanyParty(company: CompanyRow): Party {
  const lines = (company.address ?? "")
    .split(",")
    .map((line) => line.trim())
    .filter((line) => line !== "" && line !== company.name);
  return {
    name: company.name,
    lines,
    country: company.country,
    vatId: company.isVatExempt ? null : company.vatId,
    regNumber: company.regNumber,
  };
}

/**
 * A user, with the address that they gave for the event. A business is named first, and the person
 * in it second; who never stated a name is known by the e-mail address.
 */
export function toCustomerParty(customer: CustomerRow, fullName?: string): Party {
  const contact = customer.contact ?? {};
  const name = fullName || join(contact.first_name, contact.last_name) || ownName(customer);
  const place = join(contact.post_code, contact.city);
  const address = [contact.address ?? "", place].filter((line) => line !== "");
  const { companyName, vatId } = customer;
  return {
    name: companyName ?? (name || customer.email),
    lines: companyName && name ? [name, ...address] : address,
    country: contact.country ?? null,
    vatId: companyName ? vatId : null,
    regNumber: null,
  };
}

const ownName = ({ name, surname }: CustomerRow) => join(name, surname);

function join(...parts: (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(" ");
}

/** "2026-11-22", in UTC. */
export const toDayText = (date: Date): string => date.toISOString().slice(0, 10);
