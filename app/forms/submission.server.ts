import type { Submission, SubmissionResult } from "@conform-to/react";
import { ApiError, isUnavailable } from "#app/api-client/transport/api-error.server.ts";

/**
 * The reply to a form whose call the API refused: its field errors under the fields, its message on
 * top when no field carries one, both in the reader's language. An API that is away or broken says
 * nothing, so `message` is asked about "". What concerns no field stands under "form", the name of
 * none: the form library would focus the first control without a name for what stands under "".
 * Rethrows what is no matter of the form (redirects, bugs).
 */
export function replyWithApiError<Schema, FormValue>(
  submission: Submission<Schema, string[], FormValue>,
  error: unknown,
  message: (english: string) => string,
): SubmissionResult<string[]> {
  const ofForm = (english: string) =>
    submission.reply({ fieldErrors: { form: [message(english)] } });
  if (isUnavailable(error)) return ofForm("");
  if (!(error instanceof ApiError)) throw error;
  const fieldErrors = Object.fromEntries(
    Object.entries(error.fields).map(([field, messages]) => [field, messages.map(message)]),
  );
  return Object.keys(fieldErrors).length > 0
    ? submission.reply({ fieldErrors })
    : ofForm(error.message);
}
