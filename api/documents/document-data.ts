import type { DocumentKind } from "#domain/documents.ts";
import type { VatTreatment } from "#domain/vat.ts";

/** One party of a document, as of its issue. */
export type Party = {
  name: string;
  /** Street, post code and city; without the country. */
  lines: string[];
  country: string | null;
  vatId: string | null;
  regNumber: string | null;
};

/**
 * The content of a document for accountants and programs: a snapshot of its event, stored with the
 * printed texts. Amounts are EUR cents, days "2026-11-22".
 */
export type DocumentData = {
  kind: DocumentKind;
  issuedOn: string;
  /** The date of supply or payment. */
  suppliedOn: string;
  seller: Party;
  buyer: Party;
  line: string;
  netCents: number;
  vatCents: number;
  grossCents: number;
  /** Null where VAT does not apply: a deposit is not yet a supply. */
  vat: { treatment: VatTreatment; country: string | null; basisPoints: number } | null;
  /** The amount in the internal currency, if any was paid or credited. */
  internalCents: number | null;
  /** References such as ids, the invoice's number and the licence. */
  references: Record<string, string>;
};
