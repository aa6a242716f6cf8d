/**
 * Defines mutation tests. Stryker changes the code in one place at a time and runs the tests that
 * reach it: a change that no test notices is printed, and too many of them fail the run.
 *
 * Results are kept in reports/ and reused for unchanged code and tests.
 */
export function defineMutationTests({ name, tests = name, mutate, ...options }) {
  const report = (extension) => `reports/mutation/${name}.${extension}`;
  return {
    mutate,
    testRunner: "vitest",
    vitest: { configFile: `tests/mutation/${tests}.vitest.ts` },
    coverageAnalysis: "perTest",
    concurrency: 2,
    // A mutant must not count as killed because the machine was busy.
    timeoutMS: 20_000,
    thresholds: { high: 95, low: 85, break: 85 },
    appendPlugins: ["./tests/mutation/ignored.mjs"],
    ignorers: ["ignored"],
    incremental: true,
    incrementalFile: report("incremental.json"),
    reporters: ["clear-text", "progress-append-only", "html", "json"],
    clearTextReporter: { logTests: false, reportTests: false },
    htmlReporter: { fileName: report("html") },
    jsonReporter: { fileName: report("json") },
    // Vitest runs the code without its types.
    disableTypeChecks: false,
    // Not copied, because no test here reads them.
    ignorePatterns: ["/.data", "/.react-router", "/app", "/build", "/docs", "/public", "/server"],
    ...options,
  };
}
