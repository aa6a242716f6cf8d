import type { ReactNode } from "react";
import { Drawing, type DrawingName } from "./drawing.tsx";

/** The content of an empty list: a drawing, an explanation, and the next step. */
export function EmptyState(props: {
  title: string;
  text?: string;
  /** A drawing of the list's items; without one there is no frame either. */
  drawing?: DrawingName;
  children?: ReactNode;
}) {
  const { title, text, drawing, children } = props;
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-16 text-center">
      {drawing ? (
        <div
          aria-hidden="true"
          className="relative mb-2 grid size-24 place-items-center border border-control text-muted before:absolute before:inset-2 before:border before:border-line"
        >
          <Drawing name={drawing} className="size-12" />
        </div>
      ) : null}
      <p className="font-display text-2xl">{title}</p>
      {text ? <p className="max-w-md text-balance text-muted">{text}</p> : null}
      {children ? (
        <div className="mt-2 flex flex-wrap items-center justify-center gap-3">{children}</div>
      ) : null}
    </div>
  );
}
