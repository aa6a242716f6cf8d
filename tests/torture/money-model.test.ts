import { expect, it } from "vitest";
import { runMoneyModel } from "#tests/setup/money-commands.ts";

// MONEY_RUNS=100 for fewer; MONEY_SEED to see a failure again.
const RUNS = Number(process.env.MONEY_RUNS ?? 2_000);
const SEED = process.env.MONEY_SEED === undefined ? undefined : Number(process.env.MONEY_SEED);

it(
  `${RUNS} histories of up to 60 commands: all invariants hold after each command`,
  async () => {
    let [runs, commands] = [0, 0];
    await runMoneyModel({
      runs: RUNS,
      seed: SEED,
      onRun: (count) => {
        runs += 1;
        commands += count;
        if (runs % 20 === 0) process.stdout.write(`${runs} runs, ${commands} commands\n`);
      },
    });
    expect(runs).toBe(RUNS);
  },
  24 * 60 * 60_000,
);
