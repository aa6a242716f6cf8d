/** Of the API's headers only those that name and measure the file; it is never shown as a page. */
export function zipHeaders(from: Headers): Headers {
  const disposition = from.get("content-disposition") ?? "";
  const headers = new Headers({
    "content-type": "application/zip",
    "content-disposition": disposition.startsWith("attachment")
      ? disposition
      : 'attachment; filename="download.zip"',
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-store",
  });
  const length = from.get("content-length");
  // A body that was sent compressed has been unpacked on the way: its length is another one.
  if (length && !from.has("content-encoding")) headers.set("content-length", length);
  return headers;
}
