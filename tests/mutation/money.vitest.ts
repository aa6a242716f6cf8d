import { defineConfig } from "vitest/config";

/** Each Stryker worker has its own database server, each test file its own database. */
export default defineConfig({
  test: {
    include: [
      "tests/contract/{deposits,documents,offers,payouts,people}/*.test.ts",
      "tests/contract/{purchases,refunds,wallet,withdrawals}/*.test.ts",
      "tests/contract/accounts/delete-*.test.ts",
      "tests/contract/staff/staff-{deposits,offers,orders,verification}.test.ts",
      "api/{deposits,offers,payouts,purchases,refunds,wallet,withdrawals}/**/*.test.ts",
    ],
    globalSetup: ["tests/setup/database/global-setup.ts"],
    setupFiles: ["tests/setup/console-errors-fail.ts"],
    environment: "node",
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
