/** What a purchase delivers (spec §7 purchase/{id}/download). */
export const ZIP = { type: "application/zip", fileName: "download.zip" };

/**
 * The headers of a file that the API sends and a browser is to save: of the API's own only those that
 * name and measure it. It is never shown as a page, and nobody else keeps it. `fileName` is for a
 * response without a name.
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
  // A body that was sent compressed has been unpacked on the way: its length is another one.
  if (length && !from.has("content-encoding")) headers.set("content-length", length);
  return headers;
}
