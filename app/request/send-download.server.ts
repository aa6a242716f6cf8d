import { ApiError, isUnavailable } from "#app/api-client/transport/api-error.server.ts";

/** What a file is sent as; `fileName` is for a response of the API's without a name. */
export type FileKind = { type: string; fileName?: string };

/** What a purchase delivers (spec §7 purchase/{id}/download). */
export const ZIP: FileKind = { type: "application/zip", fileName: "download.zip" };
export const CSV: FileKind = { type: "text/csv; charset=utf-8" };

/**
 * A file of the API's as one to be saved, passed on as it streams. A browser asked for a file: an
 * error of the API's, of any status (spec §7), is responded to by `reject`, which mostly leads back to
 * a page with a message. Throws all else: redirects, bugs, an API that is away.
 */
export async function sendDownload(
  loading: Promise<Response>,
  kind: FileKind,
  reject: (error: ApiError) => Response | Promise<Response>,
): Promise<Response> {
  try {
    return toDownload(await loading, kind);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return reject(error);
  }
}

/**
 * The headers of such a file, which are no download: an error is its status alone and is not logged,
 * since no response to HEAD says its reason. Throws redirects and bugs.
 */
export async function sendHead(loading: Promise<Response>, kind: FileKind): Promise<Response> {
  try {
    return toDownload(await loading, kind);
  } catch (error) {
    if (!(error instanceof ApiError || isUnavailable(error))) throw error;
    return new Response(null, { status: error.init.status });
  }
}

/** The API's file as one to be saved by a browser. */
export function toDownload(file: Response, kind: FileKind): Response {
  return new Response(file.body, { headers: toDownloadHeaders(file.headers, kind) });
}

/**
 * Of the API's own headers only those that name and measure the file. It is never shown as a page,
 * and nobody else keeps it.
 */
function toDownloadHeaders(from: Headers, kind: FileKind): Headers {
  const disposition = from.get("content-disposition") ?? "";
  const fallback = kind.fileName ? `attachment; filename="${kind.fileName}"` : "attachment";
  const headers = new Headers({
    "content-type": kind.type,
    "content-disposition": disposition.startsWith("attachment") ? disposition : fallback,
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-store",
  });
  const length = from.get("content-length");
  // A body that was sent compressed has been unpacked on the way: its length is another one.
  if (length && !from.has("content-encoding")) headers.set("content-length", length);
  return headers;
}
