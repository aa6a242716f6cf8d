import { useLayoutEffect, useRef, useState } from "react";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { useSending } from "#app/forms/seen/executions.ts";
import { isOf } from "#app/forms/seen/seen-state.ts";

type Texts = Record<string, string>;

type StaleFormState = {
  loaded: Pick<LoadedForm, "id">;
  /** The result of the action, for whichever form. */
  failed: FailedForm | undefined;
  /** The fields that are kept, and the choices that are kept with them. */
  texts: readonly { name: string }[];
  choices?: readonly { name: string }[] | undefined;
  /** Whether the page shows the form. */
  isOpen: boolean;
};

/**
 * The typed values of a form that the page no longer shows, as if it had been rejected with them,
 * even if another form of the page has reloaded it. Not once it was sent and executed.
 */
export function useStaleForm({
  loaded,
  failed,
  texts,
  choices,
  isOpen,
}: StaleFormState): FailedForm | undefined {
  const isSending = useSending() === loaded.id;
  const [last, setLast] = useState<FailedForm>();
  const rejected = isSending ? undefined : isOf(failed, loaded) ? failed : last;
  if (rejected !== last) setLast(rejected);
  const [typed, setTyped] = useState<FailedForm>();
  const open = useRef<{ form: HTMLFormElement; sent: Texts } | null>(null);
  useLayoutEffect(() => {
    const form = document.getElementById(loaded.id);
    if (!isOpen) {
      if (open.current) setTyped(readTyped(open.current, { loaded, texts, choices, rejected }));
      open.current = null;
    } else if (form instanceof HTMLFormElement) {
      const sent = isSending ? readTexts(form, texts) : (open.current?.sent ?? {});
      open.current = { form, sent };
      setTyped(undefined);
    }
  });
  return isOpen ? undefined : (typed ?? rejected);
}

/**
 * Texts that differ from the form's initial ones, or all of them if it was rejected before, and the
 * choices made with them.
 */
function readTyped(
  { form, sent }: { form: HTMLFormElement; sent: Texts },
  state: Pick<StaleFormState, "loaded" | "texts" | "choices"> & {
    rejected: FailedForm | undefined;
  },
): FailedForm | undefined {
  const { loaded, texts, choices = [], rejected } = state;
  const isTyped = ({ name, value, defaultValue }: TextField) =>
    rejected !== undefined || (value !== defaultValue && value !== sent[name]);
  const values = readTexts(form, texts, isTyped);
  if (Object.keys(values).length === 0) return rejected;
  const data = new FormData(form);
  for (const { name } of choices) {
    const value = data.get(name);
    if (typeof value === "string") values[name] = value;
  }
  const reply = { status: "error", ...rejected?.reply } as const;
  return {
    ...{ formId: loaded.id, operationId: null, isUnclear: false },
    ...rejected,
    reply: { ...reply, initialValue: { ...reply.initialValue, ...values } },
  };
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

function readTexts(
  form: HTMLFormElement,
  texts: StaleFormState["texts"],
  isRead: (field: TextField) => boolean = () => true,
): Texts {
  const fields = texts
    .map(({ name }) => form.elements.namedItem(name))
    .filter((field) => field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement);
  return Object.fromEntries(fields.filter(isRead).map(({ name, value }) => [name, value]));
}
