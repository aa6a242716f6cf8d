import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const shared = { setupFiles: ["tests/setup/console-errors-fail.ts"] };

/** Kinds of proof, each with its npm script. `torture` and `bench` stay out of `npm test`. */
export default defineConfig({
  test: {
    // One less than the cores, as vitest has it, would be one on two: while a file waits for the
    // database another can work.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          ...shared,
          name: "unit",
          environment: "node",
          include: [
            "{domain,api,app,server,scripts,locales}/**/*.test.{ts,tsx}",
            "tests/*.test.ts",
          ],
        },
      },
      {
        test: {
          ...shared,
          name: "contract",
          environment: "node",
          include: ["tests/contract/**/*.test.ts"],
          globalSetup: ["tests/setup/database.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...shared,
          name: "e2e",
          environment: "node",
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: ["tests/setup/product.ts"],
          testTimeout: 120_000,
          hookTimeout: 240_000,
          fileParallelism: false,
          maxConcurrency: 3,
        },
      },
      {
        test: {
          ...shared,
          name: "bench",
          environment: "node",
          include: ["tests/bench/**/*.test.ts"],
          testTimeout: 1_200_000,
        },
      },
      {
        test: {
          ...shared,
          name: "torture",
          environment: "node",
          include: ["tests/torture/**/*.test.ts"],
          testTimeout: 1_200_000,
          hookTimeout: 240_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
