import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { insertPicture } from "#api/catalog/pictures.queries.ts";
import { storeOriginal } from "#api/catalog/pictures.ts";
import { type Database, inTransaction } from "#api/db/client.ts";
import type { Files } from "#api/providers/files/files.ts";
import { post } from "#api/wallet/wallet.service.ts";

/** What the test API offers that a product needs: its rows, and a file for its picture. */
type Shop = { database: Database; deps: { files: Files } };

/** Everything of a product that a test may want to say; what is not said is made up, and unique. */
export type NewProduct = {
  slug: string;
  titles: Record<string, string>;
  descriptions: Record<string, string>;
  prompt: string;
  priceCents: number;
  status: "draft" | "published" | "withdrawn";
  /** Slugs; each is made when it is not there yet. */
  category: string;
  styles: string[];
  isFeatured: boolean;
  isHero: boolean;
  salesCount: number;
  publishedAt: Date;
  searchText: string;
  /** The stored original; null for a product without a picture. */
  png: Buffer | null;
};

export type MadeProduct = NewProduct & { id: number; pictureHash: string | null };

let plainPicture: Promise<Buffer> | null = null;

/** A small picture of one colour; its EXIF, when wanted, is what an art tool would write there. */
export function createPng(
  given: { widthPx?: number; heightPx?: number; background?: string; description?: string } = {},
): Promise<Buffer> {
  const { widthPx = 64, heightPx = 64, background = "#336699", description } = given;
  const size = { width: widthPx, height: heightPx };
  const picture = sharp({ create: { ...size, channels: 3, background } }).png();
  if (!description) return picture.toBuffer();
  return picture.withExif({ IFD0: { ImageDescription: description } }).toBuffer();
}

/** A product with its picture, category and styles, published unless told otherwise. */
export async function createProduct(
  shop: Shop,
  given: Partial<NewProduct> = {},
): Promise<MadeProduct> {
  const name = randomBytes(6).toString("hex");
  plainPicture ??= createPng();
  const product: NewProduct = {
    slug: `prompt-${name}`,
    titles: { en: `Prompt ${name}`, de: `Vorlage ${name}` },
    descriptions: { en: `About ${name}` },
    prompt: `a secret recipe ${name}, soft light`,
    priceCents: 150,
    status: "published",
    category: "landscapes",
    styles: [],
    isFeatured: false,
    isHero: false,
    salesCount: 0,
    publishedAt: new Date(),
    searchText: `prompt ${name} vorlage ${name}`,
    png: given.png === undefined ? await plainPicture : given.png,
    ...given,
  };
  const picture = product.png && (await storeOriginal(shop.deps.files, product.png));
  await createGroup(shop, "categories", product.category);
  for (const style of product.styles) await createGroup(shop, "styles", style);
  return inTransaction(shop.database, async (sql) => {
    if (picture) await insertPicture(sql, picture);
    const [row] = await sql<{ id: number }[]>`
      INSERT INTO products (slug, category_id, titles, descriptions, prompt, price_cents,
        picture_hash, status, is_featured, is_hero, sales_count, published_at, search_text)
      SELECT ${product.slug}, id, ${sql.json(product.titles)}, ${sql.json(product.descriptions)},
        ${product.prompt}, ${product.priceCents}, ${picture?.hash ?? null}, ${product.status},
        ${product.isFeatured}, ${product.isHero}, ${product.salesCount}, ${product.publishedAt},
        ${product.searchText}
      FROM categories WHERE slug = ${product.category} RETURNING id`;
    if (!row) throw new Error(`there is no category ${product.category}`);
    for (const [position, style] of product.styles.entries()) {
      await sql`
        INSERT INTO product_styles (product_id, style_id, position)
        SELECT ${row.id}, id, ${position} FROM styles WHERE slug = ${style}`;
    }
    return { ...product, id: row.id, pictureHash: picture?.hash ?? null };
  });
}

/** A category or a style, unless it is there; its name is its slug unless told. */
export async function createGroup(
  { database }: { database: Database },
  table: "categories" | "styles",
  slug: string,
  given: { names?: Record<string, string>; position?: number } = {},
): Promise<void> {
  await database`
    INSERT INTO ${database(table)} (slug, position, names)
    VALUES (${slug}, ${given.position ?? 0}, ${database.json(given.names ?? { en: slug })})
    ON CONFLICT (slug) DO NOTHING`;
}

/** Puts money into a wallet, as a gift of the house. */
export async function fillWallet(
  { database }: { database: Database },
  userId: number,
  amountCents: number,
): Promise<void> {
  await inTransaction(database, (sql) =>
    post(sql, {
      kind: "grant",
      sourceId: `test-${randomBytes(8).toString("hex")}`,
      from: { house: "promotion" },
      to: { wallet: userId },
      amountCents,
    }),
  );
}
