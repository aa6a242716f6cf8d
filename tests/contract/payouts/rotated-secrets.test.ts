import { createHmac, hkdfSync } from "node:crypto";
import { expect, it } from "vitest";
import { hashAccount, renewHashKeys } from "#api/payouts/account-hash.ts";
import { createMember } from "#tests/factories.ts";
import { setUpStaffApi } from "#tests/setup/api/staff-api.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import {
  approve,
  createPricedOffer,
  exportPayouts,
  ibanOf,
  type Member,
} from "#tests/setup/records/offers.ts";

let test: TestApi;
let staff: Member;
setUpStaffApi((created) => {
  ({ test, staff } = created);
});

type Secrets = [string, ...string[]];
const NEW = "the next secret, of 32 letters or more";
const OTHER = "another secret, of 32 letters or more";
const withSecrets = (...sessionSecrets: Secrets) => {
  const { database, config } = test.deps;
  return { database, config: { ...config, sessionSecrets } };
};
const hashWith = (...secrets: Secrets) =>
  hashAccount(withSecrets(...secrets), test.database, { iban: ibanOf(1) });

it("a bank account has the same hash after its secret was replaced, and then removed", async () => {
  const [old] = test.deps.config.sessionSecrets;
  const first = await hashWith(old);
  expect(await hashWith(NEW, old)).toEqual(first);
  await renewHashKeys(withSecrets(NEW, old));
  expect(await hashWith(NEW)).toEqual(first);
  expect(await hashWith(old, NEW)).toEqual(first);
  // As by a start with another shop's secret by mistake.
  await renewHashKeys(withSecrets(OTHER));
  const foreign = await hashWith(OTHER);
  expect(foreign).not.toEqual(first);
  expect(await hashWith(OTHER)).toEqual(foreign);
  expect(await hashWith(NEW)).toEqual(first);
  expect(await hashWith(OTHER, NEW)).toEqual(first);
});

it("a bank account has the hash that releases before migration 0098 gave it", async () => {
  const [secret] = test.deps.config.sessionSecrets;
  const key = hkdfSync("sha256", secret, "", "promptory payout accounts v1", 32);
  const expected = createHmac("sha256", Buffer.from(key))
    .update(`iban ${ibanOf(1)}`)
    .digest();
  expect(await hashWith(secret)).toEqual(expected);
});

it("payouts of several sellers to one account are added up across a new secret", async () => {
  await test.database`UPDATE settings SET payout_approval_above_cents = 10_000`;
  const [old] = test.deps.config.sessionSecrets;
  const payTo = async (iban: string) => {
    const maker = await createMember(test, { verificationStatus: "approved" });
    const offer = await createPricedOffer(test, { staff, maker }, "60.00");
    expect((await approve(maker, offer, { iban })).status).toBe(200);
  };
  await payTo(ibanOf(1));
  expect((await exportPayouts(staff)).status).toBe(200);
  Object.assign(test.deps.config, { sessionSecrets: [NEW, old] });
  await renewHashKeys(test.deps);
  Object.assign(test.deps.config, { sessionSecrets: [NEW] });
  await payTo(ibanOf(1));
  // Above the limit together, so that a second person has to approve it.
  expect((await exportPayouts(staff)).status).toBe(202);
});
