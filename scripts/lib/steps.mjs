import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ask, root } from "./process.mjs";

/** The results of a test run's steps, and the total in the last line. */
export class Tally {
  passed = 0;
  failed = 0;
  #failures = [];

  #details = [];

  add(title, { passed, failed, failures = [] }) {
    this.passed += passed;
    this.failed += failed;
    if (failed > 0) this.#failures.push(title);
    this.#details.push(...failures);
  }

  /** Failures first (a log is often read from its end only), then the total on the last line. */
  lines() {
    const list = this.#failures.length > 0 ? [`Failed: ${this.#failures.join(", ")}`] : [];
    return [...this.#details, ...list, `${this.passed} passed, ${this.failed} failed`];
  }
}

/** A step with a single check counts as one. */
export function countCheck(code) {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * The test counts of a vitest run from its JSON report. A run that failed without a failed test (a
 * file that does not load, a setup that throws, no report at all) counts as at least one.
 */
export function countTests(code, reportFile) {
  let report = {};
  try {
    report = JSON.parse(readFileSync(reportFile, "utf8"));
  } catch {
    // No report: only the exit code counts.
  }
  const passed = report.numPassedTests ?? 0;
  const suites = (report.testResults ?? []).filter(
    (file) => file.status === "failed" && !file.assertionResults?.some(hasFailed),
  );
  const failed = (report.numFailedTests ?? 0) + suites.length;
  const isSilent = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: isSilent ? 1 : failed, failures: readFailures(report) };
}

const LINES_OF_FAILURE = 12;

/** All failed tests, or files that do not load, with location and the start of the message. */
function readFailures({ testResults = [] }) {
  return testResults.flatMap(({ name, message, assertionResults = [] }) => {
    const path = relative(root, name ?? "");
    const failed = assertionResults.filter(hasFailed);
    if (failed.length === 0 && message) return [describeFailure(path, message)];
    return failed.map(({ fullName, failureMessages = [] }) =>
      describeFailure(`${path} > ${fullName}`, failureMessages.join("\n")),
    );
  });
}

function describeFailure(title, message) {
  const lines = stripVTControlCharacters(message).split("\n").slice(0, LINES_OF_FAILURE);
  return [`FAIL ${title}`, ...lines.map((line) => `  ${line}`)].join("\n");
}

const hasFailed = (test) => test.status === "failed";

/** `git status` as lines, null outside a checkout or without git. */
export async function readTree() {
  const text = await ask("git", ["status", "--porcelain", "--untracked-files=all"]);
  return text === null ? null : text.split("\n").filter((line) => line !== "");
}

/** Files that the run itself added or changed in the tree. */
export function listNewChanges(before, after) {
  const known = new Set(before);
  return after.filter((line) => !known.has(line));
}
