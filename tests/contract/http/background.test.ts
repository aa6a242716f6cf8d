import { afterAll, beforeAll, expect, it } from "vitest";
import { startBackground } from "#api/background.ts";
import { createMember } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

it("the background removes sessions and rate limits that are over, and nothing else", async () => {
  await createMember(test);
  test.clock.advance(2 * 60 * 60);
  const { id } = await createMember(test);
  await startBackground(test.deps).stop();
  const sessions = await test.database`SELECT user_id FROM sessions`;
  expect([...sessions]).toEqual([{ user_id: id }]);
  const limits = await test.database<{ resets_at: Date }[]>`SELECT resets_at FROM rate_limits`;
  expect(limits.length).toBeGreaterThan(0);
  for (const { resets_at } of limits) expect(resets_at > test.clock.now()).toBe(true);
  expect(test.logged).toEqual([]);
});
