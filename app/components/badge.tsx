import type { ReactNode } from "react";

export type BadgeTone = "neutral" | "positive" | "warning" | "negative";

const TONES: Record<BadgeTone, string> = {
  neutral: "text-muted",
  positive: "text-positive",
  warning: "text-warning",
  negative: "text-negative",
};

/** A short state or amount. The words say it all; the tone only repeats them. */
export function Badge({ tone = "neutral", children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-block rounded-control bg-sunken px-2 py-0.5 font-medium text-sm tabular-nums ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
