import { type FormEvent, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import type { FailedForm, LoadedForm } from "../form-types.ts";
import { isOf } from "./seen-state.ts";

type Identified = Pick<LoadedForm, "id">;
/** A form, and others on its page that change the same record. */
type Forms = readonly [Identified, ...Identified[]];

/** The form that was sent last, its URL, and the history entry from which it was sent. */
let sent: { id: string; address: string; key: string } | null = null;

/** Returns a function to call when this form is sent. */
export function useNoteSent({ id }: Identified): (event: FormEvent<HTMLFormElement>) => void {
  const { key } = useLocation();
  return (event) => {
    sent = { id, address: addressOf(event), key };
  };
}

/** The URL to which a form is sent: that of the button, if it has one. */
function addressOf({ currentTarget, nativeEvent }: FormEvent<HTMLFormElement>): string {
  const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
  const address = submitter?.getAttribute("formaction") ?? currentTarget.getAttribute("action");
  return toAddress(address ?? "");
}

const toAddress = (path: string) => {
  const { pathname, search } = new URL(path, window.location.href);
  return pathname + search;
};

/**
 * The id of the form whose response is pending; null once a link was followed before it arrived, or
 * a form was sent that does not register itself, such as the cookie choice.
 */
export function useSending(): string | null {
  const { key } = useLocation();
  const { formMethod, formAction } = useNavigation();
  if (formMethod !== "POST" || formAction === undefined || sent?.key !== key) return null;
  return sent.address === toAddress(formAction) ? sent.id : null;
}

export type Executions = { count: number; isSending: boolean; pathname: string };

/**
 * A form counts as executed once the navigation that sent it has ended without returning it. A link
 * followed before the response does not count: the form may not have been executed, so everything
 * in it must stay. Leaving its page counts too, judged by the path, because a query only chooses
 * what is shown.
 */
export function countExecutions(
  last: Executions,
  now: { isSending: boolean; isIdle: boolean; isReturned: boolean; pathname: string },
): Executions {
  const { isSending, pathname } = now;
  const isExecuted = last.isSending && now.isIdle && !now.isReturned;
  const isOver = isExecuted || pathname !== last.pathname;
  if (!isOver && isSending === last.isSending) return last;
  return { count: isOver ? last.count + 1 : last.count, isSending, pathname };
}

/**
 * Counts how often these forms were executed or their page was left: the key that mounts a form
 * again, empty. `failed` is the result of the action, for whichever form.
 */
export function useExecutions(forms: Forms, failed: FailedForm | undefined): number {
  const { pathname } = useLocation();
  const sending = useSending();
  const [last, setLast] = useState<Executions>({ count: 0, isSending: false, pathname });
  const now = countExecutions(last, {
    isSending: forms.some(({ id }) => id === sending),
    isIdle: useNavigation().state === "idle",
    isReturned: forms.some((form) => isOf(failed, form)),
    pathname,
  });
  if (now !== last) setLast(now);
  return now.count;
}

export type StableValue<Value> = { count: number; value: Value };

/** The previous value until the form was executed or `isReturned`; then the `current` one. */
export function keepValue<Value>(
  last: StableValue<Value>,
  { count, isReturned, current }: { count: number; isReturned: boolean; current: Value },
): StableValue<Value> {
  const value = isReturned || count !== last.count ? current : last.value;
  return count === last.count && value === last.value ? last : { count, value };
}

/**
 * A value of the first of these forms, which neither the results of other forms on the page nor the
 * data loaded for them change.
 */
export function useStableValue<Value>(
  forms: Forms,
  failed: FailedForm | undefined,
  current: Value,
): Value {
  const count = useExecutions(forms, failed);
  const [last, setLast] = useState({ count, value: current });
  const now = keepValue(last, { count, isReturned: isOf(failed, forms[0]), current });
  if (now !== last) setLast(now);
  return now.value;
}
