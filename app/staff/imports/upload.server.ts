import type { RouterContextProvider } from "react-router";
import { createImport } from "#app/api-client/staff/imports.server.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { IMPORT_MB_MAX } from "#domain/imports.ts";

const UPLOAD_MS_MAX = 30 * 60_000;

type Context = Readonly<RouterContextProvider>;

/**
 * Starts the import of a form that is streamed. Returns a redirect to it, or back to the imports
 * with a toast that says why there is none. Throws redirects, and an API that is away.
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
    return rejectUpload(context, error);
  }
}

/** Back to the imports, with a toast: without an error that there was no file. */
export function rejectUpload(context: Context, error?: ApiError): Promise<Response> {
  const isTooLarge = error?.status === 413;
  // What the API lacks for now has its own words.
  const reason = error && error.status >= 500 ? error.reason : error?.fields.media?.[0];
  return redirectTo(context, "/staff/imports", {
    kind: "error",
    key: isTooLarge ? "errors.file_too_large" : "errors.file_required",
    serverMessage: isTooLarge ? null : reason,
    values: { maxSize: IMPORT_MB_MAX },
  });
}
