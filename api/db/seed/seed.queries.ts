import type { PayoutType } from "#domain/offers.ts";
import type { ImageRow } from "../../catalog/images.queries.ts";
import { noteUpdates } from "../../catalog/product-updates.queries.ts";
import { ADVISORY_LOCKS } from "../advisory-locks.ts";
import type { Sql } from "../client.ts";
import { nameMotifs } from "./catalogue/motifs.ts";
import type { SeedCategory, SeedProduct, SeedStyle } from "./catalogue/types.ts";

export async function insertCategory(sql: Sql, category: SeedCategory, position: number) {
  await sql`
    INSERT INTO categories (slug, position, names)
    VALUES (${category.slug}, ${position}, ${sql.json(category.name)})
    ON CONFLICT (slug) DO UPDATE SET names = EXCLUDED.names || categories.names`;
}

export async function insertStyle(sql: Sql, style: SeedStyle, position: number) {
  await sql`
    INSERT INTO styles (slug, position, names)
    VALUES (${style.slug}, ${position}, ${sql.json(style.name)})
    ON CONFLICT (slug) DO UPDATE SET names = EXCLUDED.names || styles.names`;
}

/**
 * The existing products among these slugs with their publication time; an interrupted seed
 * continues from them.
 */
export async function listPublished(sql: Sql, slugs: string[]): Promise<Map<string, Date>> {
  const rows = await sql<{ slug: string; publishedAt: Date }[]>`
    SELECT slug, published_at AS "publishedAt" FROM products WHERE slug = ANY(${slugs})`;
  return new Map(rows.map((row) => [row.slug, row.publishedAt]));
}

/** The existing images of these slugs. */
export function listImages(
  sql: Sql,
  slugs: string[],
): Promise<Pick<ImageRow, "hash" | "widthPx">[]> {
  return sql<Pick<ImageRow, "hash" | "widthPx">[]>`
    SELECT hash, width_px AS "widthPx" FROM products JOIN pictures ON hash = picture_hash
    WHERE slug = ANY(${slugs}) ORDER BY published_at DESC`;
}

/** The slugs whose products lack a title in one of these languages, or their motifs. */
export async function listUntranslated(
  sql: Sql,
  slugs: string[],
  locales: string[],
): Promise<Set<string>> {
  const rows = await sql<{ slug: string }[]>`
    SELECT slug FROM products 
    WHERE slug = ANY(${slugs}) AND (NOT titles ?& ${locales} OR motifs = '{}')`;
  return new Set(rows.map((row) => row.slug));
}

/** Adds the missing languages; existing texts stay unchanged. */
export async function addTranslations(sql: Sql, product: SeedProduct, now: Date): Promise<void> {
  const translated = sql`
    UPDATE products SET titles = ${sql.json(product.title)} || titles,
      descriptions = ${sql.json(product.description)} || descriptions,
      motifs = ${sql.json(nameMotifs(product.motifs))} || motifs
    WHERE slug = ${product.slug} RETURNING id`;
  await noteUpdates(sql, translated, now);
}

/** Inserts a finished product, image first, so that none is ever shown without its image. */
export async function insertProduct(
  sql: Sql,
  product: SeedProduct,
  facts: { imageHash: string; publishedAt: Date },
): Promise<void> {
  const [row] = await sql<{ id: number }[]>`
    INSERT INTO products (slug, category_id, titles, descriptions, motifs, prompt, price_cents,
      picture_hash, is_featured, is_hero, published_at)
    SELECT ${product.slug}, id, ${sql.json(product.title)}, ${sql.json(product.description)},
      ${sql.json(nameMotifs(product.motifs))}, ${product.prompt}, ${product.priceCents}, ${facts.imageHash},
      ${product.featured ?? false}, ${product.hero ?? false}, ${facts.publishedAt}
    FROM categories WHERE slug = ${product.category}
    ON CONFLICT (slug) DO NOTHING RETURNING id`;
  if (!row) return;
  await sql`
    INSERT INTO product_styles (product_id, style_id, position)
    SELECT ${row.id}::bigint, styles.id, chosen.position - 1
    FROM unnest(${product.styles}::text[]) WITH ORDINALITY AS chosen (slug, position)
    JOIN styles USING (slug)`;
  const [first] = product.styles;
  await sql`
    UPDATE styles SET picture_hash = ${facts.imageHash}
    WHERE slug = ${first} AND (picture_hash IS NULL OR ${product.cover ?? false})`;
}

