import type { Submission, SubmissionResult } from "@conform-to/react";
import { ApiError } from "./api-error.server.ts";

/**
 * The reply to a form whose call the API refused: its field errors under the fields, its message on
 * top when no field carries one, both in the reader's language. Rethrows what is no refusal of the
 * form (redirects, an unreachable API, bugs).
 */
export function replyWithApiError<Schema, FormValue>(
  submission: Submission<Schema, string[], FormValue>,
  error: unknown,
  message: (english: string) => string,
): SubmissionResult<string[]> {
  if (!(error instanceof ApiError)) throw error;
  const fieldErrors = Object.fromEntries(
    Object.entries(error.fields).map(([field, messages]) => [field, messages.map(message)]),
  );
  const hasFields = Object.keys(fieldErrors).length > 0;
  return submission.reply({
    fieldErrors,
    formErrors: hasFields ? [] : [message(error.message)],
  });
}
