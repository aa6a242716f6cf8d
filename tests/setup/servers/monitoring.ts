import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../repository/sources.ts";

// The Prometheus queries of the alert rules and the dashboard.

/** A label of a metric and the pattern of its value. */
export type AskedLabel = { metric: string; label: string; pattern: string };

/** The labels that Prometheus adds, and the one that identifies a process among several. */
const ADDED = ["job", "instance", "worker"];
const METRIC = "\\b((?:promptory|nodejs|process)_\\w+)";

export const readMonitoring = (name: "alerts.yaml" | "dashboard.json") =>
  readFileSync(join(root, "docs/monitoring", name), "utf8");

/**
 * Lists the labels that are compared with a value, once per value, and those that are grouped by.
 */
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

/** Returns whether a metrics page has a series with such a label. */
export function showsLabel(page: string, { metric, label, pattern }: AskedLabel): boolean {
  return new RegExp(`^${metric}\\{(?:[^}]*,)?${label}="(?:${pattern})"`, "m").test(page);
}
