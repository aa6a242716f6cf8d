import type { ReactNode } from "react";

/** One task of a staff screen, in a card with a heading; small cards are placed side by side. */
export function StaffCard(props: {
  id: string;
  title: string;
  /** Says what the task is and does. */
  hint?: string;
  isSmall?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const { id, title, hint, isSmall = false, className, children } = props;
  const titleId = `${id}-title`;
  const space = isSmall ? "p-5" : "p-6";
  return (
    <section
      aria-labelledby={titleId}
      className={["card min-w-0", space, className].filter(Boolean).join(" ")}
    >
      <div className={isSmall ? "mb-4" : "mb-5"}>
        <h2 id={titleId} className={isSmall ? "text-xl" : "text-2xl"}>
          {title}
        </h2>
        {hint ? <p className="mt-1.5 text-sm text-muted">{hint}</p> : null}
      </div>
      {children}
    </section>
  );
}
