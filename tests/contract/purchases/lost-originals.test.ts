import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listJobs } from "#api/background.ts";
import { originalKey } from "#api/catalog/images.ts";
import { findMissingOriginals } from "#api/catalog/originals.ts";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import { overviewResponseSchema } from "#api/contract/staff/overview.ts";
import {
  productPictureResponseSchema,
  staffProductResponseSchema,
} from "#api/contract/staff/products.ts";
import { ADVISORY_LOCKS } from "#api/db/advisory-locks.ts";
import { whileLocked } from "#api/db/session-locks.ts";
import { processWaitingIntents } from "#api/purchases/intents.ts";
import { DomainError } from "#domain/errors.ts";
import {
  createMember,
  createProduct,
  giveCredits,
  type MadeProduct,
  type MadeUser,
} from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { listOrders, readDepositStatus } from "#tests/setup/api/reads.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { balanceOf, fillDeposit, openDeposit, sendReport } from "#tests/setup/money/top-up.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import { unzip } from "#tests/setup/records/import-files.ts";

// Purchases are made from originals. Nobody pays for a lost one, and the staff see it.

let test: TestApi;
let staff: ApiAgent;
let files: TestApi["deps"]["files"];
let buyer: MadeUser & { agent: ApiAgent };
let product: MadeProduct;
let original: Buffer;
beforeAll(async () => {
  test = await createTestApi();
  files = { ...test.deps.files };
  staff = (await createMember(test, { role: "staff", staffRole: "owner" })).agent;
});
beforeEach(async () => {
  buyer = await createMember(test);
  await giveCredits(test.database, buyer.id, 1_000);
  original = await paint();
  product = await createProduct(test, { image: original, priceCents: 790 });
});
afterEach(async () => {
  Object.assign(test.deps.files, files);
  await restore();
  await look();
});
afterAll(() => test.close());

/** Paints a different picture each time. */
function paint(): Promise<Buffer> {
  const raw = { width: 96, height: 96, channels: 3 } as const;
  return sharp(randomBytes(96 * 96 * 3), { raw })
    .png()
    .toBuffer();
}
const lose = () => files.remove(originalKey(product.imageHash));
const restore = () => files.put(originalKey(product.imageHash), original);
const takeAway = () => {
  test.deps.files.has = () => Promise.reject(new DomainError("storage_unavailable"));
};
const buy = () =>
  buyer.agent.post("/api/purchase/prompt", { prompt_id: product.id, consent: CONSENT });
const download = (id: unknown) => buyer.agent.get(`/api/purchase/${id}/download`);
const buyBefore = async () => (await buy()).as(purchaseResponseSchema).payload.order.id;
const listMissing = async () =>
  (await staff.get("/api/staff/overview")).as(overviewResponseSchema).payload.missing_originals;
const isShownMissing = async () =>
  (await staff.get(`/api/staff/products/${product.id}`)).as(staffProductResponseSchema).payload
    .is_original_missing;
async function look(): Promise<void> {
  const name = "look for originals that are missing";
  await listJobs(test.deps)
    .find((job) => job.name === name)
    ?.run();
}

