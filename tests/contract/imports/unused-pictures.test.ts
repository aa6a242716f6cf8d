import { afterAll, beforeAll, expect, it } from "vitest";
import { listJobs } from "#api/background.ts";
import { storeUploadedImage } from "#api/catalog/desk/uploaded-image.ts";
import { toImageName } from "#api/catalog/image-names.ts";
import { insertImage } from "#api/catalog/images.queries.ts";
import { originalKey, prepareCards } from "#api/catalog/images.ts";
import { importCreatedResponseSchema } from "#api/contract/staff/imports.ts";
import type { ApiDeps } from "#api/http/context.ts";
import { runImports } from "#api/imports/imports.jobs.ts";
import { DAY_MS } from "#domain/dates.ts";
import { createMember, createProduct } from "#tests/factories.ts";
import { createGroup } from "#tests/product-factories.ts";
import { readImport } from "#tests/setup/api/reads.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { rejectRemovals } from "#tests/setup/records/failing-removals.ts";
import { holdRemoval } from "#tests/setup/records/held-removal.ts";
import { zipFiles } from "#tests/setup/records/import-files.ts";
import { createStaff, type Member, paintFile } from "#tests/setup/records/offers.ts";

let test: TestApi;
let staff: Member;
beforeAll(async () => {
  test = await createTestApi();
  staff = await createStaff(test);
  await createGroup(test.database, "categories", "sea", { names: { en: "Sea" } });
  await createGroup(test.database, "styles", "ink", { names: { en: "Ink" } });
});
afterAll(() => test.close());

const DAYS = 8;
const JOBS = [
  "remove pictures that nothing shows or sells",
  "remove originals whose picture is gone",
  "remove renditions of pictures that are gone",
];
/** Runs the jobs as if some days had passed. */
async function clean(changes: Partial<ApiDeps> = {}, stopping?: AbortSignal) {
  const now = () => new Date(test.deps.now().getTime() + DAYS * DAY_MS);
  const jobs = listJobs({ ...test.deps, now, ...changes });
  for (const name of JOBS) await jobs.find((job) => job.name === name)?.run(stopping);
}
/** Makes each picture unique, because only its pixels are stored. */
let widthPx = 300;
const paint = async () => {
  widthPx += 1;
  return Buffer.from(await (await paintFile("png", { widthPx })).arrayBuffer());
};
const store = async () => (await storeUploadedImage(test.deps, await paint())).hash;
const hasFile = async (hash: string) => (await test.deps.files.get(originalKey(hash))) !== null;
const hasRow = async (hash: string) =>
  (await test.database`SELECT 1 FROM pictures WHERE hash = ${hash}`).length > 0;
async function expectKept(hashes: Record<string, string>, kept: Record<string, boolean>) {
  const found: Record<string, boolean[]> = {};
  const expected: Record<string, boolean[]> = {};
  for (const [name, hash] of Object.entries(hashes)) {
    found[name] = [await hasRow(hash), await hasFile(hash)];
    expected[name] = [kept[name] ?? false, kept[name] ?? false];
  }
  expect(found).toEqual(expected);
}

/** Uploads an import of one row with this picture, without checking it. */
async function uploadOne(picture: Buffer) {
  const table = "title_en,category,price,picture\nFog,sea,3,p.png";
  const zip = await zipFiles({ "t.csv": table, "p.png": picture });
  const form = new FormData();
  form.append("media", new File([new Uint8Array(zip)], "prompts.zip"));
  const response = await staff.agent.post("/api/staff/imports", form);
  return response.as(importCreatedResponseSchema).payload.id;
}
/** Checks an import of one row with a new picture. */
async function importOne() {
  const id = await uploadOne(await paint());
  await runImports(test.deps, () => false);
  return { id, hash: (await readImport(staff.agent, id)).sample[0]?.picture ?? "" };
}
const change = async (id: number | string, action: string) => {
  await staff.agent.post(`/api/staff/imports/${id}/change`, { action });
  await runImports(test.deps, () => false);
};

