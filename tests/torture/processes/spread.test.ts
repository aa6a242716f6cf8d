import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { insertImage } from "#api/catalog/images.queries.ts";
import { storeOriginal } from "#api/catalog/images.ts";
import { depositHistoryResponseSchema } from "#api/contract/deposits.ts";
import { generationResponseSchema } from "#api/contract/generations.ts";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import type { Database } from "#api/db/client.ts";
import { createLocalFiles } from "#api/providers/files/local-files.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createUser, giveCredits, PASSWORD } from "#tests/factories.ts";
import { ApiAgent, type ApiResponse } from "#tests/setup/api/api-agent.ts";
import { balanceOf, fillDeposit, openDeposit, writeReport } from "#tests/setup/money/top-up.ts";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import { fillApproval } from "#tests/setup/records/offers.ts";
import { createVerificationForm } from "#tests/verification-factories.ts";
import {
  createSeller,
  filesOf,
  insertProducts,
  listAllOrders,
  PRICE_CENTS,
  withDatabase,
} from "../buyers.ts";

// Requests that are sent twice at once, each time to another process: double clicks, repeated
// webhooks, two staff members; and processes that are killed or miss notifications of changes.

const PROCESSES = 3;
const ROUNDS = 10;
const GIFT_CENTS = 10_000;
const PRODUCTS = 40;
/** A member may send 600 writes a minute. */
const STORM = 500;

const replicas: RunningProduct[] = [];
const appUrl = () => (replicas[0] as RunningProduct).url;
let productIds: number[];

const start = (dataDir?: string) =>
  startProduct({
    dataDir,
    env: {
      ...{ SEED_DEMO: "0", LOG_LEVEL: "warn", TRUST_PROXY: "1", ALLOW_SANDBOX: "1" },
      APP_URL: replicas[0]?.url ?? "",
    },
  });

beforeAll(async () => {
  replicas.push(
    await startProduct({ env: { SEED_DEMO: "0", LOG_LEVEL: "warn", TRUST_PROXY: "1" } }),
  );
  for (let more = 1; more < PROCESSES; more++) replicas.push(await start(replicas[0]?.dataDir));
  await withShop(async (database) => {
    productIds = await insertProducts(
      { database, files: filesOf(replicas[0] as RunningProduct) },
      PRODUCTS,
    );
    await database`
      UPDATE settings SET company_name = 'Promptory', payout_debtor_name = 'Promptory OÜ',
        payout_debtor_iban = 'DE89 3704 0044 0532 0130 00', payout_debtor_bic = NULL`;
  });
});
afterAll(async () => {
  await withShop(async (database) => expect(await listViolations(database)).toEqual([]));
  // They share the data, so all must have exited before it is removed.
  await Promise.all(replicas.map((replica) => replica.stop()));
  await replicas[0]?.remove();
});

const withShop = (work: (database: Database) => Promise<void>) =>
  withDatabase(replicas[0] as RunningProduct, work);

/** Returns a browser at one process, with the cookies of another. */
function browse(index: number, cookiesOf?: ApiAgent): ApiAgent {
  const { url } = replicas[index % PROCESSES] as RunningProduct;
  const visit = (request: Request) =>
    fetch(new Request(request.url.replace(appUrl(), url), request));
  const agent = new ApiAgent(visit, { appUrl: appUrl() });
  return cookiesOf ? agent.takeCookiesOf(cookiesOf) : agent;
}

/** Sends from the same browser to every process at once. */
const everywhere = (agent: ApiAgent, send: (at: ApiAgent) => Promise<ApiResponse>) =>
  Promise.all(replicas.map((_, index) => send(browse(index, agent))));

async function signIn(email: string): Promise<ApiAgent> {
  const agent = browse(0);
  const response = await agent.post("/api/login", { email, password: PASSWORD });
  expect(response.status, response.text).toBe(200);
  return agent;
}

async function createMember(giftCents = GIFT_CENTS): Promise<ApiAgent> {
  const made: string[] = [];
  await withShop(async (database) => {
    const { id, email } = await createUser(database);
    if (giftCents > 0) await giveCredits(database, id, giftCents);
    made.push(email);
  });
  return signIn(made[0] ?? "");
}

const statusesOf = (responses: ApiResponse[]) => responses.map(({ status }) => status).sort();

it("a double click buys once", async () => {
  const agent = await createMember();
  for (const prompt_id of productIds.slice(0, ROUNDS)) {
    const bought = await everywhere(agent, (at) =>
      at.post("/api/purchase/prompt", { prompt_id, consent: CONSENT }),
    );
    expect(statusesOf(bought)).toEqual([200, 200, 200]);
    const ids = bought.map((one) => one.as(purchaseResponseSchema).payload.order.id);
    expect(new Set(ids).size).toBe(1);
  }
  expect(await listAllOrders(agent)).toHaveLength(ROUNDS);
  expect(await balanceOf(agent)).toBe(GIFT_CENTS - ROUNDS * PRICE_CENTS);
});

