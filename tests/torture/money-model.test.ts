import { expect, it } from "vitest";
import { runMoneyModel } from "#tests/setup/money/run.ts";

// MONEY_RUNS=100 runs fewer; MONEY_SEED reproduces a failure. Parallel runs with different seeds
// are as good as one long run: MONEY_SEED=1 MONEY_RUNS=500 npm run test:torture -- money-model
const RUNS = Number(process.env.MONEY_RUNS ?? 2_000);
const SEED = process.env.MONEY_SEED === undefined ? undefined : Number(process.env.MONEY_SEED);

it(
  `${RUNS} histories of up to 60 commands: all invariants hold after each command`,
  async () => {
    let runs = 0;
    const counts = new Map<string, number>();
    await runMoneyModel({
      runs: RUNS,
      seed: SEED,
      onRun: (commands) => {
        runs += 1;
        for (const command of commands) {
          const [name = command] = command.split("(");
          counts.set(name, (counts.get(name) ?? 0) + 1);
        }
        if (runs % 50 === 0 || runs === RUNS)
          process.stdout.write(`${runs} runs: ${sum(counts)}\n`);
      },
    });
    expect(runs).toBe(RUNS);
  },
  24 * 60 * 60_000,
);

function sum(counts: ReadonlyMap<string, number>): string {
  const total = [...counts.values()].reduce((all, count) => all + count, 0);
  const names = [...counts].sort().map(([name, count]) => `${name} ${count}`);
  return `${total} commands (${names.join(", ")})`;
}
