import { randomBytes, randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import sharp from "sharp";
import { insertUser, insertWallet, type NewUser } from "#api/accounts/accounts.queries.ts";
import { insertImage } from "#api/catalog/images.queries.ts";
import { storeOriginal } from "#api/catalog/images.ts";
import { type Database, inTransaction } from "#api/db/client.ts";
import type { Files } from "#api/providers/files/files.ts";
import { post } from "#api/wallet/wallet.service.ts";
import { normalizeEmail } from "#domain/accounts.ts";
import type { ApiAgent } from "./setup/api/api-agent.ts";

/** Records that tests and the seed need. Values that are not given are made up, and unique. */

export const PASSWORD = "correct horse battery";

export type MadeUser = { id: number; email: string; password: string };

/** Creates a user with an empty wallet. Throws if the e-mail is taken. */
export async function createUser(
  database: Database,
  given: Partial<Omit<NewUser, "passwordHash">> & { password?: string } = {},
): Promise<MadeUser> {
  const password = given.password ?? PASSWORD;
  const email = normalizeEmail(given.email ?? `user-${randomBytes(6).toString("hex")}@example.com`);
  const passwordHash = await hashOnce(password);
  const id = await inTransaction(database, async (sql) => {
    const userId = await insertUser(sql, { ...given, email, passwordHash });
    if (userId === null) throw new Error(`the e-mail is taken: ${email}`);
    await insertWallet(sql, userId);
    return userId;
  });
  return { id, email, password };
}

/** The parts of a test API that signing in needs. */
type Signs = { database: Database; createAgent(): ApiAgent };

const hashes = new Map<string, Promise<string>>();

/**
 * Hashes a password once per process, at the lowest cost (which the hash itself states), because
 * hashing and checking are slow on purpose.
 */
function hashOnce(password: string): Promise<string> {
  const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 };
  const hashed = hashes.get(password) ?? hash(password, cheap);
  hashes.set(password, hashed);
  return hashed;
}

/** Creates a signed-in user of the given kind; returns their browser with their data. */
export async function createMember(
  test: Signs,
  given: Parameters<typeof createUser>[1] = {},
): Promise<MadeUser & { agent: ApiAgent }> {
  const user = await createUser(test.database, given);
  const agent = test.createAgent();
  const response = await agent.post("/api/login", { email: user.email, password: user.password });
  if (response.status !== 200) throw new Error(`could not sign in: ${response.text}`);
  return { ...user, agent };
}

/** Adds a gift of the platform to a user's wallet, in internal cents. */
export async function giveCredits(
  database: Database,
  userId: number,
  amountCents: number,
): Promise<void> {
  await inTransaction(database, (sql) =>
    post(sql, {
      kind: "grant",
      sourceId: randomUUID(),
      from: { platform: "promotion" },
      to: { wallet: userId },
      amountCents,
    }),
  );
}

export type MadeProduct = { id: number; slug: string; priceCents: number; imageHash: string };

/** Creates a product on sale with a stored picture: a few bright stripes, unless one is given. */
export async function createProduct(
  test: { database: Database; deps: { files: Files } },
  given: {
    slug?: string;
    titles?: Record<string, string>;
    prompt?: string;
    priceCents?: number;
    status?: "draft" | "published" | "withdrawn";
    image?: Buffer;
  } = {},
): Promise<MadeProduct> {
  const { database: sql } = test;
  const slug = given.slug ?? `product-${randomBytes(6).toString("hex")}`;
  const priceCents = given.priceCents ?? 150;
  const picture = await storeOriginal(test.deps.files, given.image ?? (await paintStripes()));
  await insertImage(sql, picture);
  const titles = given.titles ?? { en: "Stripes", de: "Streifen" };
  await sql`INSERT INTO categories (slug) VALUES ('made-up') ON CONFLICT DO NOTHING`;
  const [row] = await sql<{ id: number }[]>`
    INSERT INTO products (slug, category_id, titles, prompt, price_cents, picture_hash, status)
    SELECT ${slug}, id, ${sql.json(titles)}, ${given.prompt ?? "Bright stripes, evening light"},
      ${priceCents}, ${picture.hash}, ${given.status ?? "published"}
    FROM categories WHERE slug = 'made-up' RETURNING id`;
  if (!row) throw new Error(`the product was not made: ${slug}`);
  return { id: row.id, slug, priceCents, imageHash: picture.hash };
}

/** Paints the same stripes each time, so that the picture is stored only once. */
function paintStripes(): Promise<Buffer> {
  const [widthPx, heightPx] = [96, 96];
  const pixels = Buffer.alloc(widthPx * heightPx * 3, 40);
  for (let at = 0; at < pixels.length; at += 3) pixels[at + (Math.floor(at / 24) % 3)] = 220;
  return sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 3 } })
    .png()
    .toBuffer();
}