it("keeps what is shown or sold, and removes what nothing has any more", async () => {
  const product = await createProduct(test, { image: await paint() });
  const sold = await createProduct(test, { image: await paint() });
  const buyer = await createMember(test);
  await test.database`
    INSERT INTO orders (user_id, product_id, slug, titles, price_cents, currency, prompt, licence,
      picture_hash)
    SELECT ${buyer.id}, id, slug, titles, price_cents, 'Credits', prompt, '', picture_hash
    FROM products WHERE id = ${sold.id}`;
  const replacement = await store();
  await test.database`UPDATE products SET picture_hash = ${replacement} WHERE id = ${sold.id}`;
  const [style, currency, unused] = [await store(), await store(), await store()];
  await test.database`UPDATE styles SET picture_hash = ${style} WHERE slug = 'ink'`;
  await test.database`
    UPDATE settings SET internal_currency_image = ${`/media/${toImageName(currency)}/160.webp`}`;
  await prepareCards(test.deps, unused);
  const hashes = {
    ...{ product: product.imageHash, sold: sold.imageHash, replacement, style, currency, unused },
  };
  await clean();
  await expectKept(hashes, {
    ...{ product: true, sold: true, replacement: true, style: true, currency: true },
  });
});

it("leaves no rendition of what is removed, even one that is stored after it", async () => {
  const [kept, unused] = [await createProduct(test, { image: await paint() }), await store()];
  await prepareCards(test.deps, kept.imageHash);
  await prepareCards(test.deps, unused);
  const listRenditions = async (hash: string) => {
    const keys: string[] = [];
    for await (const { key } of test.deps.files.list("renditions")) keys.push(key);
    return keys.filter((key) => key.includes(hash));
  };
  const whole = await listRenditions(kept.imageHash);
  await clean();
  expect(await listRenditions(unused)).toEqual([]);
  // Written by a process that had read the original earlier.
  await test.deps.files.put(`renditions/${unused}/640.webp`, Buffer.from("late"));
  await clean();
  expect(await listRenditions(unused)).toEqual([]);
  expect(await listRenditions(kept.imageHash)).toEqual(whole);
});

it("leaves a rendition for an hour, whose picture may not be committed yet", async () => {
  const key = `renditions/${"a".repeat(64)}/640.webp`;
  await test.deps.files.put(key, Buffer.from("early"));
  const hasRendition = async () => (await test.deps.files.get(key)) !== null;
  const inMinutes = (minutes: number) => ({
    now: () => new Date(test.deps.now().getTime() + minutes * 60_000),
  });
  await clean(inMinutes(55));
  expect(await hasRendition()).toBe(true);
  await clean(inMinutes(65));
  expect(await hasRendition()).toBe(false);
});

it("removes no other rendition once a shutdown has begun", async () => {
  const keys = ["b", "c"].map((digit) => `renditions/${digit.repeat(64)}/640.webp`);
  for (const key of keys) await test.deps.files.put(key, Buffer.from("stray"));
  const stopping = new AbortController();
  const { tried, files } = rejectRemovals(test, []);
  const remove = (key: string) => {
    stopping.abort();
    return files.remove(key);
  };
  const now = later(65);
  await clean({ files: { ...files, remove }, now }, stopping.signal);
  expect(tried).toHaveLength(1);
  await clean({ now });
  expect(await Promise.all(keys.map((key) => test.deps.files.has(key)))).toEqual([false, false]);
});

it("removes the other renditions where some never can be, also by a new process each day", async () => {
  const keys = Array.from({ length: 8 }, (_, n) => `renditions/${`${n}`.repeat(64)}/640.webp`);
  for (const key of keys) await test.deps.files.put(key, Buffer.from("stray"));
  const failing = keys.slice(0, 3);
  const { tried, files } = rejectRemovals(test, failing);
  // The order is random: on most days, each other key precedes the third failing one.
  for (let day = 0; day < 60; day++) {
    const jobs = listJobs({ ...test.deps, files, now: later(65) });
    const run = async () => jobs.find(({ name }) => name === JOBS[2])?.run();
    await expect(run()).rejects.toMatchObject(AWAY);
  }
  const left = await Promise.all(keys.map((key) => test.deps.files.has(key)));
  expect(left).toEqual(keys.map((key) => failing.includes(key)));
  expect(tried).toHaveLength(60 * failing.length + 5);
  await clean({ now: later(65) });
});

