import type { DocumentKind } from "#domain/documents.ts";
import type { VatTreatment } from "#domain/vat.ts";

/** One side of a document, as of its issue. */
export type Party = {
  name: string;
  /** Street, post code and city; without the country. */
  lines: string[];
  country: string | null;
  vatId: string | null;
  regNumber: string | null;
};

/**
 * What a document states, for accountants and programs: a snapshot of its event, stored beside the
 * texts that were printed from it. Amounts are EUR cents, days "2026-11-22".
 */
export type DocumentData = {
  kind: DocumentKind;
  issuedOn: string;
  /** When it was supplied or paid. */
  suppliedOn: string;
  seller: Party;
  buyer: Party;
  line: string;
  netCents: number;
  vatCents: number;
  grossCents: number;
  /** Null where VAT is no matter: a deposit buys nothing yet. */
  vat: { treatment: VatTreatment; country: string | null; basisPoints: number } | null;
  /** The amount in the internal currency, where one was paid or credited. */
  internalCents: number | null;
  /** Of what it is about: ids, the number of the invoice, the licence. */
  references: Record<string, string>;
};
