import type { ReactNode } from "react";
import { LateForm, type LateProps } from "./late-form.tsx";
import { useLate } from "./use-late.ts";

/**
 * A form that is shown while its record is in a suitable state. If the page shows the record in
 * another state, even after another form of the page was sent, the typed values stay to be copied,
 * with the `reason` (`LateForm`), inside `frame`.
 */
export function OpenForm<Name extends string>({
  isOpen,
  children,
  frame = (form) => form,
  ...late
}: LateProps<Name> & {
  isOpen: boolean;
  children: ReactNode;
  frame?: (form: ReactNode) => ReactNode;
}) {
  const failed = useLate({ ...late, isOpen });
  if (isOpen) return children;
  return failed ? frame(<LateForm {...late} failed={failed} />) : null;
}
