import { Fragment, type ReactNode } from "react";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { useStableValue } from "#app/forms/seen/executions.ts";
import { seenOf, versionOf } from "#app/forms/seen/seen-state.ts";

type Seen = {
  loaded: Pick<LoadedForm, "id">;
  /** The result of the action, for whichever form. */
  failed: FailedForm | undefined;
  /** The field with the record's state that the form is for. */
  name: string;
  /** The current state of the record. */
  current: number | string;
  /** Another form on the page that changes the same record. */
  otherForm?: Pick<LoadedForm, "id">;
};

/**
 * `seenOf` for a form on a page with others. Sending one of those reloads the page, while this form
 * keeps its typed values, and so the state that it is for, until this form itself was rejected or
 * its record was changed from this page.
 */
function useSeen({ loaded, failed, name, current, otherForm }: Seen): string {
  const field = { name, current: String(current) };
  const now =
    name === "version" ? versionOf(loaded, failed, current) : seenOf(loaded, failed, field);
  return useStableValue(otherForm ? [loaded, otherForm] : [loaded], failed, now);
}

/** The hidden field with the record's state that the form is for. */
export function SeenField(props: Seen) {
  return <input type="hidden" name={props.name} value={useSeen(props)} />;
}

/**
 * A form that is mounted again, with the values loaded by then, if its record has a different
 * state. Its key identifies its subject (a record, a language).
 */
export function KeyedForm({
  children,
  ...props
}: Seen & { children: (seen: string) => ReactNode }) {
  const seen = useSeen(props);
  return <Fragment key={seen}>{children(seen)}</Fragment>;
}
