import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/**
 * Tests must not fail because the machine is busy: timeouts only end hanging tests. With 14
 * runnable processes on two cores everything takes about 7 times as long.
 */
const shared = {
  setupFiles: ["tests/setup/console-errors-fail.ts"],
  environment: "node" as const,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 90_000 } },
};

/**
 * With the other tests beside them these keep two cores busy; a third would start one more product.
 */
const E2E_WORKERS = Math.max(2, availableParallelism());

/** The tests of a folder that open pages of running products. */
const inBrowser = (name: string) => ({
  test: {
    ...shared,
    // One process for many files: starts one browser and loads the tools once.
    isolate: false,
    name,
    include: [`tests/${name}/**/*.test.ts`],
    globalSetup: ["tests/setup/product/global-setup.ts"],
    // Each with its own product. While one waits for a page, another works.
    maxWorkers: E2E_WORKERS,
    sequence: { groupOrder: 1 },
    maxConcurrency: 3,
  },
});

/**
 * Kinds of tests, each with its npm script. `release` is part of `npm run test:thorough`; `torture`,
 * `bench` and `engines` are not part of `npm test`.
 */
export default defineConfig({
  test: {
    // vitest's default of one less than the cores would be one on two: while a file waits for the
    // database another can run.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          ...shared,
          isolate: false,
          name: "unit",
          setupFiles: [...shared.setupFiles, "tests/setup/imports-settle.ts"],
          include: [
            "{domain,api,app,server,scripts,locales}/**/*.test.{ts,tsx}",
            "tests/*.test.ts",
          ],
        },
      },
      {
        test: {
          ...shared,
          isolate: false,
          name: "contract",
          include: ["tests/contract/**/*.test.ts"],
          globalSetup: ["tests/setup/database/global-setup.ts"],
        },
      },
      inBrowser("e2e"),
      inBrowser("release"),
      {
        test: {
          ...shared,
          name: "engines",
          include: ["tests/engines/**/*.test.ts"],
          testTimeout: 600_000,
        },
      },
      {
        test: {
          ...shared,
          name: "bench",
          include: ["tests/bench/**/*.test.ts"],
          testTimeout: 7_200_000,
        },
      },
      {
        test: {
          ...shared,
          name: "torture",
          include: ["tests/torture/**/*.test.ts"],
          globalSetup: ["tests/setup/database/global-setup.ts"],
          testTimeout: 1_200_000,
          // Ten thousand purchases precede the first test.
          hookTimeout: 3_600_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
