import type { PaymentMethod } from "#domain/deposits.ts";
import type { VatRate } from "#domain/vat.ts";
import type { Sql } from "../db/client.ts";

/** The shop's own details from the settings, as shown on documents. */
export type CompanyRow = {
  name: string;
  regNumber: string | null;
  address: string | null;
  country: string | null;
  vatId: string | null;
  isVatExempt: boolean;
  supportEmail: string | null;
  internalCurrencyName: string;
};

/**
 * Returns the shop's details for a new document. Throws an Error when the settings row is missing.
 */
export async function requireCompany(sql: Sql): Promise<CompanyRow> {
  const [row] = await sql<CompanyRow[]>`
    SELECT company_name AS name, company_reg_number AS "regNumber", company_address AS address,
      company_country AS country, company_vat_id AS "vatId", is_vat_exempt AS "isVatExempt",
      support_email AS "supportEmail", internal_currency_name AS "internalCurrencyName"
    FROM settings`;
  if (!row) throw new Error("the settings row is missing");
  return row;
}

/** Lists all VAT rates in basis points, including past and future ones, in no order. */
export async function listVatRates(sql: Sql): Promise<VatRate[]> {
  return sql<VatRate[]>`
    SELECT country, valid_from::text AS "validFrom", rate_basis_points AS "basisPoints"
    FROM vat_rates`;
}

/** A user's details for documents. `contact` holds the fields of the contact form (spec §5). */
export type CustomerRow = {
  userId: number;
  email: string;
  name: string | null;
  surname: string | null;
  locale: string | null;
  companyName: string | null;
  vatId: string | null;
  /** The user's billing details: complete, or null. */
  billingAddress: string | null;
  billingCity: string | null;
  billingPostCode: string | null;
  billingCountry: string | null;
  contact: Record<string, string> | null;
};

const customerColumns = (sql: Sql) => sql`
  users.id AS "userId", users.email, users.name, users.surname, users.locale,
  billing_details.company_name AS "companyName", billing_details.vat_id AS "vatId",
  billing_details.address AS "billingAddress", billing_details.city AS "billingCity",
  billing_details.post_code AS "billingPostCode", billing_details.country AS "billingCountry"`;

/** The buyer's name and country, from the last paid deposit. */
const lastPayer = (sql: Sql) => sql`
  (SELECT contact FROM deposits WHERE user_id = users.id AND status = 'success'
    ORDER BY id DESC LIMIT 1)`;

export type OrderFacts = CustomerRow & {
  id: number;
  titles: Record<string, string>;
  priceCents: number;
  currency: string;
  licence: string;
  createdAt: Date;
  consentedAt: Date | null;
  consentVersion: string | null;
  consentLocale: string | null;
};

/** Returns an order with its buyer, for its documents; null when there is none. */
export async function getOrderFacts(sql: Sql, orderId: number): Promise<OrderFacts | null> {
  const [row] = await sql<OrderFacts[]>`
    SELECT ${customerColumns(sql)}, ${lastPayer(sql)} AS contact, orders.id, orders.titles,
      orders.price_cents AS "priceCents", orders.currency, orders.licence,
      orders.created_at AS "createdAt", orders.consented_at AS "consentedAt",
      orders.consent_version AS "consentVersion", orders.consent_locale AS "consentLocale"
    FROM orders JOIN users ON users.id = orders.user_id
      LEFT JOIN billing_details ON billing_details.user_id = users.id
    WHERE orders.id = ${orderId}`;
  return row ?? null;
}

/** Returns how much of an order was refunded before this refund, in the internal currency. */
export async function sumRefundedBefore(
  sql: Sql,
  refund: { orderId: number; refundId: number },
): Promise<number> {
  const [row] = await sql<{ cents: number }[]>`
    SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM refunds
    WHERE order_id = ${refund.orderId} AND id < ${refund.refundId}`;
  return row?.cents ?? 0;
}

export type DepositFacts = CustomerRow & {
  id: number;
  amountCents: number;
  internalAmountCents: number;
  method: PaymentMethod;
  depositLocale: string | null;
  createdAt: Date;
};

/** Returns a deposit with its payer, for its documents; null when there is none. */
export async function getDepositFacts(sql: Sql, depositId: number): Promise<DepositFacts | null> {
  const [row] = await sql<DepositFacts[]>`
    SELECT ${customerColumns(sql)}, deposits.contact, deposits.id,
      deposits.amount_cents AS "amountCents",
      deposits.internal_amount_cents AS "internalAmountCents", deposits.method,
      deposits.locale AS "depositLocale", deposits.created_at AS "createdAt"
    FROM deposits JOIN users ON users.id = deposits.user_id
      LEFT JOIN billing_details ON billing_details.user_id = users.id
    WHERE deposits.id = ${depositId}`;
  return row ?? null;
}

export type PayoutFacts = CustomerRow & {
  id: number;
  offerId: number;
  title: string;
  amountCents: number;
  fullName: string;
  account: string;
  offerLocale: string | null;
  /** When the seller accepted our price, which is the time of supply. */
  agreedAt: Date;
};

/** Returns a payout with its seller, for its documents; null when there is none. */
export async function getPayoutFacts(sql: Sql, payoutId: number): Promise<PayoutFacts | null> {
  const [row] = await sql<PayoutFacts[]>`
    SELECT ${customerColumns(sql)}, offers.contact, payouts.id, payouts.offer_id AS "offerId",
      offers.title, payouts.amount_cents AS "amountCents", payouts.full_name AS "fullName",
      coalesce(payouts.iban_masked, (SELECT initcap(brand) || ' •••• ' || last4 FROM payout_cards
        WHERE payout_cards.id = payouts.card_id)) AS account, offers.locale AS "offerLocale",
      offers.decided_at AS "agreedAt"
    FROM payouts JOIN offers ON offers.id = payouts.offer_id
      JOIN users ON users.id = payouts.user_id
      LEFT JOIN billing_details ON billing_details.user_id = users.id
    WHERE payouts.id = ${payoutId}`;
  return row ?? null;
}
