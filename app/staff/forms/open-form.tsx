import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { FailedForm } from "#app/forms/form-types.ts";
import { useOwnResponse } from "#app/forms/seen/own-response.ts";
import { LateForm, type LateProps } from "./late-form.tsx";

/**
 * A form of a record while that is in a state for it. If the page shows the record in another, also
 * because another form of the page was sent, what was typed stays to be copied, with the `reason`
 * (`LateForm`), unless this form has changed the record. `frame` is around it.
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
  const { loaded, texts, choices } = late;
  const { own, onSent } = useOwnResponse(late.failed, loaded);
  const [typed, setTyped] = useState<FailedForm>();
  const before = useRef<{ form: HTMLFormElement; isSent: boolean } | null>(null);
  useLayoutEffect(() => {
    const form = document.getElementById(loaded.id);
    if (isOpen) {
      if (!(form instanceof HTMLFormElement)) return;
      before.current = { form, isSent: own.sent !== null };
      setTyped(undefined);
      form.addEventListener("submit", onSent);
      return () => form.removeEventListener("submit", onSent);
    }
    const last = before.current;
    before.current = null;
    const isDone = last?.isSent && own.failed === undefined;
    if (last && !isDone)
      setTyped(readTyped(last.form, { texts, choices, loaded, failed: own.failed }));
  });
  if (isOpen) return children;
  const failed = typed ?? own.failed;
  if (failed === undefined) return null;
  // The form library takes initial values once.
  return frame(<LateForm key={typed ? "typed" : "sent"} {...late} failed={failed} />);
}

/**
 * The form as if it had been rejected with what is typed in it: texts that differ from those it
 * began with, all if it was rejected before, and with them what is chosen.
 */
function readTyped(
  form: HTMLFormElement,
  { texts, choices = [], loaded, failed }: Omit<LateProps<string>, "reason">,
): FailedForm | undefined {
  const fields = texts
    .map(({ name }) => form.elements.namedItem(name))
    .filter((field) => isTextField(field));
  const typed = failed ? fields : fields.filter((field) => field.value !== field.defaultValue);
  if (typed.length === 0) return failed;
  const chosen = choices.map(({ name }) => [name, new FormData(form).get(name)]);
  const values = {
    ...Object.fromEntries(chosen.filter(([, value]) => value !== null)),
    ...Object.fromEntries(typed.map(({ name, value }) => [name, value])),
  };
  const initialValue = { ...failed?.reply.initialValue, ...values };
  const none = { formId: loaded.id, operationId: null, isUnclear: false };
  return { ...none, ...failed, reply: { status: "error", ...failed?.reply, initialValue } };
}

const isTextField = (field: unknown) =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
