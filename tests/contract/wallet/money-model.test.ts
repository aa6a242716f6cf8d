import { it } from "vitest";
import { runMoneyModel } from "#tests/setup/money/run.ts";

// Many more runs: npm run test:torture -- money-model (tests/torture/money-model.test.ts).

it("people, bank and staff move money in any order, and it agrees with plain arithmetic", async () => {
  await runMoneyModel({ runs: 4 });
});
