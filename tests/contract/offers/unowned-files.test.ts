import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { offerJobs } from "#api/offers/offers.jobs.ts";
import { DomainError } from "#domain/errors.ts";
import { createMember, PASSWORD } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { type Member, offerOf, paintFile, sendOffer } from "#tests/setup/records/offers.ts";

// Files that are stored without an offer that owns them: none is left for ever.

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

/** Runs something once, just before a file of that name is stored. */
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

/** What the bucket stored, though its response was lost. */
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

  it("of a file that the account has sent before leaves none behind either", async () => {
    expect((await send()).status).toBe(200);
    beforeStoring("thumb.webp", deleteAccount);
    expect((await send()).status).toBe(401);
    expect(await listFiles()).toEqual(["thumb.webp"]);
    await expectGoneInTime();
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
