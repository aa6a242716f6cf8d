import type { ApiContext } from "./context.ts";
import { binary } from "./openapi.ts";

/** Describes a zip with an image, for the API's documentation. */
export const zipResponse = {
  description: "A zip with the picture and the English prompt",
  content: { "application/zip": binary },
};

/** Sends a zip as a download with this name. */
export function respondWithZip(
  c: ApiContext,
  { fileName, bytes }: { fileName: string; bytes: Uint8Array<ArrayBuffer> },
) {
  return c.body(bytes, 200, {
    "content-type": "application/zip",
    "content-length": String(bytes.byteLength),
    "content-disposition": `attachment; filename="${fileName}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    "x-content-type-options": "nosniff",
  });
}
