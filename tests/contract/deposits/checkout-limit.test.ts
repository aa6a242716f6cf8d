import { expect, it } from "vitest";
import { CHECKOUTS_PER_MINUTE_MAX } from "#api/deposits/deposits.routes.ts";
import { createMember } from "#tests/factories.ts";
import { createTestApi } from "#tests/setup/api/test-api.ts";
import { fillDeposit } from "#tests/setup/money/top-up.ts";

it("a member opens a few deposits in a minute, not hundreds", async () => {
  const test = await createTestApi();
  try {
    test.clock.stop();
    const { agent, id } = await createMember(test);
    const open = () => agent.post("/api/deposit/checkout", fillDeposit());
    for (let count = 0; count < CHECKOUTS_PER_MINUTE_MAX; count++) {
      expect((await open()).status).toBe(200);
    }
    expect((await open()).status).toBe(429);
    const stored = await test.database`SELECT 1 FROM deposits WHERE user_id = ${id}`;
    expect(stored).toHaveLength(CHECKOUTS_PER_MINUTE_MAX);
    const other = (await createMember(test)).agent;
    expect((await other.post("/api/deposit/checkout", fillDeposit())).status).toBe(200);
    test.clock.advance(60);
    expect((await open()).status).toBe(200);
  } finally {
    await test.close();
  }
});
