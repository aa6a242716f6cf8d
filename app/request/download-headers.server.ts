/** The content type of a purchase's download (spec §7 purchase/{id}/download). */
export const ZIP = { type: "application/zip", fileName: "download.zip" };

/**
 * Headers of a file that is proxied from the API as a download: only the API's headers for its name
 * and length are used. It is never rendered as a page or cached. `fileName` is for a response
 * without a name.
 */
export function toDownloadHeaders(
  from: Headers,
  file: { type: string; fileName?: string },
): Headers {
  const disposition = from.get("content-disposition") ?? "";
  const fallback = file.fileName ? `attachment; filename="${file.fileName}"` : "attachment";
  const headers = new Headers({
    "content-type": file.type,
    "content-disposition": disposition.startsWith("attachment") ? disposition : fallback,
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-store",
  });
  const length = from.get("content-length");
  // A compressed body has been decompressed on the way, which changes its length.
  if (length && !from.has("content-encoding")) headers.set("content-length", length);
  return headers;
}
