import type { Sql } from "../db/client.ts";

export type SettingsRow = {
  isRegEnabled: boolean;
  isEmailVerificationEnabled: boolean;
  internalCurrencyName: string;
  internalCurrencyImage: string | null;
  formats: string[];
  sizes: string[];
  eurRateBasisPoints: number;
  depositMinCents: number;
  depositMaxCents: number;
  companyName: string;
  companyRegNumber: string | null;
  companyCountry: string | null;
  companyVatId: string | null;
  isVatExempt: boolean;
  companyRepresentative: string | null;
  companyAddress: string | null;
  supportEmail: string | null;
  companyPhone: string | null;
  copyright: string | null;
  payoutMethods: string[];
};

/** The single row of settings, created by the first migration and never removed. */
export async function requireSettings(sql: Sql): Promise<SettingsRow> {
  const [row] = await sql<SettingsRow[]>`
    SELECT is_reg_enabled AS "isRegEnabled",
      is_email_verification_enabled AS "isEmailVerificationEnabled",
      internal_currency_name AS "internalCurrencyName",
      internal_currency_image AS "internalCurrencyImage",
      formats, sizes, eur_rate_basis_points AS "eurRateBasisPoints",
      deposit_min_cents AS "depositMinCents", deposit_max_cents AS "depositMaxCents",
      company_name AS "companyName", company_reg_number AS "companyRegNumber",
      company_country AS "companyCountry", company_vat_id AS "companyVatId",
      is_vat_exempt AS "isVatExempt", company_representative AS "companyRepresentative",
      company_address AS "companyAddress", support_email AS "supportEmail",
      company_phone AS "companyPhone", copyright, payout_methods AS "payoutMethods"
    FROM settings`;
  if (!row) throw new Error("the settings row is missing");
  return row;
}

export type SocialLinkRow = { url: string; title: string; image: string | null };

/** Replaces all social links with these, in this order. */
export async function replaceSocialLinks(sql: Sql, links: readonly SocialLinkRow[]): Promise<void> {
  await sql`DELETE FROM social_links`;
  const rows = links.map((link, position) => ({ ...link, position }));
  if (rows.length > 0) await sql`INSERT INTO social_links ${sql(rows)}`;
}

export async function listSocialLinkRows(sql: Sql): Promise<SocialLinkRow[]> {
  return sql<SocialLinkRow[]>`SELECT url, title, image FROM social_links ORDER BY position, id`;
}
