import { expect, it } from "vitest";
import { openDatabase } from "#api/db/client.ts";
import { startEmbeddedServer } from "#api/db/embedded-server.ts";
import { generateProducts } from "./generate-products.ts";

// Run by `npm run bench` beside the running product, whose database server it shares.
it("fills the catalogue", async () => {
  const dataDir = process.env.BENCH_DATA_DIR ?? "";
  const count = Number(process.env.BENCH_PRODUCTS);
  const server = await startEmbeddedServer({ dataDir, log: () => {} });
  await generateProducts(server.connection, count);
  const database = openDatabase(server.connection, { connectionsMax: 1 });
  const [row] = await database<{ total: number }[]>`SELECT count(*)::int AS total FROM products`;
  expect(row?.total).toBeGreaterThanOrEqual(count);
  await database.end();
  await server.stop();
});
