import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  DOCUMENT_KINDS,
  documentFileName,
  documentYear,
  isSeriesKind,
  nextCreditCents,
  seriesNumber,
  sourceNumber,
} from "./documents.ts";

describe("the number of a document", () => {
  it("counts within a series and a year", () => {
    expect(seriesNumber("invoice", 2026, 17)).toBe("INV-2026-000017");
    expect(seriesNumber("credit_note", 2027, 1_234_567)).toBe("CN-2027-1234567");
    expect(seriesNumber("self_billing", 2026, 1)).toBe("SB-2026-000001");
  });

  it("is that of its source where tax law counts none", () => {
    expect(DOCUMENT_KINDS.filter((kind) => !isSeriesKind(kind))).toEqual([
      "order_confirmation",
      "deposit_receipt",
      "deposit_refund",
      "refund_correction",
    ]);
    expect(sourceNumber("order_confirmation", 17)).toBe("ORDER-17");
    expect(sourceNumber("deposit_receipt", 4)).toBe("DEPOSIT-4");
    expect(sourceNumber("deposit_refund", 9)).toBe("REFUND-9");
    expect(sourceNumber("refund_correction", 9)).toBe("REFUND-CORRECTION-9");
  });

  it("sorts as text like as a number, up to a million", () => {
    const sequence = fc.integer({ min: 1, max: 999_999 });
    fc.assert(
      fc.property(sequence, sequence, (one, two) => {
        const [a, b] = [seriesNumber("invoice", 2026, one), seriesNumber("invoice", 2026, two)];
        expect(a < b).toBe(one < two);
      }),
    );
  });

  it("belongs to the year in UTC", () => {
    expect(documentYear(new Date("2026-12-31T23:59:59Z"))).toBe(2026);
    expect(documentYear(new Date("2027-01-01T00:00:00Z"))).toBe(2027);
    expect(documentFileName("INV-2026-000017")).toBe("inv-2026-000017.pdf");
  });
});

describe("what a refund takes back of an invoice", () => {
  it("adds up to the whole invoice when the whole price went back", () => {
    const parts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 5_000_000 }), (refunds, grossCents) => {
        const priceCents = refunds.reduce((sum, part) => sum + part, 0);
        const credited = { grossCents: 0, internalCents: 0 };
        for (const refund of refunds) {
          const cents = nextCreditCents({ grossCents, priceCents }, credited, refund);
          expect(cents).toBeGreaterThanOrEqual(0);
          credited.grossCents += cents;
          credited.internalCents += refund;
        }
        expect(credited.grossCents).toBe(grossCents);
      }),
    );
  });
});
