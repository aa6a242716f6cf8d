import { setTimeout as pause } from "node:timers/promises";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Generation, generationResponseSchema } from "#api/contract/generations.ts";
import type { Database } from "#api/db/client.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import type { Sent } from "#tests/setup/servers/image-servers/image-server.ts";
import { OPENAI_KEY, OpenAiServer } from "#tests/setup/servers/image-servers/openai-server.ts";
import {
  type KillableServer,
  killInTurn,
  startKillable,
  WORK_MS,
} from "#tests/setup/servers/killable-server.ts";
import {
  type SearchEngineStandIn,
  startSearchEngine,
} from "#tests/setup/servers/opensearch/stand-in.ts";
import { createBuyer, filesOf, insertProducts, withDatabase } from "./buyers.ts";
import { runProgram } from "./run-program.ts";
import { expectIndexInStep } from "./search-index.ts";

// The search engine and the image model's server are killed in turn, while people search and
// generate pictures and prices change. PART_KILLS makes it longer.

const KILLS = Number(process.env.PART_KILLS ?? 8);
const SEARCHERS = 2;
const PAINTERS = 3;
const PRODUCTS = 500;

/** So slow that most kills hit it at work. */
class SlowServer extends OpenAiServer {
  protected override async respond(...call: Parameters<OpenAiServer["respond"]>): Promise<Sent> {
    await pause(WORK_MS);
    return super.respond(...call);
  }
}

type Owner = { agent: ApiAgent; promptId: number };

let engine: SearchEngineStandIn;
let search: KillableServer;
let models: SlowServer;
let model: KillableServer;
let product: RunningProduct;
let owners: Owner[];

beforeAll(async () => {
  engine = await startSearchEngine();
  const engineUrl = new URL(engine.url);
  search = await startKillable({ port: Number(engineUrl.port) });
  engineUrl.port = String(search.port);
  models = await new SlowServer().start();
  model = await startKillable({ port: Number(new URL(models.url).port) });
  const env = {
    ...{ SEED_DEMO: "0", LOG_LEVEL: "warn", TRUST_PROXY: "1", SEARCH_URL: engineUrl.href },
    ...{ IMAGE_PROVIDER: "openai", IMAGE_MODEL: "gpt-image-1", IMAGE_API_KEY: OPENAI_KEY },
    IMAGE_API_URL: `http://127.0.0.1:${model.port}`,
  };
  product = await startProduct({ env });
  await withDatabase(product, async (database) => {
    const ids = await insertProducts({ database, files: filesOf(product) }, PRODUCTS);
    const buyers = ids.slice(0, PAINTERS).map((id) => createOwner(database, id));
    owners = await Promise.all(buyers);
  });
  const rebuilt = await runProgram("search-rebuild", { ...env, DATA_DIR: product.dataDir });
  expect(rebuilt, rebuilt.output).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await product.remove();
  await Promise.all([search.kill(), model.kill()]);
  await Promise.all([engine.stop(), models.stop()]);
});

async function createOwner(database: Database, promptId: number): Promise<Owner> {
  const agent = await createBuyer(product, database, 1_000);
  const body = { prompt_id: promptId, consent: CONSENT };
  expect((await agent.post("/api/purchase/prompt", body)).status).toBe(200);
  return { agent, promptId };
}

/** Counts the postings that have moved money. Throws if the wallets do not add up. */
async function countPostings(database: Database): Promise<number> {
  expect(await listViolations(database)).toEqual([]);
  const [row] = await database`SELECT count(*)::int AS postings FROM ledger_postings`;
  return row?.postings;
}

it(`no search fails and no picture is lost in ${KILLS} kills of the engine and of the model`, {
  timeout: KILLS * 60_000,
}, async () => {
  let isOver = false;
  let searches = 0;
  const states: Record<string, number> = {};
  const made: { owner: Owner; id: Generation["id"] }[] = [];
  const repeat = async (step: () => Promise<void>) => {
    while (!isOver) await step();
  };
  const find = async () => {
    searches += 1;
    // A query that no process has cached.
    const query = `search=torture&price_from=0.01&page=${1 + (searches % 20)}&per_page=${1 + (searches % 24)}`;
    const response = await fetch(`${product.url}/api/products?${query}`);
    expect(response.status, query).toBe(200);
    expect(((await response.json()) as { meta: { total: number } }).meta.total).toBe(PRODUCTS);
  };
  const paint = async (owner: Owner) => {
    const asked = await owner.agent.post("/api/purchase/generate-image", {
      ...{ prompt_id: owner.promptId, wait_seconds: 0, size: "1024x1024", format: "png" },
      operation_id: crypto.randomUUID(),
    });
    // The limit per minute; the kills continue meanwhile.
    if (asked.status === 429) return pause(WORK_MS);
    expect(asked.status, asked.text).toBe(202);
    const { id } = asked.as(generationResponseSchema).payload;
    const readState = async () => {
      const response = await owner.agent.get(`/api/generations/${id}`);
      return response.as(generationResponseSchema).payload.state;
    };
    await expect.poll(readState, { timeout: 180_000 }).toMatch(/^(done|failed)$/);
    const state = await readState();
    states[state] = (states[state] ?? 0) + 1;
    if (state === "done") made.push({ owner, id });
  };

  await withDatabase(product, async (database) => {
    const before = await countPostings(database);
    const change = async () => {
      await database`UPDATE products SET price_cents = price_cents + 1 WHERE id % 11 = ${searches % 11}`;
      await pause(50);
    };
    const work = [
      ...Array.from({ length: SEARCHERS }, () => repeat(find)),
      ...owners.map((owner) => repeat(() => paint(owner))),
      repeat(change),
    ];
    await killInTurn([search, model], KILLS);
    isOver = true;
    await Promise.all(work);
    const asked = engine.requests.filter((line) => line.endsWith("_search")).length;
    console.info(`${KILLS} kills of each: ${searches} searches, ${asked} by the engine`, states);
    expect(asked).toBeGreaterThan(0);

    // A picture costs its owner nothing, whether it is made or not.
    expect(await countPostings(database)).toBe(before);
    expect(made.length).toBeGreaterThanOrEqual(KILLS / 2);
    for (const { owner, id } of made) {
      const zip = await owner.agent.get(`/api/generations/${id}/download`);
      expect(Object.keys(unzipSync(zip.bytes))).toHaveLength(2);
    }
    await expectIndexInStep(database, engine);
  });
});
