import { expect, it } from "vitest";
import { depositStatusResponseSchema } from "#api/contract/deposits.ts";
import { PROVIDER_QUERIES_PER_MINUTE_MAX } from "#api/deposits/provider-queries.ts";
import { createMember } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, providerOf } from "#tests/setup/api/test-api.ts";
import { openDeposit } from "#tests/setup/money/top-up.ts";

it("a member has the payment provider asked so often, by all of their deposits together", async () => {
  const test = await createTestApi();
  try {
    test.clock.stop();
    const sandbox = providerOf(test);
    const { fetchReport } = sandbox;
    let queries = 0;
    sandbox.fetchReport = (ref) => {
      queries += 1;
      return fetchReport(ref);
    };
    const openTwo = async (agent: ApiAgent) => [await openDeposit(agent), await openDeposit(agent)];
    const { agent } = await createMember(test);
    const ids = (await openTwo(agent)).map(({ id }) => id);
    const statusOf = async (id: number, by = agent) => {
      const response = await by.get(`/api/deposit/status?order_id=${id}`);
      return response.as(depositStatusResponseSchema).order.status;
    };
    for (let read = 0; read <= PROVIDER_QUERIES_PER_MINUTE_MAX / 2; read++) {
      for (const id of ids) expect(await statusOf(id)).toBe("processing");
    }
    expect(queries).toBe(PROVIDER_QUERIES_PER_MINUTE_MAX);
    for (const action of ["continue", "cancel"]) {
      expect((await agent.post(`/api/deposit/${ids[0]}/${action}`, {})).status).toBe(429);
    }
    expect(queries).toBe(PROVIDER_QUERIES_PER_MINUTE_MAX);
    const other = (await createMember(test)).agent;
    expect(await statusOf((await openDeposit(other)).id, other)).toBe("processing");
    expect(queries).toBe(PROVIDER_QUERIES_PER_MINUTE_MAX + 1);
    test.clock.advance(60);
    await test.database`UPDATE sandbox_payments SET status = 'paid', reported_at = now()`;
    expect(await statusOf(Number(ids[0]))).toBe("success");
    // A deposit that has ended needs no query.
    expect(await statusOf(Number(ids[0]))).toBe("success");
    expect(queries).toBe(PROVIDER_QUERIES_PER_MINUTE_MAX + 2);
  } finally {
    await test.close();
  }
});
