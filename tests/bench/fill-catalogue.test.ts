import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Database, openDatabase } from "#api/db/client.ts";
import { startEmbeddedServer } from "#api/db/embedded-server.ts";
import { generateDesk } from "./generate-desk.ts";
import { generateProducts, listVocabulary } from "./generate-products.ts";

// Run by `npm run bench` beside the running product, whose database server it shares.
it("fills the catalogue", async () => {
  const dataDir = process.env.BENCH_DATA_DIR ?? "";
  const count = Number(process.env.BENCH_PRODUCTS);
  const server = await startEmbeddedServer({ dataDir, log: () => {} });
  if (count > 0) await generateProducts(server.connection, count);
  const people = Number(process.env.BENCH_PEOPLE ?? 0);
  const drafts = Number(process.env.BENCH_DRAFTS ?? 0);
  if (people > 0) await generateDesk(server.connection, { people, drafts });
  const database = openDatabase(server.connection, { connectionsMax: 1 });
  const [row] = await database<{ total: number }[]>`SELECT count(*)::int AS total FROM products`;
  expect(row?.total).toBeGreaterThanOrEqual(count);
  await writeFile(join(dataDir, "bench-words.json"), JSON.stringify(await drawWords(database)));
  await database.end();
  await server.stop();
});

/** Draws forty search words, from one in half of the products to one in few of them. */
async function drawWords(database: Database): Promise<string[]> {
  const vocabulary = await listVocabulary(database);
  const ranks = Array.from({ length: 36 }, (_, at) => Math.round(28_000 ** (at / 35) + at / 4));
  return ["mountain", "the", "golden", "light", ...ranks.map((rank) => vocabulary[rank] ?? "fox")];
}
