import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useRef } from "react";
import { useT } from "#app/i18n/i18n.tsx";
import { useMessage } from "#app/i18n/use-message.ts";
import { useShownErrors } from "#app/ui/shown-errors.ts";

export type ErrorLine = { text: string; fieldId: string | null; label?: string };
/** `label` distinguishes fields whose messages are the same. */
type SummaryField = { name: string; id: string; label?: string };

/**
 * All errors at the top of the page (spec §5): each line links to its field. Takes the fields in
 * form order. Errors without a field are listed too, without a heading if there are no others.
 * Receives the focus when a rejection arrives.
 */
export function ErrorSummary(props: {
  reply: SubmissionResult<string[]> | undefined;
  fields: readonly SummaryField[];
  /** Replaces the default heading. */
  title?: string;
}) {
  const { reply, fields, title } = props;
  const ref = useRef<HTMLDivElement>(null);
  const t = useT();
  const message = useMessage();
  const lines = listErrors(reply, fields);
  useShownErrors(lines.length > 0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new reply asks for attention.
  useEffect(() => {
    ref.current?.focus();
  }, [reply]);

  if (lines.length === 0) return null;
  const isFixable = lines.some(({ fieldId }) => fieldId !== null);
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: scrolls it into view without scripts
      autoFocus
      className="card mb-8 border-s-4 border-s-negative p-5"
      aria-labelledby={isFixable ? "error-summary-title" : undefined}
    >
      {isFixable ? (
        <h2 id="error-summary-title" className="mb-3 text-xl">
          {title ?? t("form.errors")}
        </h2>
      ) : null}
      <ul className="space-y-1.5">
        {lines.map(({ text, fieldId, label }) => (
          <li key={`${fieldId}:${text}`} className="text-negative">
            {fieldId ? (
              <a href={`#${fieldId}`} className="underline underline-offset-4">
                {label ? t("shell.labelled", { label, text: message(text) }) : message(text)}
              </a>
            ) : (
              message(text)
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The reply's errors in form order; those of the form and of unknown fields come first. */
export function listErrors(
  reply: SubmissionResult<string[]> | undefined,
  fields: readonly SummaryField[],
): ErrorLine[] {
  const errors = reply?.error ?? {};
  const known = new Set(fields.map((field) => field.name));
  const general = Object.keys(errors).filter((name) => !known.has(name));
  const toLines = (name: string, fieldId: string | null, label?: string) =>
    (errors[name] ?? []).map((text) => ({ text, fieldId, ...(label ? { label } : {}) }));
  return [
    ...general.flatMap((name) => toLines(name, null)),
    ...fields.flatMap((field) => toLines(field.name, field.id, field.label)),
  ];
}
