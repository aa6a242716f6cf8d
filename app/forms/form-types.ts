import type { SubmissionResult } from "@conform-to/react";
import type { UnreadCode } from "#domain/unread-forms.ts";

/** Constraints checked by the browser; patterns stay on the server, where their messages are. */
export type FieldConstraint = { required?: boolean; minLength?: number; maxLength?: number };

/** What a loader returns for `useAppForm`. */
export type LoadedForm<Name extends string = string> = {
  id: string;
  constraints: Record<Name, FieldConstraint>;
  /** An idempotency key, for a schema that has the field `operation_id`. */
  operationId: string | null;
  /** The message if no response comes back: it is unknown whether the form was executed. */
  unclear: string;
  /** The member to whom the form belongs; null on pages for everybody. */
  sender: string | null;
  /** Whether the typed values return with the page (`FormOptions`). */
  comesBack?: boolean | undefined;
};

/** What an action returns to `useAppForm` for a form that is shown again. */
export type FailedForm = {
  /** Null for a form that was lost in transit: then the page has only one form. */
  formId: string | null;
  reply: SubmissionResult<string[]>;
  operationId: string | null;
  /** The state that its sender saw (`readSeen`), even for a lost form. */
  seen?: Record<string, string>;
  /** Somebody has changed its record since it was opened. */
  isConflict?: boolean;
  /** For a conflict: the version that its note describes. */
  version?: number;
  /** It is unknown whether it was executed: it must not simply be sent again. */
  isUnclear: boolean;
  /** It did not reach the server, or no response came back: it was not validated. */
  isLost?: boolean;
  /** It was not executed because the sender's session had expired. */
  isSignedOut?: boolean;
  /** Why it was not executed: it did not arrive completely, or its sender lost the right to it. */
  unread?: UnreadCode | "right_lost";
};
