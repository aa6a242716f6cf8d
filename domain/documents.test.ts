import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  DOCUMENT_KINDS,
  documentFileName,
  documentYear,
  isSeriesKind,
  joinTitles,
  nextCreditCents,
  seriesNumber,
  sourceNumber,
} from "./documents.ts";
import { priceInEur } from "./money.ts";

it.each([
  ["de", "Nutzungsbedingungen; Erstattung, Widerruf"],
  ["ar", "Nutzungsbedingungen؛ Erstattung, Widerruf"],
])("joins titles as %s separates them", (locale, line) => {
  expect(joinTitles(["Nutzungsbedingungen", "Erstattung, Widerruf"], locale)).toBe(line);
});

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

  it("belongs to the year of its day", () => {
    expect(documentYear("2026-12-31")).toBe(2026);
    expect(documentYear("2027-01-01")).toBe(2027);
    expect(documentFileName("INV-2026-000017")).toBe("inv-2026-000017.pdf");
  });
});

describe("what a refund takes back of an invoice", () => {
  /** The parts of successive refunds; parts of 0 have no credit note. */
  const creditAll = (invoice: { grossCents: number; priceCents: number }, refunds: number[]) => {
    let [creditedCents, refundedCents] = [0, 0];
    return refunds.map((refund) => {
      refundedCents += refund;
      const cents = nextCreditCents(invoice, creditedCents, refundedCents);
      creditedCents += cents;
      return cents;
    });
  };
  const sum = (cents: number[]) => cents.reduce((total, one) => total + one, 0);

  it("adds up to the whole invoice when the whole price went back", () => {
    const part = fc.oneof(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 100_000 }));
    const parts = fc.array(part, { minLength: 1, maxLength: 12 });
    // From ten euros for a credit to 1,000 credits for a euro.
    const rate = fc.integer({ min: 1_000, max: 10_000_000 });
    fc.assert(
      fc.property(parts, rate, (refunds, rateBasisPoints) => {
        const priceCents = sum(refunds);
        const grossCents = priceInEur(priceCents, rateBasisPoints);
        const credits = creditAll({ grossCents, priceCents }, refunds);
        expect(Math.min(...credits)).toBeGreaterThanOrEqual(0);
        expect(sum(credits)).toBe(grossCents);
      }),
    );
  });

  it("makes up for earlier refunds that were too small for a note", () => {
    const invoice = { grossCents: 499, priceCents: 49_900 };
    const refunds = [49, 49, 49, 49, 49, 49, 49_606];
    expect(creditAll(invoice, refunds)).toEqual([0, 1, 0, 1, 0, 1, 496]);
  });

  it("is never negative, whatever was credited before", () => {
    expect(nextCreditCents({ grossCents: 100, priceCents: 100 }, 60, 50)).toBe(0);
  });
});