describe("a product whose original is lost", () => {
  it("is not sold, costs nothing, and is shown to the staff until it is back", async () => {
    await lose();
    const rejected = await buy();
    expect(rejected.rejection).toEqual([409, "product_undeliverable"]);
    expect([await listOrders(buyer.agent), await balanceOf(buyer.agent)]).toEqual([[], 1_000]);
    expect(await isShownMissing()).toBe(true);
    expect(await listMissing()).toMatchObject([
      { picture: product.imageHash, product_id: product.id, is_for_sale: true, orders_count: 0 },
    ]);
    await restore();
    expect((await buy()).status).toBe(200);
    expect([await listMissing(), await isShownMissing()]).toEqual([[], false]);
  });

  it("is exported without its picture, which the archive says is missing", async () => {
    const other = await createProduct(test, { image: await paint() });
    await lose();
    const response = await staff.get("/api/staff/exports/products?format=zip");
    const files = unzip(Buffer.from(response.bytes));
    expect(files.has(`${product.imageHash}.png`)).toBe(false);
    expect(files.get(`${other.imageHash}.png`)?.subarray(1, 4).toString()).toBe("PNG");
    expect(files.get("missing-pictures.txt")?.toString()).toContain(`${product.imageHash}.png`);
    expect(await isShownMissing()).toBe(true);
    await restore();
    const again = await staff.get("/api/staff/exports/products?format=zip");
    expect([...unzip(Buffer.from(again.bytes)).keys()]).toEqual(
      expect.not.arrayContaining(["missing-pictures.txt"]),
    );
  });

  it("is not sold while nobody can know that it is there, as the files are away", async () => {
    takeAway();
    const rejected = await buy();
    expect(rejected.rejection).toEqual([503, "storage_unavailable"]);
    expect([await listOrders(buyer.agent), await balanceOf(buyer.agent)]).toEqual([[], 1_000]);
    expect(await listMissing()).toEqual([]);
  });

  it("is still the order of those who have it already", async () => {
    const id = await buyBefore();
    for (const change of [lose, takeAway]) {
      await change();
      const again = (await buy()).as(purchaseResponseSchema).payload;
      expect([again.already_owned, again.order.id]).toEqual([true, id]);
    }
  });

  it("is found by itself, and so is that it is back", async () => {
    await lose();
    await look();
    expect(await listMissing()).toHaveLength(1);
    await restore();
    await look();
    expect(await listMissing()).toEqual([]);
  });

  it("is back once the same picture is uploaded again", async () => {
    const upload = async () => {
      const form = new FormData();
      form.append("media", new File([new Uint8Array(original)], "picture.png"));
      const response = await staff.post("/api/staff/products/pictures", form);
      return response.as(productPictureResponseSchema).payload.picture;
    };
    const hash = await upload();
    await test.database`UPDATE products SET picture_hash = ${hash} WHERE id = ${product.id}`;
    await files.remove(originalKey(hash));
    await look();
    expect(await isShownMissing()).toBe(true);
    await upload();
    expect([await listMissing(), (await buy()).status]).toEqual([[], 200]);
  });

  it("is not reported for an upload that ends while the files are listed", async () => {
    test.deps.files.list = async function* () {
      yield* [];
    };
    await look();
    expect(await listMissing()).toEqual([]);
  });
});

describe("the look for originals", () => {
  const list = (...keys: string[]) => {
    test.deps.files.list = async function* () {
      for (const key of keys) yield { key, bytes: 1, writtenAtMs: 0 };
    };
  };

  it("takes none off the list while more are missing than it looks for", async () => {
    const other = await createProduct(test, { image: await paint(), priceCents: 790 });
    await lose();
    await files.remove(originalKey(other.imageHash));
    await look();
    expect(await listMissing()).toHaveLength(2);
    await findMissingOriginals(test.deps, { missingMax: 1 });
    expect(await listMissing()).toHaveLength(2);
    await test.database`UPDATE products SET status = 'withdrawn' WHERE id = ${other.id}`;
  });

  it("is right also where the files are listed in another order", async () => {
    list("pictures/z.png", originalKey(product.imageHash), "pictures/0.png");
    await look();
    expect(await listMissing()).toEqual([]);
    await lose();
    await look();
    expect(await listMissing()).toHaveLength(1);
  });

  it("notes what it has found when the files go away in the middle", async () => {
    const other = await createProduct(test, { image: await paint(), priceCents: 790 });
    const [first = "", second = ""] = [product.imageHash, other.imageHash].toSorted();
    const kept = await Promise.all([first, second].map((hash) => files.get(originalKey(hash))));
    for (const hash of [first, second]) await files.remove(originalKey(hash));
    test.deps.files.has = async (key) => {
      if (key === originalKey(second)) throw new DomainError("storage_unavailable");
      return files.has(key);
    };
    await expect(findMissingOriginals(test.deps, {})).rejects.toMatchObject({
      code: "storage_unavailable",
    });
    expect(await listMissing()).toHaveLength(1);
    for (const [at, hash] of [first, second].entries()) {
      await files.put(originalKey(hash), kept[at] ?? Buffer.alloc(0));
    }
    await test.database`UPDATE products SET status = 'withdrawn' WHERE id = ${other.id}`;
  });

  it("ends at a shutdown, and reads no further", async () => {
    await lose();
    const shutdown = new AbortController();
    let read = 0;
    test.deps.files.list = async function* () {
      for (; read < 9; read++) {
        if (read === 3) shutdown.abort();
        yield { key: `pictures/${"0".repeat(63)}${read}.png`, bytes: 1, writtenAtMs: 0 };
      }
    };
    await findMissingOriginals(test.deps, { stopping: shutdown.signal });
    expect([read, await listMissing()]).toEqual([3, []]);
  });

  it("is taken by one process at a time", async () => {
    await lose();
    await whileLocked(test.database, ADVISORY_LOCKS.originals, look);
    expect(await listMissing()).toEqual([]);
    await look();
    expect(await listMissing()).toHaveLength(1);
  });
});

