import { readFileSync } from "node:fs";
import { ask } from "./process.mjs";

/** How the steps of a test run went, and the sum in the last line. */
export class Tally {
  passed = 0;
  failed = 0;
  #failures = [];

  add(title, { passed, failed }) {
    this.passed += passed;
    this.failed += failed;
    if (failed > 0) this.#failures.push(title);
  }

  /** What went wrong, then the sum alone on the last line. */
  lines() {
    const list = this.#failures.length > 0 ? [`Failed: ${this.#failures.join(", ")}`] : [];
    return [...list, `${this.passed} passed, ${this.failed} failed`];
  }
}

/** A step that is one check counts one. */
export function countCheck(code) {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * The tests of a vitest run from its JSON report. A run that failed without a failed test (a file
 * that does not load, a setup that throws, no report at all) counts at least one.
 */
export function countTests(code, reportFile) {
  let report = {};
  try {
    report = JSON.parse(readFileSync(reportFile, "utf8"));
  } catch {
    // No report: the exit code alone speaks.
  }
  const passed = report.numPassedTests ?? 0;
  const suites = (report.testResults ?? []).filter(
    (file) => file.status === "failed" && !file.assertionResults?.some(hasFailed),
  );
  const failed = (report.numFailedTests ?? 0) + suites.length;
  const isSilent = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: isSilent ? 1 : failed };
}

const hasFailed = (test) => test.status === "failed";

/** `git status` as lines, null outside a checkout or without git. */
export async function readTree() {
  const text = await ask("git", ["status", "--porcelain", "--untracked-files=all"]);
  return text === null ? null : text.split("\n").filter((line) => line !== "");
}

/** What the run itself left in the tree or changed there. */
export function newInTree(before, after) {
  const known = new Set(before);
  return after.filter((line) => !known.has(line));
}
