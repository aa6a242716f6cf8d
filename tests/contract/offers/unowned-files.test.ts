import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { offerJobs } from "#api/offers/offers.jobs.ts";
import { DomainError } from "#domain/errors.ts";
import { createMember, PASSWORD } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { rejectRemovals } from "#tests/setup/records/failing-removals.ts";
import { holdRemoval } from "#tests/setup/records/held-removal.ts";
import { type Member, offerOf, paintFile, sendOffer } from "#tests/setup/records/offers.ts";

// Files stored without an offer that owns them: none is kept forever.

const KEPT_SECONDS = 60 * 60;

let test: TestApi;
let maker: Member;
beforeEach(async () => {
  test = await createTestApi();
  maker = await createMember(test);
});
afterEach(() => test.close());

const send = async () => sendOffer(test, maker.agent, { media: await paintFile("png") });
const deleteAccount = () => maker.agent.delete("/api/user/delete", { password: PASSWORD });
const runJobs = async () => {
  for (const job of offerJobs(test.deps)) await job.run();
};
const listFiles = async () => {
  const names: string[] = [];
  for await (const { key } of test.deps.files.list("offers")) names.push(key.replace(/.*\//, ""));
  return names.sort();
};
const STORED = ["original.png.sealed", "shown.png", "thumb.webp"];

async function expectGoneInTime() {
  test.clock.advance(KEPT_SECONDS);
  await runJobs();
  expect(await listFiles()).toEqual([]);
  expect([...(await test.database`SELECT 1 FROM unowned_offer_files`)]).toEqual([]);
}

/** Runs `run` once, just before a file with that name is stored. */
function beforeStoring(name: string, run: (store: () => Promise<void>) => Promise<unknown>) {
  const { files } = test.deps;
  const put = files.put.bind(files);
  files.put = async (key, bytes) => {
    if (key.endsWith(`/${name}`)) {
      files.put = put;
      await run(() => put(key, bytes));
    }
    return put(key, bytes);
  };
}

/** The bucket stores the original, but its response is lost. */
const loseOriginal = () =>
  beforeStoring("original.png.sealed", async (store) => {
    await store();
    throw new DomainError("storage_unavailable");
  });

describe("an upload", () => {
  it("that failed though its original was stored leaves nothing behind", async () => {
    loseOriginal();
    expect((await send()).status).toBe(503);
    expect(await listFiles()).toEqual(["original.png.sealed"]);
    await runJobs();
    expect(await listFiles()).toEqual(["original.png.sealed"]);
    await expectGoneInTime();
  });

  it("that is sent again keeps its files, whenever the one before failed", async () => {
    loseOriginal();
    await send();
    test.clock.advance(KEPT_SECONDS - 1);
    beforeStoring("thumb.webp", async () => {
      test.clock.advance(1);
      await runJobs();
    });
    expect((await send()).status).toBe(200);
    expect(await listFiles()).toEqual(STORED);
    test.clock.advance(KEPT_SECONDS);
    await runJobs();
    expect(await listFiles()).toEqual(STORED);
    expect((await deleteAccount()).status).toBe(200);
    expect(await listFiles()).toEqual([]);
  });

  it("whose account is deleted meanwhile leaves no file behind", async () => {
    beforeStoring("thumb.webp", deleteAccount);
    expect((await send()).status).toBe(401);
    expect(await listFiles()).toEqual(STORED);
    await expectGoneInTime();
  });

  it("is neither stopped nor harmed by a job that removes an earlier one's files", async () => {
    loseOriginal();
    await send();
    test.clock.advance(KEPT_SECONDS);
    const removal = holdRemoval(test);
    const job = runJobs();
    await removal.begun;
    const { id } = offerOf(await send());
    removal.release();
    await job;
    expect(await listFiles()).toEqual(STORED);
    expect((await maker.agent.get(`/api/offer/${id}/document?size=full`)).status).toBe(200);
  });

  it("whose files a job has removed meanwhile is rejected, and can be sent again", async () => {
    beforeStoring("thumb.webp", async () => {
      test.clock.advance(KEPT_SECONDS);
      await runJobs();
    });
    const rejected = await send();
    expect(rejected.status).toBe(503);
    expect(rejected.error.code).toBe("storage_unavailable");
    expect((await send()).status).toBe(200);
  });

  it("is rejected too while a job removes them, or will try again", async () => {
    const removal = holdRemoval(test);
    let job: Promise<unknown> | undefined;
    beforeStoring("thumb.webp", async () => {
      test.clock.advance(KEPT_SECONDS);
      job = runJobs();
      await removal.begun;
    });
    expect((await send()).status).toBe(503);
    removal.release();
    await job;
    const { files } = test.deps;
    beforeStoring("thumb.webp", async () => {
      const { remove } = files;
      files.remove = () => Promise.reject(new Error("the bucket is away"));
      test.clock.advance(KEPT_SECONDS);
      await expect(runJobs()).rejects.toThrow("the bucket is away");
      files.remove = remove;
    });
    expect((await send()).status).toBe(503);
    await expectGoneInTime();
  });

  it("of a file that the account has sent before has files of its own", async () => {
    await send();
    const { id } = offerOf(await send());
    expect(await listFiles()).toEqual([...STORED, ...STORED].sort());
    await test.database`DELETE FROM offer_styles WHERE offer_id = ${id}`;
    await test.database`DELETE FROM offers WHERE id = ${id}`;
    expect((await deleteAccount()).status).toBe(200);
    expect(await listFiles()).toEqual(STORED);
  });
});

describe("a file that is stored while its account is deleted", () => {
  it("is removed when it is a copy that was made again", async () => {
    const { id } = offerOf(await send());
    const [row] = await test.database<{ key: string }[]>`SELECT file_key AS key FROM offers`;
    await test.deps.files.remove(`${row?.key}/thumb.webp`);
    test.clock.advance(KEPT_SECONDS);
    await runJobs();
    beforeStoring("shown.png", deleteAccount);
    expect((await maker.agent.get(`/api/offer/${id}/document?size=thumb`)).status).toBe(200);
    expect(await listFiles()).toEqual(["shown.png", "thumb.webp"]);
    await expectGoneInTime();
  });

  it("is removed when it is an original that an earlier version stored in plain", async () => {
    await send();
    const [row] = await test.database<{ key: string }[]>`SELECT file_key AS key FROM offers`;
    await test.deps.files.remove(`${row?.key}/original.png.sealed`);
    const plain = Buffer.from(await (await paintFile("png")).arrayBuffer());
    await test.deps.files.put(`${row?.key}/original.png`, plain);
    test.clock.advance(KEPT_SECONDS);
    beforeStoring("original.png.sealed", deleteAccount);
    await runJobs();
    expect(await listFiles()).toEqual(["original.png.sealed"]);
    await expectGoneInTime();
  });
});

it("that an upload of the release before left stays a day longer, as it may be sent again there", async () => {
  const key = `offers/${"a".repeat(64)}`;
  await test.deps.files.put(`${key}/original.png.sealed`, Buffer.of(1));
  await test.database`
    INSERT INTO unowned_offer_files (file_key, due_at) VALUES (${key}, ${test.deps.now()})`;
  await runJobs();
  expect(await listFiles()).toEqual(["original.png.sealed"]);
  test.clock.advance(24 * 60 * 60);
  await runJobs();
  expect(await listFiles()).toEqual([]);
  expect([...(await test.database`SELECT 1 FROM unowned_offer_files`)]).toEqual([]);
});

it("that was stored while the clock was a year ahead goes in an hour, and no sooner", async () => {
  loseOriginal();
  await send();
  await test.database`UPDATE unowned_offer_files SET due_at = due_at + interval '365 days'`;
  await runJobs();
  test.clock.advance(KEPT_SECONDS - 1);
  await runJobs();
  expect(await listFiles()).toEqual(["original.png.sealed"]);
  test.clock.advance(1);
  await runJobs();
  expect(await listFiles()).toEqual([]);
});

describe("a file that cannot be removed", () => {
  const AWAY = { code: "storage_unavailable" };
  /** Creates abandoned files, a second apart; returns their keys. */
  async function abandon(digits: readonly string[]) {
    const keys = digits.map((digit) => `offers/${digit.repeat(8)}`);
    for (const key of keys) {
      for (const name of STORED) await test.deps.files.put(`${key}/${name}`, Buffer.of(1));
      await test.database`
        INSERT INTO unowned_offer_files (file_key, due_at, is_abandoned)
        VALUES (${key}, ${test.deps.now()}, true)`;
      test.clock.advance(1);
    }
    return keys;
  }
  const originalOf = (key: string) => `${key}/original.png.sealed`;
  const run = (files: TestApi["deps"]["files"]) =>
    offerJobs({ ...test.deps, files })
      .find(({ name }) => name === "remove files that no offer owns")
      ?.run();

  it("holds up no other, of the same upload or another, and is tried again in an hour", async () => {
    const [failing = ""] = await abandon(["a", "b"]);
    const { tried, files } = rejectRemovals(test, [originalOf(failing)]);
    await expect(run(files)).rejects.toMatchObject(AWAY);
    expect(await listFiles()).toEqual(["original.png.sealed"]);
    const asked = tried.length;
    await run(files);
    expect(tried).toHaveLength(asked);
    await expectGoneInTime();
  });

  it("holds up no file of another offer of a deleted account", async () => {
    await send();
    const [row] = await test.database<{ key: string }[]>`SELECT file_key AS key FROM offers`;
    await send();
    const { remove } = test.deps.files;
    const { files } = rejectRemovals(test, [originalOf(row?.key ?? "")]);
    test.deps.files.remove = files.remove;
    expect((await deleteAccount()).status).toBe(200);
    test.deps.files.remove = remove;
    expect(await listFiles()).toEqual(["original.png.sealed"]);
    await expectGoneInTime();
  });

  it("is one of three at most in a run, and the others come next", async () => {
    const keys = await abandon(["a", "b", "c", "d"]);
    const { tried, files } = rejectRemovals(test, keys.slice(0, 3).map(originalOf));
    await expect(run(files)).rejects.toMatchObject(AWAY);
    expect(tried.some((name) => name.startsWith(keys[3] ?? ""))).toBe(false);
    await run(files);
    expect(await listFiles()).toEqual(Array(3).fill("original.png.sealed"));
    await expectGoneInTime();
  });
});
