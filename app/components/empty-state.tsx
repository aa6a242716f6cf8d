import type { ReactNode } from "react";

/** What a list shows that has nothing in it: an empty frame, what that means, what to do next. */
export function EmptyState(props: { title: string; text?: string; children?: ReactNode }) {
  const { title, text, children } = props;
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-16 text-center">
      <div
        aria-hidden="true"
        className="relative mb-2 size-24 border border-control before:absolute before:inset-2 before:border before:border-line"
      />
      <p className="font-display text-2xl">{title}</p>
      {text ? <p className="max-w-md text-muted">{text}</p> : null}
      {children ? (
        <div className="mt-2 flex flex-wrap items-center justify-center gap-3">{children}</div>
      ) : null}
    </div>
  );
}
