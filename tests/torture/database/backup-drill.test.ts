import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#api/db/client.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";
import { createBuyer, filesOf, insertProducts, withDatabase } from "../buyers.ts";
import { runProgram } from "../run-program.ts";

// A shop of 10,000 orders is backed up while it sells, the machine is lost, and the shop is
// restored on another machine.

const ORDERS = Number(process.env.DRILL_ORDERS ?? 10_000);
/** Enough that each stays below the per-minute limit of writes. */
const BUYERS = 20;
const GIFT_CENTS = 100_000_000;

let folder: string;
/**
 * Outside `folder`: if only root can enter that, the database is kept elsewhere and not removed.
 */
let otherMachine: string;
let shop: RunningProduct;
let restored: RunningProduct | null = null;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "promptory-drill-"));
  otherMachine = mkdtempSync(join(tmpdir(), "promptory-drill-"));
  shop = await startProduct({ env: { SEED_DEMO: "0", LOG_LEVEL: "warn" } });
  await withDatabase(shop, async (database) => {
    const ids = await insertProducts({ database, files: filesOf(shop) }, ORDERS / BUYERS);
    const buyers = Array.from({ length: BUYERS }, () => createBuyer(shop, database, GIFT_CENTS));
    const buyAll = (await Promise.all(buyers)).map(async (agent) => {
      for (const id of ids) await agent.post("/api/purchase/prompt", { prompt_id: id });
    });
    await Promise.all(buyAll);
  });
});
afterAll(async () => {
  await restored?.remove();
  await shop.remove();
  for (const made of [folder, otherMachine]) rmSync(made, { recursive: true, force: true });
});

/** Returns the money's data as one text per table. */
async function digest(product: RunningProduct): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const read = async (database: Database, table: string) => {
    const [row] = await database<{ count: number; sum: string }[]>`
      SELECT count(*)::int AS count, md5(string_agg(t::text, E'\n' ORDER BY t.id)) AS sum
      FROM ${database(table)} t`;
    found[table] = `${row?.count} ${row?.sum}`;
  };
  await withDatabase(product, async (database) => {
    for (const table of ["orders", "ledger_transactions", "ledger_postings", "ledger_accounts"]) {
      await read(database, table);
    }
    expect(await listViolations(database)).toEqual([]);
  });
  return found;
}

it(`a shop of ${ORDERS} orders comes back from its backup, row by row`, async () => {
  const archive = join(folder, "shop.tar");
  const before = await digest(shop);
  expect(before.orders).toMatch(new RegExp(`^${ORDERS} `));
  const seconds = async (program: string, dataDir: string) => {
    const startedAt = performance.now();
    const { code, output } = await runProgram(program, { DATA_DIR: dataDir }, [archive]);
    expect(code, output).toBe(0);
    return ((performance.now() - startedAt) / 1000).toFixed(1);
  };
  const saved = await seconds("backup", shop.dataDir);
  const back = await seconds("restore", otherMachine);
  restored = await startProduct({
    dataDir: otherMachine,
    env: { SEED_DEMO: "0", LOG_LEVEL: "warn" },
  });
  const after = await digest(restored);
  expect(after).toEqual(before);
  const megabytes = (statSync(archive).size / 1024 / 1024).toFixed(1);
  console.info(`${ORDERS} orders: backup ${saved} s (${megabytes} MB), restore ${back} s`, after);
});