it("keeps pictures of an import as long as it can be written, or its products are there", async () => {
  const { id, hash } = await importOne();
  await clean();
  await expectKept({ hash }, { hash: true });
  await change(id, "write");
  await clean();
  await expectKept({ hash }, { hash: true });
  await change(id, "undo");
  await clean();
  await expectKept({ hash }, {});
  const discarded = await importOne();
  await change(discarded.id, "discard");
  await clean();
  await expectKept({ hash: discarded.hash }, {});
});

it("keeps what was stored a moment ago, for the first time or again", async () => {
  const bytes = await paint();
  const { hash } = await storeUploadedImage(test.deps, bytes);
  await clean({ now: test.deps.now });
  await expectKept({ hash }, { hash: true });
  await test.database`UPDATE pictures SET created_at = now() - interval '9 days' WHERE hash = ${hash}`;
  await storeUploadedImage(test.deps, bytes);
  await clean({ now: test.deps.now });
  await expectKept({ hash }, { hash: true });
});

/** Starts to remove an unused picture from a bucket that does not respond. */
async function beginRemoval(bytes: Buffer) {
  const { hash } = await storeUploadedImage(test.deps, bytes);
  await expireUnused(hash);
  const { begun, release } = holdRemoval(test);
  const removing = clean({ now: test.deps.now });
  await begun;
  const finish = async () => {
    release();
    await removing;
  };
  return { hash, finish };
}
const expireUnused = (hash: string) =>
  test.database`UPDATE pictures SET created_at = now() - interval '9 days' WHERE hash = ${hash}`;
/** Ends idle transactions, as Postgres does after a time limit. */
const endIdleTransactions = () => test.database`
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND state = 'idle in transaction'`;

it("accepts nothing that a slow bucket is still removing, and loses nothing after it", async () => {
  const bytes = await paint();
  const { hash, finish } = await beginRemoval(bytes);
  await endIdleTransactions();
  await expect(storeUploadedImage(test.deps, bytes)).rejects.toMatchObject(AWAY);
  await finish();
  await expectKept({ hash }, {});
  await storeUploadedImage(test.deps, bytes);
  await clean({ now: test.deps.now });
  await expectKept({ hash }, { hash: true });
});

it("takes no row from the release before for what is being removed", async () => {
  const { hash, finish } = await beginRemoval(await paint());
  const picture = { hash, widthPx: 9, heightPx: 9, color: "#000000" };
  await expect(insertImage(test.database, picture)).rejects.toMatchObject({ code: "55P03" });
  await finish();
  await expectKept({ hash }, {});
});

const AWAY = { code: "storage_unavailable" };
const later = (minutes: number) => () => new Date(test.deps.now().getTime() + minutes * 60_000);
/** Makes the bucket fail to remove the originals with these hashes. */
const rejectOriginals = (hashes: readonly string[]) =>
  rejectRemovals(test, hashes.map(originalKey));

it("removes a file again 15 minutes after a failure, and until then takes no other", async () => {
  const bytes = await paint();
  const { hash } = await storeUploadedImage(test.deps, bytes);
  await expireUnused(hash);
  const { files } = rejectOriginals([hash]);
  await expect(clean({ files, now: test.deps.now })).rejects.toMatchObject(AWAY);
  // The bucket may still complete a removal that it has not confirmed.
  await clean({ now: later(14) });
  expect([await hasRow(hash), await hasFile(hash)]).toEqual([false, true]);
  await expect(storeUploadedImage(test.deps, bytes)).rejects.toMatchObject(AWAY);
  await clean({ now: later(16) });
  await expectKept({ hash }, {});
  await storeUploadedImage(test.deps, bytes);
  await expectKept({ hash }, { hash: true });
});

