import { ApiError, isUnavailable } from "#app/api-client/transport/api-error.server.ts";

/** How a file is sent; `fileName` applies if the API's response has no name. */
export type FileKind = { type: string; fileName?: string };

/** The file that a purchase delivers (spec §7 purchase/{id}/download). */
export const ZIP: FileKind = { type: "application/zip", fileName: "download.zip" };
export const CSV: FileKind = { type: "text/csv; charset=utf-8" };

/**
 * Streams a file of the API as a download. Because a browser requested a file, `reject` turns an
 * API error of any status (spec §7) into the response, usually a redirect to a page with a message.
 * Throws everything else: redirects, bugs, an unavailable API.
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
 * Only the headers of such a file. An error becomes its bare status and is not logged, because a
 * response to HEAD has no reason. Throws redirects and bugs.
 */
export async function sendHead(loading: Promise<Response>, kind: FileKind): Promise<Response> {
  try {
    return toDownload(await loading, kind);
  } catch (error) {
    if (!(error instanceof ApiError || isUnavailable(error))) throw error;
    return new Response(null, { status: error.init.status });
  }
}

/** The API's file as a download. */
export function toDownload(file: Response, kind: FileKind): Response {
  return new Response(file.body, { headers: toDownloadHeaders(file.headers, kind) });
}

/**
 * Keeps only the API's headers for the file's name and length. It is never rendered as a page, and
 * never cached.
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
  // A compressed body has been decompressed by `fetch`, so the header's length is wrong.
  if (length && !from.has("content-encoding")) headers.set("content-length", length);
  return headers;
}
