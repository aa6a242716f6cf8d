import { companyDay } from "#domain/company-days.ts";
import { nextCreditCents } from "#domain/documents.ts";
import { localize } from "#domain/localized-texts.ts";
import { priceInEur } from "#domain/money.ts";
import {
  decideVat,
  splitCredit,
  splitGross,
  type VatDecision,
  type VatParty,
} from "#domain/vat.ts";
import type { DocumentData } from "./document-data.ts";
import type { DocumentRow } from "./documents.queries.ts";
import type { DepositFacts, OrderFacts, PayoutFacts, requireCompany } from "./facts.queries.ts";
import { toCompanyParty, toCustomerParty, toTaxParty } from "./parties.ts";

/** Data shared by all documents of an event. */
export type IssueContext = {
  company: Awaited<ReturnType<typeof requireCompany>>;
  rates: Parameters<typeof decideVat>[0]["rates"];
  now: Date;
  /** The date of `now` where the company is established: the date of the document and its VAT. */
  day: string;
};

/** Describes an order's invoice and confirmation: a price including VAT, paid immediately. */
export function describeOrder(
  { company, rates, day }: IssueContext,
  order: OrderFacts,
  { locale, rateBasisPoints }: { locale: string; rateBasisPoints: number },
): Omit<DocumentData, "kind"> {
  const [seller, buyer] = [toCompanyParty(company), toCustomerParty(order)];
  const vat = decideVat({
    seller: { ...seller, isExempt: company.isVatExempt },
    buyer: toTaxParty(order, buyer),
    rates,
    day,
  });
  return {
    issuedOn: day,
    suppliedOn: day,
    seller,
    buyer,
    line: localize(order.titles, locale),
    ...splitGross(priceInEur(order.priceCents, rateBasisPoints), vat.basisPoints),
    vat,
    internalCents: order.priceCents,
    references: {
      orderId: String(order.id),
      licence: order.licence,
      currency: order.currency,
      ...(order.consentedAt && {
        consentedAt: order.consentedAt.toISOString(),
        consentVersion: order.consentVersion ?? "",
      }),
    },
  };
}

/**
 * Describes a deposit's receipt. A deposit is not yet a supply: credits are a multi-purpose
 * voucher, without VAT (Art. 30b).
 */
export function describeDeposit(
  { company, day }: IssueContext,
  deposit: DepositFacts,
): Omit<DocumentData, "kind"> {
  return {
    issuedOn: day,
    suppliedOn: day,
    seller: toCompanyParty(company),
    buyer: toCustomerParty(deposit),
    line: String(deposit.id),
    netCents: deposit.amountCents,
    vatCents: 0,
    grossCents: deposit.amountCents,
    vat: null,
    internalCents: deposit.internalAmountCents,
    references: {
      depositId: String(deposit.id),
      method: deposit.method,
      currency: company.internalCurrencyName,
    },
  };
}

/** Describes the refunded part of a deposit: like the deposit's receipt, not an invoice. */
export function describeDepositRefund(
  context: IssueContext,
  deposit: DepositFacts,
  refund: { id: number; moneyCents: number; internalCents: number },
): Omit<DocumentData, "kind"> {
  const described = describeDeposit(context, deposit);
  return {
    ...described,
    netCents: refund.moneyCents,
    grossCents: refund.moneyCents,
    internalCents: refund.internalCents,
    references: { ...described.references, refundId: String(refund.id) },
  };
}

/**
 * Describes the part of an invoice that a refund reverses, at the invoice's own rate; null if there
 * is none. `refundedCents` is the total refunded of the price, including this refund;
 * `creditedCents` are the EUR cents that earlier notes reversed.
 */
export function describeCredit(
  { day }: Pick<IssueContext, "day">,
  invoice: DocumentRow,
  credit: {
    refundId: number;
    refundCents: number;
    refundedCents: number;
    creditedCents: number;
  },
): Omit<DocumentData, "kind"> | null {
  const { data } = invoice;
  const { grossCents } = data;
  const priceCents = data.internalCents ?? grossCents;
  const { creditedCents, refundedCents } = credit;
  const cents = nextCreditCents({ grossCents, priceCents }, creditedCents, refundedCents);
  if (cents === 0) return null;
  const basisPoints = data.vat?.basisPoints ?? 0;
  return {
    ...data,
    ...splitCredit({ grossCents, basisPoints }, { beforeCents: creditedCents, cents }),
    issuedOn: day,
    internalCents: credit.refundCents,
    references: {
      ...data.references,
      invoice: invoice.number,
      invoiceDay: data.issuedOn,
      refundId: String(credit.refundId),
    },
  };
}

/**
 * Describes the amount owed to a seller, self-billed (Art. 224); private persons sell without VAT.
 * The rate is that of the day of supply (Art. 63, 93), however long the transfer took.
 */
export function describePayout(
  { company, rates, day }: IssueContext,
  payout: PayoutFacts,
): Omit<DocumentData, "kind"> {
  const seller = toCustomerParty(payout, payout.fullName);
  // A buyer that owes the VAT is named with its VAT ID (Art. 226(4)), even an exempt shop.
  const buyer = { ...toCompanyParty(company), vatId: company.vatId };
  const suppliedOn = companyDay(payout.agreedAt, company.country);
  const vat = decidePurchaseVat(toTaxParty(payout, seller), buyer, { rates, day: suppliedOn });
  return {
    issuedOn: day,
    suppliedOn,
    seller,
    buyer,
    line: payout.title,
    ...splitGross(payout.amountCents, vat.basisPoints),
    vat,
    internalCents: null,
    references: {
      payoutId: String(payout.id),
      offerId: String(payout.offerId),
      account: payout.account,
    },
  };
}

function decidePurchaseVat(
  seller: VatParty,
  buyer: DocumentData["buyer"],
  { rates, day }: Pick<IssueContext, "rates"> & { day: string },
): VatDecision {
  return decideVat({
    seller: { ...seller, isExempt: seller.vatId === null },
    buyer: { ...buyer, isBusiness: true },
    rates,
    day,
  });
}
