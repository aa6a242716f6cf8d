import { afterEach, expect, it } from "vitest";
import { createMember, PASSWORD } from "#tests/factories.ts";
import { setUpStaffApi } from "#tests/setup/api/staff-api.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { giveCard, offerCards } from "#tests/setup/money/cards.ts";
import {
  createPricedOffer,
  type Member,
  paintFile,
  sendOffer,
} from "#tests/setup/records/offers.ts";

// Deleting an account while the files are away (docs/decisions/0013).

let test: TestApi;
let staff: Member;
setUpStaffApi((created) => {
  ({ test, staff } = created);
});

let bringBack: (() => void) | undefined;
afterEach(() => bringBack?.());

/** Lets one operation of the files fail until `bringBack`. */
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
