import { type SubmissionResult, useForm } from "@conform-to/react";
import { type ComponentProps, type ReactNode, useMemo } from "react";
import { Form } from "#app/ui/base/link.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import type { FieldMeta } from "./field.tsx";
import type { FailedForm, LoadedForm } from "./form-types.ts";
import { SignInBeside } from "./sign-in-beside.tsx";
import { useThroughLinks } from "./use-through-links.ts";

export type BrowserForm<Name extends string = string> = {
  id: string;
  noValidate: boolean;
  onSubmit: ComponentProps<typeof Form>["onSubmit"];
  fields: Record<Name, FieldMeta>;
  /** What is wrong; undefined for a form that was not rejected. */
  reply: SubmissionResult<string[]> | undefined;
  operationId: string | null;
  isUnclear: boolean;
  /** Nothing was done with it: its sender has to sign in. */
  isSignedOut: boolean;
};

/**
 * A form in the browser: what its loader gave (`AppForm.load`), what its action returned, and what
 * its fields begin with. What was typed into a form that is shown again comes before `defaults`.
 */
export function useAppForm<Name extends string>(
  loaded: LoadedForm<Name>,
  failed: FailedForm | undefined,
  defaults?: NoInfer<Partial<Record<Name, string>>>,
): BrowserForm<Name> {
  const mine = useThroughLinks(
    failed && [null, loaded.id].includes(failed.formId) ? failed : undefined,
  );
  const reply = useMemo(() => toReply(mine, loaded.failure), [mine, loaded.failure]);
  const [form, fields] = useForm<Record<string, string>>({
    id: loaded.id,
    lastResult: reply,
    constraint: loaded.constraints,
    defaultValue: defaults,
  });
  // The library has metadata for whatever name is read.
  const named: Record<string, FieldMeta> = fields;
  return {
    id: form.id,
    noValidate: form.noValidate,
    onSubmit: form.onSubmit,
    fields: named,
    reply,
    operationId: mine?.operationId ?? loaded.operationId,
    isUnclear: mine?.isUnclear ?? false,
    isSignedOut: mine?.isSignedOut ?? false,
  };
}

/** A form that got lost was not judged: what is to be said of it is known beforehand. */
function toReply(failed: FailedForm | undefined, failure: string) {
  if (!failed?.isLost) return failed?.reply;
  const reason = failed.isSignedOut ? "errors.session_over" : failure;
  return { status: "error" as const, error: { form: [reason] } };
}

/**
 * The `<form>` of `useAppForm`: all that is wrong above it, and its idempotency key in it. `summary`
 * names its fields in their order, with a label where messages do not distinguish them.
 */
export function BoundForm<Name extends string>({
  of: bound,
  summary,
  summaryTitle,
  lead,
  children,
  ...props
}: ComponentProps<typeof Form> & {
  of: BrowserForm<Name>;
  summary: readonly (NoInfer<Name> | { name: NoInfer<Name>; label: string })[];
  /** Instead of the usual heading. */
  summaryTitle?: string;
  /** Between the errors and the form. */
  lead?: ReactNode;
}) {
  const summaryFields = summary.map((one) => {
    const { name, label } = typeof one === "string" ? { name: one, label: undefined } : one;
    return { name, id: bound.fields[name].id, label };
  });
  return (
    <>
      <ErrorSummary reply={bound.reply} fields={summaryFields} title={summaryTitle} />
      {bound.isSignedOut ? <SignInBeside /> : null}
      {lead}
      <Form
        method="post"
        id={bound.id}
        noValidate={bound.noValidate}
        onSubmit={bound.onSubmit}
        {...props}
      >
        {bound.operationId === null ? null : (
          <input type="hidden" name="operation_id" value={bound.operationId} />
        )}
        {children}
      </Form>
    </>
  );
}
