import { type SubmissionResult, useForm } from "@conform-to/react";
import { type ComponentProps, type ReactNode, useMemo } from "react";
import { useT } from "#app/i18n/i18n.tsx";
import { Form } from "#app/ui/base/link.tsx";
import { SENDER_FIELD } from "#domain/unsent-forms.ts";
import { ErrorSummary } from "./error-summary.tsx";
import type { FieldMeta } from "./field.tsx";
import type { FailedForm, LoadedForm } from "./form-types.ts";
import { useTypedValues } from "./history/typed-values.ts";
import { useNoteSent, useStableValue } from "./seen/executions.ts";
import { isOf } from "./seen/seen-state.ts";
import { SignInInNewWindow } from "./session/sign-in-in-new-window.tsx";

export type BrowserForm<Name extends string = string, Failed extends FailedForm = FailedForm> = {
  id: string;
  noValidate: boolean;
  onSubmit: ComponentProps<typeof Form>["onSubmit"];
  fields: Record<Name, FieldMeta>;
  /** The errors; undefined for a form that was not rejected. */
  reply: SubmissionResult<string[]> | undefined;
  /** The action's result for this form, until it is executed or its page is left. */
  failed: Failed | undefined;
  operationId: string | null;
  sender: string | null;
  isUnclear: boolean;
  /** It was not executed, because its sender has to sign in. */
  isSignedOut: boolean;
};

/**
 * A form in the browser, from its loader's data (`AppForm.load`), its action's result, and its
 * initial values. Submitted values take precedence over `defaults`, and so do those typed before
 * its page was left, if the form has `comesBack` (`FormOptions`).
 */
export function useAppForm<Name extends string, Failed extends FailedForm = FailedForm>(
  loaded: LoadedForm<Name>,
  failed: Failed | undefined,
  defaults?: NoInfer<Partial<Record<Name, string | string[]>>>,
): BrowserForm<Name, Failed> {
  const mine = useStableValue([loaded], failed, isOf(failed, loaded) ? failed : undefined);
  const operationId = useStableValue([loaded], failed, loaded.operationId);
  const onSent = useNoteSent(loaded);
  const offline = useT()("shell.offline");
  const reply = useMemo(
    () => toReply(mine, loaded.unclear, offline),
    [mine, loaded.unclear, offline],
  );
  const { typed, onSent: onTypedSent } = useTypedValues(loaded.id, {
    comesBack: loaded.comesBack ?? false,
    isRejected: mine !== undefined,
  });
  const [form, fields] = useForm<Record<string, string | string[]>>({
    id: loaded.id,
    lastResult: reply,
    constraint: loaded.constraints,
    defaultValue: typed ? { ...defaults, ...typed } : defaults,
  });
  // The library has metadata for any name.
  const named: Record<string, FieldMeta> = fields;
  return {
    id: form.id,
    noValidate: form.noValidate,
    onSubmit: (event) => {
      form.onSubmit(event);
      if (event.defaultPrevented) return;
      onTypedSent();
      onSent(event);
    },
    fields: named,
    reply,
    failed: mine,
    operationId: mine?.operationId ?? operationId,
    sender: loaded.sender,
    isUnclear: mine?.isUnclear ?? false,
    isSignedOut: mine?.isSignedOut ?? false,
  };
}

/** The hidden field with the form's member, for forms of members without `useAppForm`. */
export function SenderField({ sender }: { sender: string | null }) {
  return sender === null ? null : <input type="hidden" name={SENDER_FIELD} value={sender} />;
}

/** A form lost in transit was not validated, so its message is known in advance. Browsers only. */
function toReply(failed: FailedForm | undefined, unclear: string, offline: string) {
  if (!failed?.isLost) return failed?.reply;
  const lost = navigator.onLine ? unclear : offline;
  const unread = failed.unread ? `errors.${failed.unread}` : lost;
  const reason = failed.isSignedOut ? "errors.session_over" : unread;
  return { ...failed.reply, error: { form: [reason] } };
}

/**
 * The `<form>` of `useAppForm`, with all errors above it and its idempotency key inside. `summary`
 * lists its fields in order, with a label if messages do not distinguish them.
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
  /** Replaces the default heading. */
  summaryTitle?: string;
  /** Content between the errors and the form. */
  lead?: ReactNode;
}) {
  const summaryFields = summary.map((one) => {
    const { name, label } = typeof one === "string" ? { name: one, label: undefined } : one;
    return { name, id: bound.fields[name].id, label };
  });
  return (
    <>
      <ErrorSummary reply={bound.reply} fields={summaryFields} title={summaryTitle} />
      {bound.isSignedOut ? <SignInInNewWindow /> : null}
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
        <SenderField sender={bound.sender} />
        {children}
      </Form>
    </>
  );
}