describe("an order whose original is lost", () => {
  it("says so with its number, and the staff see how many orders there are", async () => {
    const id = await buyBefore();
    await test.database`UPDATE products SET status = 'withdrawn' WHERE id = ${product.id}`;
    await lose();
    const response = await download(id);
    expect(response.status).toBe(500);
    expect(response.error).toMatchObject({
      code: "order_undeliverable",
      params: { number: id },
    });
    expect(response.error.message).toContain(`order number ${id}`);
    expect(JSON.stringify(test.logged)).toContain("an original is missing");
    expect(await listMissing()).toMatchObject([
      { picture: product.imageHash, product_id: product.id, is_for_sale: false, orders_count: 1 },
    ]);
    await restore();
    expect((await download(id)).status).toBe(200);
    await look();
    expect(await listMissing()).toEqual([]);
  });
});

describe("a payment for a product whose original is lost", () => {
  const purchase = () => ({
    prompt_id: product.id,
    expected_price: "7.90",
    buy: true,
    consent: CONSENT,
  });
  const pay = async ({ ref }: { ref: string }) =>
    expect((await sendReport(test, { ref })).status).toBe(200);

  it("is not begun", async () => {
    await lose();
    const response = await buyer.agent.post("/api/deposit/checkout", {
      ...fillDeposit(),
      purchase: purchase(),
    });
    expect(response.rejection).toEqual([409, "product_undeliverable"]);
  });

  it("that was begun before gets the same response when it is sent again", async () => {
    const body = { ...fillDeposit(), purchase: purchase() };
    const begin = () => buyer.agent.post("/api/deposit/checkout", body);
    const begun = await begin();
    expect(begun.status).toBe(200);
    await lose();
    const again = await begin();
    expect([again.status, String(again.bytes)]).toEqual([200, String(begun.bytes)]);
  });

  it("that was begun before is credited, and buys nothing", async () => {
    const deposit = await openDeposit(buyer.agent, { purchase: purchase() });
    await lose();
    await pay(deposit);
    expect([await listOrders(buyer.agent), await balanceOf(buyer.agent)]).toEqual([[], 2_000]);
    const [intent] = await test.database`
      SELECT failure FROM purchase_intents WHERE deposit_id = ${deposit.id}`;
    expect(intent?.failure).toBe("product_undeliverable");
  });

  it("buys once the files are no longer away", async () => {
    takeAway();
    const deposit = await openDeposit(buyer.agent, { purchase: purchase() });
    const orderOf = () => readDepositStatus(buyer.agent, deposit.id);
    await pay(deposit);
    await processWaitingIntents(test.deps);
    expect([await listOrders(buyer.agent), await balanceOf(buyer.agent)]).toEqual([[], 2_000]);
    expect(await orderOf()).toMatchObject({
      status: "success",
      purchase: { buy: true, is_tried: false, order_id: null, failure_code: null },
    });
    Object.assign(test.deps.files, files);
    await processWaitingIntents(test.deps);
    expect(await listOrders(buyer.agent)).toMatchObject([{ prompt_id: product.id }]);
    expect((await orderOf()).purchase).toMatchObject({ is_tried: true });
  });
});