it("removes it in 15 minutes although the clock was a year ahead, and no sooner", async () => {
  const bytes = await paint();
  const { hash } = await storeUploadedImage(test.deps, bytes);
  await expireUnused(hash);
  const { files } = rejectOriginals([hash]);
  await expect(clean({ files, now: test.deps.now })).rejects.toMatchObject(AWAY);
  await test.database`
    UPDATE removed_originals SET due_at = due_at + interval '365 days' WHERE picture_hash = ${hash}`;
  await clean({ now: test.deps.now });
  await clean({ now: later(14) });
  expect([await hasRow(hash), await hasFile(hash)]).toEqual([false, true]);
  await expect(storeUploadedImage(test.deps, bytes)).rejects.toMatchObject(AWAY);
  await clean({ now: later(16) });
  await storeUploadedImage(test.deps, bytes);
  await expectKept({ hash }, { hash: true });
});

it("is held up by no other file that cannot be removed", async () => {
  const hashes = [await store(), await store(), await store()];
  for (const hash of hashes) await expireUnused(hash);
  const [failing = ""] = hashes;
  const { files } = rejectOriginals([failing]);
  await expect(clean({ files, now: test.deps.now })).rejects.toMatchObject(AWAY);
  expect(await Promise.all(hashes.map(hasFile))).toEqual([true, false, false]);
  await clean({ now: later(16) });
  expect(await hasFile(failing)).toBe(false);
});

it("asks a bucket that removes nothing for three files in a run, and for all of them in time", async () => {
  const hashes = [await store(), await store(), await store(), await store()];
  for (const hash of hashes) await expireUnused(hash);
  const first = rejectOriginals(hashes);
  await expect(clean({ files: first.files, now: test.deps.now })).rejects.toMatchObject(AWAY);
  const second = rejectOriginals(hashes);
  await expect(clean({ files: second.files, now: test.deps.now })).rejects.toMatchObject(AWAY);
  expect([first.tried.length, second.tried.length]).toEqual([3, 1]);
  expect([...first.tried, ...second.tried].sort()).toEqual(hashes.map(originalKey).sort());
  await clean({ now: later(16) });
  expect(await Promise.all(hashes.map(hasFile))).toEqual([false, false, false, false]);
});

it("ends between two files at a shutdown", async () => {
  const hashes = [await store(), await store()];
  for (const hash of hashes) await expireUnused(hash);
  const stopping = new AbortController();
  const { tried, files } = rejectRemovals(test, []);
  const remove = (key: string) => {
    stopping.abort();
    return files.remove(key);
  };
  await clean({ files: { ...files, remove }, now: test.deps.now }, stopping.signal);
  expect(tried).toHaveLength(1);
  await clean({ now: test.deps.now });
  for (const hash of hashes) expect(await hasFile(hash)).toBe(false);
});

it("lets an import of the same picture go on once its file is removed again", async () => {
  const bytes = await paint();
  const { hash } = await storeUploadedImage(test.deps, bytes);
  await expireUnused(hash);
  const { files } = rejectOriginals([hash]);
  await expect(clean({ files, now: test.deps.now })).rejects.toMatchObject(AWAY);
  const id = await uploadOne(bytes);
  await expect(runImports(test.deps, () => false)).rejects.toMatchObject(AWAY);
  const jobs = listJobs({ ...test.deps, now: later(16) });
  const everyMinute = jobs.filter(({ everyMs }) => everyMs <= 60_000).map(({ name }) => name);
  expect(everyMinute).toContain(JOBS[1]);
  for (const job of jobs.filter(({ name }) => name === JOBS[1])) await job.run();
  await runImports({ ...test.deps, now: later(16) }, () => false);
  expect(await readImport(staff.agent, id)).toMatchObject({ status: "checked", wrong_count: 0 });
  await expectKept({ hash }, { hash: true });
});

it("knows every column that refers to a picture", async () => {
  const columns = await test.database<{ at: string }[]>`
    SELECT conrelid::regclass || '.' || attname AS at FROM pg_constraint
    JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY(conkey)
    WHERE contype = 'f' AND confrelid = 'pictures'::regclass ORDER BY 1`;
  expect(columns.map(({ at }) => at)).toEqual([
    "due_renditions.picture_hash",
    "missing_originals.picture_hash",
    "orders.picture_hash",
    "products.picture_hash",
    "styles.picture_hash",
  ]);
});
