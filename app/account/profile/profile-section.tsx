import { type ReactNode, useEffect, useRef } from "react";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { useExecutions } from "#app/forms/seen/executions.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import type { ProfileIntent } from "./profile-intents.ts";

/** A section of the page: its description next to its form. */
export function Section(props: { id: string; title: string; lead: string; children: ReactNode }) {
  const { id, title, lead, children } = props;
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid gap-x-16 gap-y-6 py-10 first:pt-2 lg:grid-cols-[16rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={`${id}-title`} className="text-2xl">
          {title}
        </h2>
        <p className="mt-2 text-muted">{lead}</p>
      </div>
      <div className="max-w-2xl">{children}</div>
    </section>
  );
}

/** The button identifies the submitted form. */
export function SaveButton({ intent, children }: { intent: ProfileIntent; children: ReactNode }) {
  return (
    <SubmitButton name="intent" value={intent} size="large" className="w-full sm:w-auto">
      {children}
    </SubmitButton>
  );
}

/**
 * Resets the form to the saved values once it was executed: no typed text, errors or password
 * remain. Without scripts the page is reloaded anyway.
 */
export function useResetOnceExecuted(
  form: Pick<LoadedForm, "id">,
  failed: FailedForm | undefined,
): void {
  const executions = useExecutions([form], failed);
  const last = useRef(executions);
  useEffect(() => {
    if (executions === last.current) return;
    last.current = executions;
    document.forms.namedItem(form.id)?.reset();
  }, [form.id, executions]);
}