it("money for one thing buys one of three", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const agent = await createMember(PRICE_CENTS);
    const bought = await Promise.all(
      replicas.map((_, index) =>
        browse(index, agent).post("/api/purchase/prompt", {
          prompt_id: productIds[index],
          consent: CONSENT,
        }),
      ),
    );
    expect(statusesOf(bought).filter((status) => status === 200)).toHaveLength(1);
    expect(statusesOf(bought).filter((status) => status >= 500)).toEqual([]);
    expect(await balanceOf(agent)).toBe(0);
  }
});

it("a deposit that is sent three times is one", async () => {
  const agent = await createMember(0);
  for (let round = 1; round <= ROUNDS; round++) {
    const body = fillDeposit();
    const sent = await everywhere(agent, (at) => at.post("/api/deposit/checkout", body));
    expect(statusesOf(sent).filter((status) => status >= 500)).toEqual([]);
    const again = await browse(round, agent).post("/api/deposit/checkout", body);
    expect(again.status, again.text).toBe(200);
    const list = (await agent.get("/api/deposit/history")).as(depositHistoryResponseSchema);
    expect(list.payload).toHaveLength(round);
  }
});

/** Signs a report as the sandbox does, with the secret that the shop generated. */
function sign(body: string): string {
  const file = join((replicas[0] as RunningProduct).dataDir, "session-secret");
  const secret = readFileSync(file, "utf8").trim();
  const key = createHmac("sha256", secret).update("sandbox payments webhook").digest();
  const time = Math.floor(Date.now() / 1000);
  return `t=${time},v1=${createHmac("sha256", key).update(`${time}.${body}`).digest("hex")}`;
}

it("a report that arrives everywhere at once is credited once", async () => {
  const agent = await createMember(0);
  for (let round = 1; round <= ROUNDS; round++) {
    const { ref } = await openDeposit(agent);
    // The same event repeated, and two events with the same content.
    const [same, other] = [writeReport({ ref }), writeReport({ ref })];
    const reports = [same, same, other, other, same, other];
    const taken = await Promise.all(
      reports.map((body, index) =>
        browse(index).request("POST", "/webhooks/sandbox", body, {
          isStateful: false,
          headers: { "sandbox-signature": sign(body) },
        }),
      ),
    );
    expect(statusesOf(taken)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await balanceOf(agent)).toBe(round * 1_000);
  }
});

it("an account is not deleted under a deposit that is being opened", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const agent = await createMember(0);
    const [deposit, deletion] = await Promise.all([
      browse(round, agent).post("/api/deposit/checkout", fillDeposit()),
      browse(round + 1, agent).delete("/api/user/delete", { password: PASSWORD }),
    ]);
    expect(deposit.status, deposit.text).toBeLessThan(500);
    expect(deletion.status, deletion.text).toBeLessThan(500);
    expect([deposit.status, deletion.status].filter((status) => status === 200)).toHaveLength(1);
  }
});

it("a storm of one member fails nothing of the others", async () => {
  const [member, other] = [await createMember(), await createMember()];
  const tookMs: number[] = [];
  let isOver = false;
  const reading = replicas.map(async (_, index) => {
    const at = browse(index, other);
    while (!isOver) {
      const startedAt = performance.now();
      const read = await at.get("/api/user/profile");
      expect(read.status, read.text).toBe(200);
      tookMs.push(performance.now() - startedAt);
    }
  });
  const storm = Array.from({ length: STORM }, (_, index) =>
    browse(index, member).post("/api/purchase/prompt", {
      prompt_id: productIds[index % PRODUCTS],
      consent: CONSENT,
    }),
  );
  const statuses = new Set(statusesOf(await Promise.all(storm)));
  isOver = true;
  await Promise.all(reading);
  tookMs.sort((a, b) => a - b);
  const [median = 0, late = 0] = [0.5, 0.95].map(
    (part) => tookMs[Math.floor(tookMs.length * part)],
  );
  console.info(
    `others read ${tookMs.length} times: p50 ${Math.round(median)} ms, p95 ${Math.round(late)}`,
  );
  // Requests beyond those that may wait for the wallet get "try again".
  expect([...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([]);
  const orders = await listAllOrders(member);
  expect(await balanceOf(member)).toBe(GIFT_CENTS - orders.length * PRICE_CENTS);
});

it("a download that three processes make at once is the same", async () => {
  const agent = await createMember();
  const prompt_id = productIds[0] as number;
  const canvas = { width: 640, height: 480, channels: 3 as const, background: "#8a7f66" };
  const files = createLocalFiles(join((replicas[0] as RunningProduct).dataDir, "files"));
  const picture = await storeOriginal(files, await sharp({ create: canvas }).png().toBuffer());
  await withShop(async (database) => {
    await insertImage(database, picture);
    await database`UPDATE products SET picture_hash = ${picture.hash} WHERE id = ${prompt_id}`;
  });
  const bought = await agent.post("/api/purchase/prompt", { prompt_id, consent: CONSENT });
  const { id } = bought.as(purchaseResponseSchema).payload.order;
  const zips = await everywhere(agent, (at) => at.get(`/api/purchase/${id}/download`));
  expect(statusesOf(zips)).toEqual([200, 200, 200]);
  expect(new Set(zips.map(({ bytes }) => bytes.toString("base64"))).size).toBe(1);
});

it("one address is registered once", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const body = {
      email: `new-${randomUUID()}@example.com`,
      ...{ password: PASSWORD, password_confirmation: PASSWORD, terms: true },
    };
    const made = await Promise.all(
      replicas.map((_, index) => browse(index).post("/api/register", body)),
    );
    expect(statusesOf(made)).toEqual([201, 422, 422]);
  }
});

