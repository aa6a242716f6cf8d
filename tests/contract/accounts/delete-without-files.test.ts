import { afterEach, expect, it } from "vitest";
import { listJobs } from "#api/background.ts";
import { createMember, PASSWORD } from "#tests/factories.ts";
import { setUpStaffApi } from "#tests/setup/api/staff-api.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { giveCard, offerCards } from "#tests/setup/money/cards.ts";
import { holdRemoval } from "#tests/setup/records/held-removal.ts";
import {
  createPricedOffer,
  type Member,
  paintFile,
  sendOffer,
} from "#tests/setup/records/offers.ts";

// Deleting an account while the file store is unavailable (docs/decisions/0013).

let test: TestApi;
let staff: Member;
setUpStaffApi((created) => {
  ({ test, staff } = created);
});

let bringBack: (() => void) | undefined;
afterEach(() => bringBack?.());

/** Makes one operation of the file store fail until `bringBack`. */
function takeAway(operation: "put" | "remove") {
  const { files } = test.deps;
  const original = files[operation];
  files[operation] = () => Promise.reject(new Error("the bucket is away"));
  bringBack = () => {
    Object.assign(files, { [operation]: original });
  };
}

const remove = ({ agent }: Member) => agent.delete("/api/user/delete", { password: PASSWORD });

it("succeeds, deletes cards at their providers all the same, and logs what failed", async () => {
  await offerCards(test);
  const maker = await createMember(test, { verificationStatus: "approved", name: "Sam" });
  const offer = await createPricedOffer(test, { staff, maker }, "99.50");
  await giveCard(maker, offer);
  await sendOffer(test, maker.agent, { media: await paintFile("png") });
  expect(await test.database`SELECT 1 FROM sandbox_cards`).toHaveLength(1);
  takeAway("remove");
  const response = await remove(maker);
  expect(response.status).toBe(200);
  expect(response.body).toEqual({ status: "OK" });
  expect(await maker.agent.isSignedIn()).toBe(false);
  expect(await test.database`SELECT 1 FROM sandbox_cards`).toHaveLength(0);
  const line = { level: 50, noun: "offers", task: "remove the files of offers" };
  expect(test.logged).toContainEqual(expect.objectContaining(line));
  expect(JSON.stringify(test.logged.filter(({ noun }) => noun))).not.toContain(maker.email);
});

/** Creates an offer whose upload ended long ago. */
async function sendEarlier(maker: Member, format: "png" | "jpg" = "png") {
  await sendOffer(test, maker.agent, { media: await paintFile(format) });
  test.clock.advance(60 * 60);
}
const listKeys = () => test.database<{ key: string }[]>`
  SELECT file_key AS key FROM unowned_offer_files ORDER BY key`;
const listFiles = async () => {
  const keys: string[] = [];
  for await (const { key } of test.deps.files.list("offers")) keys.push(key);
  return keys;
};
const runJob = async () => {
  const job = listJobs(test.deps).find(({ name }) => name === "remove files that no offer owns");
  if (!job) throw new Error("there is no job");
  await job.run();
};

it("leaves files that could not be removed to the job, until they are gone", async () => {
  const maker = await createMember(test);
  await sendEarlier(maker, "png");
  await sendEarlier(maker, "jpg");
  expect(await listFiles()).toHaveLength(6);
  takeAway("remove");
  expect((await remove(maker)).status).toBe(200);
  expect(await listFiles()).toHaveLength(6);
  expect(await listKeys()).toHaveLength(2);
  await expect(runJob()).rejects.toThrow("the bucket is away");
  expect(await listKeys()).toHaveLength(2);
  bringBack?.();
  // The failed removal waits.
  await runJob();
  expect(await listFiles()).toHaveLength(6);
  test.clock.advance(60 * 60);
  await runJob();
  expect(await listFiles()).toEqual([]);
  expect(await listKeys()).toEqual([]);
});

it("forgets files that it removed at once", async () => {
  const maker = await createMember(test);
  await sendEarlier(maker);
  expect((await remove(maker)).status).toBe(200);
  expect(await listFiles()).toEqual([]);
  expect(await listKeys()).toEqual([]);
});

it("does not wait for a bucket that does not respond", async () => {
  const maker = await createMember(test);
  await sendEarlier(maker);
  const removal = holdRemoval(test);
  expect((await remove(maker)).status).toBe(200);
  expect(await listFiles()).toHaveLength(3);
  removal.release();
  await expect.poll(listKeys).toEqual([]);
  expect(await listFiles()).toEqual([]);
});

it("never removes a file that an offer owns", async () => {
  const maker = await createMember(test);
  await sendEarlier(maker);
  await test.database`
    INSERT INTO unowned_offer_files (file_key, due_at)
    SELECT file_key, ${test.deps.now()} FROM offers WHERE user_id = ${maker.id}`;
  await runJob();
  expect(await listFiles()).toHaveLength(3);
  expect(await listKeys()).toEqual([]);
});
