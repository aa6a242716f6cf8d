import type { ReactNode } from "react";

/** A term and its value on one line. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6 border-b border-line py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="text-end wrap-anywhere">{children}</dd>
    </div>
  );
}