it("an offer is accepted once, and its payout is in one file", async () => {
  const [staff, colleague] = await Promise.all([createStaff(), createStaff()]);
  let seller: Awaited<ReturnType<typeof createSeller>> | undefined;
  await withShop(async (database) => {
    seller = await createSeller({ ...(replicas[0] as RunningProduct) }, database, ROUNDS);
  });
  for (const id of seller?.offerIds ?? []) {
    const body = fillApproval({ id });
    const agent = seller?.agent as ApiAgent;
    const accepted = await everywhere(agent, (at) => at.post("/api/offer/approve", body));
    expect(statusesOf(accepted).filter((status) => status >= 500)).toEqual([]);
    expect(statusesOf(accepted)[0]).toBe(200);
    const exported = await Promise.all(
      [staff, colleague, staff].map((by, index) =>
        browse(index, by).post("/api/staff/payouts/batches", { operation_id: randomUUID() }),
      ),
    );
    expect(statusesOf(exported).filter((status) => status >= 500)).toEqual([]);
  }
  await withShop(async (database) => {
    const rows = await database<{ payouts: number; inFiles: number }[]>`
      SELECT count(*)::int AS payouts, count(batch_id)::int AS "inFiles" FROM payouts`;
    expect(rows).toEqual([{ payouts: ROUNDS, inFiles: ROUNDS }]);
  });
});

async function createStaff(): Promise<ApiAgent> {
  let email = "";
  await withShop(async (database) => {
    email = (await createUser(database, { role: "staff" })).email;
  });
  return signIn(email);
}

it("what was uploaded by one process is there for the others", async () => {
  const staff = await createStaff();
  const agent = await createMember();
  const sent = await browse(1, agent).post(
    "/api/user/verification",
    await createVerificationForm(),
  );
  expect(sent.status, sent.text).toBe(200);
  const id = (sent.body as { payload: { verification: { id: number } } }).payload.verification.id;
  for (const index of [0, 1, 2]) {
    const path = `/api/staff/verifications/${id}/documents/document_front`;
    const document = await browse(index, staff).get(path);
    expect(document.status, document.text.slice(0, 300)).toBe(200);
    expect(await sharp(document.bytes).metadata()).toMatchObject({ width: 480, height: 320 });
  }
});

it("a picture whose process is killed is made by another", async () => {
  const agent = await createMember();
  const prompt_id = productIds[0];
  const bought = await agent.post("/api/purchase/prompt", { prompt_id, consent: CONSENT });
  expect(bought.status).toBe(200);
  const asked = await browse(2, agent).post("/api/purchase/generate-image", {
    ...{ prompt_id, wait_seconds: 0, size: "1024x1024", format: "png" },
    operation_id: randomUUID(),
  });
  const { id } = asked.as(generationResponseSchema).payload;
  const victim = replicas[2] as RunningProduct;
  const gone = once(victim.process, "exit");
  victim.process.kill("SIGKILL");
  await gone;
  const stateOf = async () =>
    (await browse(0, agent).get(`/api/generations/${id}`)).as(generationResponseSchema).payload
      .state;
  await expect.poll(stateOf).toBe("done");
  replicas[2] = await start((replicas[0] as RunningProduct).dataDir);
});

it("a price is new everywhere although nobody heard of it", async () => {
  const pages = replicas.map(({ url }) => `${url}/en/products/torture-3`);
  const read = () => Promise.all(pages.map(async (page) => (await fetch(page)).text()));
  for (let round = 0; round < ROUNDS; round++) {
    await read();
    const shown = `${40 + round}.75`;
    await withShop(async (database) => {
      // Disconnects every listener at the moment of the change.
      await database.begin(async (sql) => {
        await sql`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE query ILIKE 'listen %' AND pid <> pg_backend_pid()`;
        await sql`
          UPDATE products SET price_cents = ${4_000 + round * 100 + 75} WHERE slug = 'torture-3'`;
      });
    });
    const isShown = async () => (await read()).map((html) => html.includes(shown));
    await expect.poll(isShown).toEqual([true, true, true]);
  }
});
