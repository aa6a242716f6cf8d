import { data, isRouteErrorResponse } from "react-router";
import { toReference } from "#app/i18n/message-reference.ts";
import { isForeign, readUnreadCode } from "#domain/unread-forms.ts";
import { readUnsent } from "#domain/unsent-forms.ts";
import type { FailedForm } from "./form-types.ts";
import { readSeen } from "./seen/seen-state.ts";

/** The arguments of a `clientAction`. */
type ClientArgs = { request: Request; serverAction: () => Promise<FailedForm> };
/** The maximum size of a file in MB, by its field. */
type FilesMax = Record<string, number>;

/**
 * The `clientAction` of a screen with a form. If the network or the server fails, an error page
 * would replace the form and lose all input: instead the form stays unchanged and shows its
 * `unclear` message. Redirects and rejected forms (4xx) are passed on.
 */
export function preserveInput(args: ClientArgs) {
  return preserveInputOf(null, args);
}

/**
 * The same for a page with several forms: `formId` identifies the submitted one. A file that
 * exceeds its maximum is not sent in vain: its field shows the error.
 */
export async function preserveInputOf(
  formId: string | null,
  { request, serverAction }: ClientArgs,
  filesMax: FilesMax = {},
) {
  const sent = await request.clone().formData();
  const tooLarge = Object.entries(filesMax).filter(([name, mb]) => isLarger(sent.get(name), mb));
  if (tooLarge.length === 0) return orWhenLost(serverAction, toLostForm(sent, formId));
  const errors = tooLarge.map(([name, mb]) => [name, [fileTooLarge(mb)]]);
  return rejectUnsent(sent, Object.fromEntries(errors), formId);
}

const isLarger = (value: FormDataEntryValue | null, mb: number) =>
  value instanceof File && value.size > mb * 1024 * 1024;

/** The error of a file of more than `mb` MB, as a reference that its form translates. */
export const fileTooLarge = (mb: number) =>
  toReference({ code: "file_too_large", params: { maxSize: mb } });

/** The `clientAction` of a screen whose form has files. */
export function preserveFiles(filesMax: FilesMax) {
  return (args: ClientArgs) => preserveInputOf(null, args, filesMax);
}

/**
 * The same for a page whose forms are distinguished by their URLs (`dispatchForms`); `first` is the
 * form for a URL without an id.
 */
export function preserveInputOfNamed(first: string, filesMax?: FilesMax) {
  return (args: ClientArgs) =>
    preserveInputOf(readFormName(new URL(args.request.url)) ?? first, args, filesMax);
}

/** The id of the posted form in a URL; null if there is none. */
export function readFormName(url: URL): string | null {
  return url.searchParams.get("form");
}

/** A form that was lost in transit, as `orWhenLost` returns it. */
export function toLostForm(sent: FormData, formId: string | null = null): FailedForm {
  return { ...toUnchangedForm(sent), formId, isUnclear: true, isLost: true };
}

/**
 * The result of a `clientAction` that has found an error before sending anything: the page stays
 * unchanged (`wasNotProcessed`).
 */
export function rejectUnsent(
  sent: FormData,
  error: Record<string, string[] | null>,
  formId: string | null = null,
) {
  const form = toUnchangedForm(sent);
  return data<FailedForm>({ ...form, formId, reply: { ...form.reply, error } }, { status: 503 });
}

function toUnchangedForm(sent: FormData): FailedForm {
  const operationId = sent.get("operation_id");
  return {
    formId: null,
    // Without `initialValue` the form library leaves the fields unchanged.
    reply: { status: "error" },
    operationId: typeof operationId === "string" ? operationId : null,
    seen: readSeen((name) => sent.get(name)),
    isUnclear: false,
  };
}

/**
 * The action's result. Returns `lost` with a 503 if the network or the server failed, a proxy in
 * front of us replied instead, the form was not read, or its sender has lost the right to it; and
 * with a 401 if the sender's session had expired: the form stays unchanged.
 */
export async function orWhenLost<Result, Lost>(serverAction: () => Promise<Result>, lost: Lost) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    const isRightLost = readUnsent(error)?.code === "right_lost";
    const unread = isRightLost ? "right_lost" : readUnreadCode(error);
    if (unread) return data({ ...lost, isUnclear: false, unread }, { status: 503 });
    const status = isForeign(error) || !isRouteErrorResponse(error) ? 503 : error.status;
    // A form whose sender has to sign in (middleware/note-unsent.ts). The API's 401 to a read that
    // was sent without the session arrives as a 502 (`ApiError.init`).
    if (status === 401) return data({ ...lost, isSignedOut: true }, { status });
    if (status < 500) throw error;
    return data(lost, { status: 503 });
  }
}
