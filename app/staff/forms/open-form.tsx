import type { ReactNode } from "react";
import { LateForm, type LateProps } from "./late-form.tsx";
import { useLate } from "./use-late.ts";

/**
 * A form of a record while that is in a state for it. If the page shows the record in another, also
 * because another form of the page was sent, what was typed stays to be copied, with the `reason`
 * (`LateForm`). `frame` is around it.
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