/** False if another process holds the lock, because it is seeding. Held until released. */
export async function tryLockSeed(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ isLocked: boolean }[]>`
    SELECT pg_try_advisory_lock(${ADVISORY_LOCKS.seed}) AS "isLocked"`;
  return row?.isLocked ?? false;
}

export async function unlockSeed(sql: Sql): Promise<void> {
  await sql`SELECT pg_advisory_unlock(${ADVISORY_LOCKS.seed})`;
}

/** Sets the company data if the settings have none; false if any has been entered. */
export async function putCompany(
  sql: Sql,
  company: {
    regNumber: string;
    address: string;
    supportEmail: string;
    phone: string;
    copyright: string;
  },
): Promise<boolean> {
  const result = await sql`
    UPDATE settings SET company_reg_number = ${company.regNumber},
      company_address = ${company.address}, support_email = ${company.supportEmail},
      company_phone = ${company.phone}, copyright = ${company.copyright}
    WHERE num_nonnulls(company_reg_number, company_address, support_email, company_phone,
      copyright) = 0`;
  return result.count > 0;
}

/** Sets the country and VAT ID for settings of this company that lack them. */
export async function putVat(
  sql: Sql,
  vat: { country: string; vatId: string; regNumber: string },
): Promise<void> {
  await sql`
    UPDATE settings SET company_country = ${vat.country}, company_vat_id = ${vat.vatId},
      is_vat_exempt = false
    WHERE company_reg_number = ${vat.regNumber} AND company_country IS NULL
      AND company_vat_id IS NULL AND is_vat_exempt`;
}

/** Sets the payout methods for the sellers of the demo. */
export async function putPayoutMethods(sql: Sql, methods: PayoutType[]): Promise<void> {
  await sql`UPDATE settings SET payout_methods = ${methods}`;
}

/** Sets the account that payouts are made from, for settings of this company that lack one. */
export async function putDebtor(
  sql: Sql,
  debtor: { name: string; iban: string; regNumber: string },
): Promise<void> {
  await sql`
    UPDATE settings SET payout_debtor_name = ${debtor.name}, payout_debtor_iban = ${debtor.iban}
    WHERE num_nonnulls(payout_debtor_name, payout_debtor_iban) = 0
      AND company_reg_number = ${debtor.regNumber}`;
}

export async function insertSocialLink(
  sql: Sql,
  link: { position: number; title: string; url: string; image: string },
): Promise<void> {
  await sql`
    INSERT INTO social_links (position, title, url, image)
    VALUES (${link.position}, ${link.title}, ${link.url}, ${link.image})
    ON CONFLICT (url) DO NOTHING`;
}

export type DemoOfferPlace = {
  userId: number;
  /** The earliest staff account. */
  staffId: number;
  categoryId: number;
  styleId: number;
};

/** Where a demo offer is inserted; null if it already exists or its seller does not. */
export async function findOfferPlace(
  sql: Sql,
  offer: { operationId: string; email: string; category: string; style: string },
): Promise<DemoOfferPlace | null> {
  const [row] = await sql<DemoOfferPlace[]>`
    SELECT users.id AS "userId", categories.id AS "categoryId", styles.id AS "styleId",
      (SELECT min(id) FROM users WHERE role = 'staff') AS "staffId"
    FROM users, categories, styles
    WHERE email = ${offer.email} AND categories.slug = ${offer.category}
      AND styles.slug = ${offer.style} AND EXISTS (SELECT 1 FROM users WHERE role = 'staff')
      AND NOT EXISTS (SELECT 1 FROM offers
        WHERE user_id = users.id AND operation_id = ${offer.operationId})`;
  return row ?? null;
}
