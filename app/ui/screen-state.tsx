import type { ReactNode } from "react";

/** A part of the page that could not be loaded: its own message (spec §8), the rest stays. */
export function FailedState({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <div role="alert" className="card border-s-4 border-s-negative p-5">
      <p className="font-medium text-negative">{message}</p>
      {children ? <div className="mt-3">{children}</div> : null}
    </div>
  );
}

/** A screen with a single message: an icon, a heading, a short text and links to continue. */
export function MessageScreen(props: {
  tone: "positive" | "warning" | "negative" | "neutral";
  mark: ReactNode;
  title: string;
  children: ReactNode;
}) {
  const { tone, mark, title, children } = props;
  return (
    <div className="page-narrow pt-14 pb-24 text-center text-balance md:pt-20">
      <div
        aria-hidden="true"
        className={`mx-auto mb-6 grid size-16 place-items-center rounded-full border-2 ${TONES[tone]}`}
      >
        {mark}
      </div>
      <h1 className="text-4xl md:text-5xl">{title}</h1>
      {children}
    </div>
  );
}

const TONES = {
  positive: "border-positive text-positive",
  warning: "border-warning text-warning",
  negative: "border-negative text-negative",
  neutral: "border-line text-muted",
} as const;
