import { readFileSync } from "node:fs";
import { join } from "node:path";
import { originalKey } from "#api/catalog/images.ts";
import { type Order, purchaseHistoryResponseSchema } from "#api/contract/purchases.ts";
import { type Database, openDatabase } from "#api/db/client.ts";
import { DATABASE, ROLE } from "#api/db/embedded-server/cluster.ts";
import { SOCKET_PORT } from "#api/db/embedded-server/postmaster.ts";
import type { Files } from "#api/providers/files/files.ts";
import { createLocalFiles } from "#api/providers/files/local-files.ts";
import { createUser, giveCredits, PASSWORD } from "#tests/factories.ts";
import { ApiAgent } from "#tests/setup/api/api-agent.ts";
import type { RunningProduct } from "#tests/setup/product/running-product.ts";

// Buyers and products for the tests that kill processes under load.

export const PRICE_CENTS = 150;

/** Creates a user with `giftCents` in the wallet, signed in over HTTP. Throws if that fails. */
export async function createBuyer(
  product: RunningProduct,
  database: Database,
  giftCents: number,
): Promise<ApiAgent> {
  const { id, email } = await createUser(database);
  await giveCredits(database, id, giftCents);
  return signIn(product, email);
}

/** Creates a member with so many priced offers ready to accept, signed in over HTTP. */
export async function createSeller(
  product: RunningProduct,
  database: Database,
  count: number,
): Promise<{ agent: ApiAgent; offerIds: number[] }> {
  const user = await createUser(database, { verificationStatus: "approved" });
  const rows = await database<{ id: number }[]>`
    INSERT INTO offers (user_id, body_hash, locale, title, category_id, user_price_cents,
      service_price_cents, status, answered_at, created_at)
    SELECT ${user.id}, '', 'en', 'Torture ' || n, (SELECT id FROM categories), 12000, 9950, 'offer',
      now(), now()
    FROM generate_series(1, ${count}) AS n RETURNING id`;
  return { agent: await signIn(product, user.email), offerIds: rows.map(({ id }) => id) };
}

/** Creates a staff member, signed in over HTTP. */
export async function createStaffAgent(
  product: RunningProduct,
  database: Database,
): Promise<ApiAgent> {
  return signIn(product, (await createUser(database, { role: "staff" })).email);
}

/** Signs a member in over HTTP. Throws if that fails. */
export async function signIn(product: RunningProduct, email: string): Promise<ApiAgent> {
  const agent = new ApiAgent((request) => fetch(request), { appUrl: product.url });
  const token = await agent.fetchToken();
  if (token.status !== 204)
    throw new Error(`no token to sign in with: ${token.status} ${token.text}`);
  const response = await agent.post("/api/login", { email, password: PASSWORD });
  if (response.status !== 200) throw new Error(`could not sign in: ${response.text}`);
  return agent;
}

const PICTURE_HASH = "0".repeat(64);

/** Opens the files of a shop that keeps them in its data folder. */
export const filesOf = ({ dataDir }: { dataDir: string }): Files =>
  createLocalFiles(join(dataDir, "files"));

/**
 * Inserts `count` products at PRICE_CENTS and returns their ids. They share a file that is not an
 * image: products need a picture to be sold, but nobody looks at it.
 */
export async function insertProducts(
  { database, files }: { database: Database; files: Pick<Files, "put"> },
  count: number,
): Promise<number[]> {
  const hash = PICTURE_HASH;
  await files.put(originalKey(hash), Buffer.from("picture"));
  await database`INSERT INTO categories (slug) VALUES ('torture')`;
  await database`INSERT INTO pictures VALUES (${hash}, 1, 1, '#000000')`;
  const rows = await database<{ id: number }[]>`
    INSERT INTO products (slug, category_id, titles, prompt, price_cents, picture_hash)
    SELECT 'torture-' || n, (SELECT id FROM categories), '{"en": "Torture"}', 'A long night',
      ${PRICE_CENTS}, ${hash}
    FROM generate_series(1, ${count}) AS n RETURNING id`;
  return rows.map((row) => row.id);
}

/** Runs `work` with a connection to the running product's own database, then closes it. */
export async function withDatabase(
  product: RunningProduct,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const { socketFolder } = readPostmaster(product);
  const target = { host: socketFolder, port: SOCKET_PORT, user: ROLE, database: DATABASE };
  const database = openDatabase(target, { connectionsMax: 2 });
  try {
    await work(database);
  } finally {
    await database.end({ timeout: 5 });
  }
}

/** Reads the server's process id (first line) and its socket's folder (fifth line). */
export function readPostmaster({ dataDir }: RunningProduct): { pid: number; socketFolder: string } {
  const lines = readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n");
  return { pid: Number(lines[0]), socketFolder: lines[4] ?? "" };
}

/** Lists all orders of a member, newest first, across the pages of the history. */
export async function listAllOrders(agent: ApiAgent): Promise<Order[]> {
  const orders: Order[] = [];
  for (let query = ""; ; ) {
    const response = await agent.get(`/api/purchase/history${query}`);
    const { payload, meta } = response.as(purchaseHistoryResponseSchema);
    orders.push(...payload);
    if (!meta?.older) return orders;
    query = `?before=${meta.older}`;
  }
}
