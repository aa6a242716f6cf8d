import type { Sql } from "../db/client.ts";

/** The settings as staff edit them, by column name. */
export type StaffSettingsRow = {
  company_name: string;
  company_reg_number: string | null;
  company_representative: string | null;
  company_address: string | null;
  company_country: string | null;
  company_vat_id: string | null;
  is_vat_exempt: boolean;
  support_email: string | null;
  company_phone: string | null;
  copyright: string | null;
  /** One link per line: its title, then its URL (domain/social-links.ts). */
  social_links: string;
  internal_currency_name: string;
  internal_currency_image: string | null;
  formats: string[];
  sizes: string[];
  is_reg_enabled: boolean;
  is_email_verification_enabled: boolean;
  eur_rate_basis_points: number;
  deposit_min_cents: number;
  deposit_max_cents: number;
  payout_debtor_name: string | null;
  payout_debtor_iban: string | null;
  payout_debtor_bic: string | null;
  payout_methods: string[];
  payout_approval_above_cents: number | null;
  balance_approval_above_cents: number | null;
};

const columns = (sql: Sql) => sql`
  company_name, company_reg_number, company_representative, company_address, company_country, company_vat_id,
  is_vat_exempt, support_email, company_phone, copyright, internal_currency_name,
  internal_currency_image, formats, sizes, is_reg_enabled, is_email_verification_enabled,
  eur_rate_basis_points, deposit_min_cents, deposit_max_cents, payout_debtor_name,
  payout_debtor_iban, payout_debtor_bic, payout_methods, payout_approval_above_cents,
  balance_approval_above_cents,
  (SELECT coalesce(string_agg(title || ' ' || url, E'\\n' ORDER BY position, id), '')
    FROM social_links) AS social_links`;

export async function requireStaffSettings(sql: Sql): Promise<StaffSettingsRow> {
  const [row] = await sql<StaffSettingsRow[]>`SELECT ${columns(sql)} FROM settings`;
  if (!row) throw new Error("the settings row is missing");
  return row;
}

/**
 * The settings, locked until the transaction ends, so that the second of two concurrent saves sees
 * the first.
 */
export async function lockStaffSettings(sql: Sql): Promise<StaffSettingsRow> {
  const [row] = await sql<StaffSettingsRow[]>`SELECT ${columns(sql)} FROM settings FOR UPDATE`;
  if (!row) throw new Error("the settings row is missing");
  return row;
}

/** Saves all settings. */
export async function putStaffSettings(sql: Sql, row: StaffSettingsRow): Promise<void> {
  await sql`
    UPDATE settings SET company_name = ${row.company_name},
      company_reg_number = ${row.company_reg_number},
      company_representative = ${row.company_representative}, company_address = ${row.company_address},
      company_country = ${row.company_country}, company_vat_id = ${row.company_vat_id},
      is_vat_exempt = ${row.is_vat_exempt}, support_email = ${row.support_email},
      company_phone = ${row.company_phone}, copyright = ${row.copyright},
      internal_currency_name = ${row.internal_currency_name},
      internal_currency_image = ${row.internal_currency_image},
      formats = ${sql.array(row.formats)}::text[], sizes = ${sql.array(row.sizes)}::text[],
      is_reg_enabled = ${row.is_reg_enabled},
      is_email_verification_enabled = ${row.is_email_verification_enabled},
      eur_rate_basis_points = ${row.eur_rate_basis_points},
      deposit_min_cents = ${row.deposit_min_cents}, deposit_max_cents = ${row.deposit_max_cents},
      payout_debtor_name = ${row.payout_debtor_name},
      payout_debtor_iban = ${row.payout_debtor_iban}, payout_debtor_bic = ${row.payout_debtor_bic},
      payout_methods = ${sql.array(row.payout_methods)}::text[],
      payout_approval_above_cents = ${row.payout_approval_above_cents},
      balance_approval_above_cents = ${row.balance_approval_above_cents}`;
}
