import type { ReactNode } from "react";
import { StaleForm, type StaleFormProps } from "./stale-form.tsx";
import { useStaleForm } from "./use-stale-form.ts";

/**
 * A form that is shown while its record is in a suitable state. If the page shows the record in
 * another state, even after another form of the page was sent, the typed values stay to be copied,
 * with the `reason` (`StaleForm`), inside `frame`.
 */
export function OpenForm<Name extends string>({
  isOpen,
  children,
  frame = (form) => form,
  ...stale
}: StaleFormProps<Name> & {
  isOpen: boolean;
  children: ReactNode;
  frame?: (form: ReactNode) => ReactNode;
}) {
  const failed = useStaleForm({ ...stale, isOpen });
  if (isOpen) return children;
  return failed ? frame(<StaleForm {...stale} failed={failed} />) : null;
}
