import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../repository/sources.ts";

// What the alert rules and the dashboard ask Prometheus for.

/** A label of a metric and what its value is like. */
export type AskedLabel = { metric: string; label: string; pattern: string };

/** Prometheus' own, and that of the process among several. */
const ADDED = ["job", "instance", "worker"];
const METRIC = "\\b((?:promptory|nodejs|process)_\\w+)";

export const readMonitoring = (name: "alerts.yaml" | "dashboard.json") =>
  readFileSync(join(root, "docs/monitoring", name), "utf8");

/** The labels that are compared with a value, each value for itself, and those that are grouped by. */
export function listAskedLabels(): AskedLabel[] {
  const text = (readMonitoring("alerts.yaml") + readMonitoring("dashboard.json")).replaceAll(
    '\\"',
    '"',
  );
  const compared = [...text.matchAll(new RegExp(`${METRIC}\\{([^}]*)\\}`, "g"))].flatMap(
    ([, metric = "", matchers = ""]) =>
      [...matchers.matchAll(/(\w+)=~?"([^"]*)"/g)].flatMap(([, label = "", values = ""]) =>
        values.split("|").map((pattern) => ({ metric, label, pattern })),
      ),
  );
  const grouping = new RegExp(`by \\(([^)]*)\\) \\((?:\\w+\\()?${METRIC}`, "g");
  const grouped = [...text.matchAll(grouping)].flatMap(([, labels = "", metric = ""]) =>
    labels.split(/,\s*/).map((label) => ({ metric, label, pattern: '[^"]+' })),
  );
  return [...compared, ...grouped].filter(({ label }) => !ADDED.includes(label));
}

/** Whether a page of metrics has a series with such a label. */
export function showsLabel(page: string, { metric, label, pattern }: AskedLabel): boolean {
  return new RegExp(`^${metric}\\{(?:[^}]*,)?${label}="(?:${pattern})"`, "m").test(page);
}
