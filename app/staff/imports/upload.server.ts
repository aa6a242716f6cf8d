import { data } from "react-router";
import { createImport } from "#app/api-client/staff/imports.server.ts";
import { ApiError, reasonOf } from "#app/api-client/transport/api-error.server.ts";
import { type ShownMessage, toReference } from "#app/i18n/message-reference.ts";
import { throwRightLost } from "#app/middleware/note-unsent.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { IMPORT_MB_MAX, IMPORT_UPLOAD_TIMEOUT_MS } from "#domain/imports.ts";

/**
 * Starts the import of a streamed form. Returns a redirect to it, or the reason why there is none
 * (`rejectUpload`). Throws redirects, errors of an unavailable API, and a 403 if the sender has
 * meanwhile lost the right to it, which the API reports as a 404.
 */
export async function sendUpload(
  context: Context,
  form: { stream: ReadableStream<Uint8Array>; contentType: string },
): Promise<Response | ReturnType<typeof rejectUpload>> {
  try {
    const id = await createImport(getApi(context), {
      ...form,
      timeoutMs: IMPORT_UPLOAD_TIMEOUT_MS,
    });
    return await redirectTo(context, staffPath("imports", id));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) throwRightLost(context, getUrl(context).pathname);
    return rejectUpload(error);
  }
}

/**
 * What the screen shows for a rejected file, with its status: without an error it says that there
 * was no file.
 */
export function rejectUpload(error?: ApiError) {
  const { status = 422 } = error ?? {};
  return data({ problem: toReference(toProblem(error)) }, { status });
}

function toProblem(error: ApiError | undefined): ShownMessage {
  if (error === undefined) return { code: "file_required" };
  if (error.status === 413) return { code: "file_too_large", params: { maxSize: IMPORT_MB_MAX } };
  return reasonOf(error) ?? { code: "request_failed" };
}
