import { expect, it } from "vitest";
import { checkSecrets } from "#api/payouts/check-secrets.ts";
import { setUpStaffApi } from "#tests/setup/api/staff-api.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { createPayout, type Member } from "#tests/setup/records/offers.ts";

let test: TestApi;
let staff: Member;
setUpStaffApi((created) => {
  ({ test, staff } = created);
});

async function checkWith(...sessionSecrets: [string, ...string[]]) {
  const before = test.logged.length;
  await checkSecrets({ ...test.deps, config: { ...test.deps.config, sessionSecrets } });
  return test.logged.slice(before);
}

it("a start reports that bank accounts were encrypted by a secret that the shop lacks", async () => {
  const other = "another secret, of 32 letters or more";
  expect(await checkWith(other)).toEqual([]);
  const { payoutId } = await createPayout(test, staff);
  const [current] = test.deps.config.sessionSecrets;
  const msg = expect.stringMatching(/^the newest bank account cannot be decrypted: SESSION_SECRET/);
  expect(await checkWith(other)).toMatchObject([{ level: 50, payoutId, msg }]);
  expect(await checkWith(current)).toEqual([]);
  expect(await checkWith(other, current)).toEqual([]);
});
