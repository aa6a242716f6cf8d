import { Fragment, type ReactNode } from "react";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { useKept } from "#app/forms/seen/executions.ts";
import { seenOf, versionOf } from "#app/forms/seen/seen-state.ts";

type Seen = {
  loaded: Pick<LoadedForm, "id">;
  /** What the action returned, of whichever form. */
  failed: FailedForm | undefined;
  /** The field that says which state of the record the form is for. */
  name: string;
  /** The record's state now. */
  current: number | string;
  /** Another form of the page that changes the same record. */
  beside?: Pick<LoadedForm, "id">;
};

/**
 * `seenOf` for a form on a page with others. Sending one of those loads the page anew, while this
 * form stays with what is typed there: so does the state that it is for, until this form itself was
 * rejected, or its record was changed from this page.
 */
function useSeen({ loaded, failed, name, current, beside }: Seen): string {
  const field = { name, current: String(current) };
  const now =
    name === "version" ? versionOf(loaded, failed, current) : seenOf(loaded, failed, field);
  return useKept(beside ? [loaded, beside] : [loaded], failed, now);
}

/** The hidden field of a form that says which state of its record that is for. */
export function SeenField(props: Seen) {
  return <input type="hidden" name={props.name} value={useSeen(props)} />;
}

/**
 * A form that is mounted again, with the values loaded by then, for another state of its record.
 * Its key is what it is about (a record, a language).
 */
export function KeyedForm({
  children,
  ...props
}: Seen & { children: (seen: string) => ReactNode }) {
  const seen = useSeen(props);
  return <Fragment key={seen}>{children(seen)}</Fragment>;
}
