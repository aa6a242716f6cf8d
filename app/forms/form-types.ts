import type { SubmissionResult } from "@conform-to/react";

/** What the browser may check by itself; patterns stay on the server, where their messages are. */
export type FieldConstraint = { required?: boolean; minLength?: number; maxLength?: number };

/** What a loader gives to `useAppForm`. */
export type LoadedForm<Name extends string = string> = {
  id: string;
  constraints: Record<Name, FieldConstraint>;
  /** An idempotency key, for a schema that has the field `operation_id`. */
  operationId: string | null;
  /** What is shown when the form does not reach the server. */
  failure: string;
};

/** What an action returns to `useAppForm` for a form that is shown again. */
export type FailedForm = {
  /** Null for a form that got lost on its way: then the page has one form only. */
  formId: string | null;
  reply: SubmissionResult<string[]>;
  operationId: string | null;
  /** Whether it was carried out is not known: it must not simply be sent again. */
  isUnclear: boolean;
  /** It did not reach the server, or no response came back: nothing was judged. */
  isLost?: boolean;
  /** It was not carried out because the sender's session was over. */
  isSignedOut?: boolean;
};
