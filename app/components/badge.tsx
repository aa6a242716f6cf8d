import type { ReactNode } from "react";

export type BadgeTone = "neutral" | "positive" | "caution" | "danger";

const TONES: Record<BadgeTone, string> = {
  neutral: "bg-wall text-ink-muted",
  positive: "bg-positive-wash text-positive",
  caution: "bg-caution-wash text-caution",
  danger: "bg-danger-wash text-danger",
};

/** A short state or amount. The words say it all; the tone only repeats them. */
export function Badge({ tone = "neutral", children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`figures inline-block rounded-sm px-2 py-0.5 font-medium text-sm ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
