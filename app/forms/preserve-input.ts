import { data, isRouteErrorResponse } from "react-router";
import { readUnreadCode } from "#domain/unread-forms.ts";
import { readUnsent } from "#domain/unsent-forms.ts";
import type { FailedForm } from "./form-types.ts";

/** The arguments of a `clientAction`. */
type ClientArgs = { request: Request; serverAction: () => Promise<FailedForm> };

/**
 * The `clientAction` of a screen with a form. When the network or the server fails, an error page
 * would replace the form and lose all input: instead the form stays as it is and shows its
 * `unclear`. Redirects and rejected forms (4xx) are passed on.
 */
export function preserveInput(args: ClientArgs) {
  return preserveInputOf(null, args);
}

/** The same for a page with several forms: `formId` identifies the submitted one. */
export async function preserveInputOf(
  formId: string | null,
  { request, serverAction }: ClientArgs,
) {
  return orWhenLost(serverAction, toLost(await request.clone().formData(), formId));
}

/**
 * The same for a page whose forms are distinguished by their addresses (`dispatchForms`); `first` is
 * the form whose address names none.
 */
export function preserveInputOfNamed(first: string) {
  return (args: ClientArgs) =>
    preserveInputOf(readFormName(new URL(args.request.url)) ?? first, args);
}

/** The id of the form that an address names as the one that is posted; null for none. */
export function readFormName(url: URL): string | null {
  return url.searchParams.get("form");
}

/** A form that got lost on its way, as `orWhenLost` returns it. */
export function toLost(sent: FormData, formId: string | null = null): FailedForm {
  return { ...shownAgain(sent), formId, isUnclear: true, isLost: true };
}

/** The result of a `clientAction` that has found an error before sending anything. */
export function rejectUnsent(sent: FormData, error: Record<string, string[] | null>) {
  const form = shownAgain(sent);
  return data<FailedForm>({ ...form, reply: { ...form.reply, error } }, { status: 422 });
}

function shownAgain(sent: FormData): FailedForm {
  const operationId = sent.get("operation_id");
  return {
    formId: null,
    // Without `initialValue` the form library leaves the fields alone.
    reply: { status: "error" },
    operationId: typeof operationId === "string" ? operationId : null,
    isUnclear: false,
  };
}

/**
 * The action's result; `lost` with a 503 when the network or the server failed, or the form
 * was not read or its sender has lost the right to it, and with a 401 when the sender's session had
 * expired: the form stays as it is.
 */
export async function orWhenLost<Result, Lost>(serverAction: () => Promise<Result>, lost: Lost) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    const isRightLost = readUnsent(error)?.code === "right_lost";
    const unread = isRightLost ? "right_lost" : readUnreadCode(error);
    if (unread) return data({ ...lost, isUnclear: false, unread }, { status: 503 });
    const status = isRouteErrorResponse(error) ? error.status : 503;
    // A form whose sender has to sign in (middleware/note-unsent.ts). The API's 401 to a read that was
    // sent without the session arrives as a 502 (`ApiError.init`).
    if (status === 401) return data({ ...lost, isSignedOut: true }, { status });
    if (status < 500) throw error;
    return data(lost, { status: 503 });
  }
}
