import type { RouterContextProvider } from "react-router";
import { createImport } from "#app/api-client/staff/imports.server.ts";
import { ApiError, reasonOf } from "#app/api-client/transport/api-error.server.ts";
import { throwRightLost } from "#app/middleware/note-unsent.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { IMPORT_MB_MAX } from "#domain/imports.ts";

const UPLOAD_MS_MAX = 30 * 60_000;

type Context = Readonly<RouterContextProvider>;

/**
 * Starts the import of a form that is streamed. Returns a redirect to it, or back to the imports
 * with a toast that says why there is none. Throws redirects, an API that is away, and a 403 if the
 * sender lost the right to it meanwhile, which the API says by a 404.
 */
export async function sendUpload(
  context: Context,
  form: { stream: ReadableStream<Uint8Array>; contentType: string },
): Promise<Response> {
  try {
    const id = await createImport(getApi(context), { ...form, timeoutMs: UPLOAD_MS_MAX });
    return await redirectTo(context, staffPath("imports", id));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) throwRightLost(context, getUrl(context).pathname);
    return rejectUpload(context, error);
  }
}

/** Back to the imports, with a toast: without an error that there was no file. */
export function rejectUpload(context: Context, error?: ApiError): Promise<Response> {
  const isTooLarge = error?.status === 413;
  const failure = error ? "errors.request_failed" : "errors.file_required";
  return redirectTo(context, "/staff/imports", {
    kind: "error",
    key: isTooLarge ? "errors.file_too_large" : failure,
    serverMessage: isTooLarge ? null : reasonOf(error),
    values: { maxSize: IMPORT_MB_MAX },
  });
}
