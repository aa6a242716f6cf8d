import type { CheckedCall, Report } from "./check.ts";
import type { Outcome } from "./result.ts";

const MARKS: Record<Outcome, string> = {
  ok: "ok",
  partial: "PARTLY",
  missing: "MISSING",
  failed: "FAILED",
  unknown: "?",
};

/** The report as a text table. */
export function formatReport(report: Report): string {
  const rows = report.calls.map(toRow);
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const bad = report.calls.filter(({ outcome }) => outcome === "missing" || outcome === "failed");
  const count = (need: CheckedCall["need"]) => bad.filter((call) => call.need === need).length;
  return [
    `${report.url}`,
    "",
    ...lines,
    "",
    `Features: ${report.features.join(", ") || "none stated"}`,
    ...(report.missingFeatures.length > 0
      ? [`Not stated, so not claimed: ${report.missingFeatures.join(", ")}`]
      : []),
    `Missing or failed: ${count("required")} required, ${count("optional")} optional, ${count("extra")} extras`,
    toVerdict(report),
  ].join("\n");
}

function toVerdict({ calls, isUsable }: Report): string {
  const reads = calls.filter(
    ({ method, need, outcome }) => method === "GET" && need === "required" && outcome !== "unknown",
  );
  if (reads.length > 0 && reads.every(({ outcome }) => outcome === "missing")) {
    return "There is nothing below this URL: it has to be the API's base, such as https://backend.example/api.";
  }
  if (!isUsable) return "The shop cannot work in front of this server: see docs/own-api.md.";
  const unknown = calls.filter(
    ({ need, outcome }) => need === "required" && outcome === "unknown",
  ).length;
  if (unknown === 0) return "The shop works in front of this server.";
  const counted = unknown === 1 ? "1 required call" : `${unknown} required calls`;
  return `What was found works; ${counted} could not be checked.`;
}

function toRow({ outcome, method, path, need, gives, remark }: CheckedCall): string[] {
  return [MARKS[outcome], `${method} ${path}`, need, gives, remark];
}
