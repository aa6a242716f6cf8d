import type { ReactNode } from "react";

const TONES = {
  neutral: "border-s-control",
  warning: "border-s-warning",
  positive: "border-s-positive",
  negative: "border-s-negative",
} as const;

/** A highlighted note, with possible actions. */
export function Note(props: {
  tone: keyof typeof TONES;
  title?: string;
  role?: "alert" | "status";
  children?: ReactNode;
}) {
  const { tone, title, role, children } = props;
  return (
    <div role={role} className={`border-s-4 bg-sunken p-4 ${TONES[tone]}`}>
      {title ? <p className="font-medium">{title}</p> : null}
      {children ? <div className={title ? "mt-1 text-muted" : ""}>{children}</div> : null}
    </div>
  );
}
