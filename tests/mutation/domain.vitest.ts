import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["domain/**/*.test.ts", "api/payouts/*.test.ts"],
    setupFiles: ["tests/setup/console-errors-fail.ts"],
    environment: "node",
    // As in vitest.config.ts, slow tests must not fail. Stryker ends tests that never finish.
    testTimeout: 300_000,
  },
});
