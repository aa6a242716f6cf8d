import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ask, root } from "./process.mjs";

/** How the steps of a test run went, and the sum in the last line. */
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

  /** What went wrong (a log is often read from its end only), then the sum alone on the last line. */
  lines() {
    const list = this.#failures.length > 0 ? [`Failed: ${this.#failures.join(", ")}`] : [];
    return [...this.#details, ...list, `${this.passed} passed, ${this.failed} failed`];
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
  return { passed, failed: isSilent ? 1 : failed, failures: readFailures(report) };
}

const LINES_OF_FAILURE = 12;

/** Each failed test, or file that does not load, with where it is and how its message begins. */
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

/** What the run itself left in the tree or changed there. */
export function newInTree(before, after) {
  const known = new Set(before);
  return after.filter((line) => !known.has(line));
}
