import type { ReactNode } from "react";

/** A term and its value on one line. */
export function Fact(props: {
  name: string;
  /**
   * An amount: its words stay whole, and the term wraps instead. Other values may break anywhere.
   */
  keepsWords?: boolean;
  children: ReactNode;
}) {
  const { name, keepsWords = false, children } = props;
  return (
    <div className="flex items-baseline justify-between gap-6 border-b border-line py-2.5">
      <dt className={`text-muted ${keepsWords ? "min-w-0 hyphens-auto" : ""}`}>{name}</dt>
      <dd className={`text-end ${keepsWords ? "wrap-break-word" : "wrap-anywhere"}`}>{children}</dd>
    </div>
  );
}
