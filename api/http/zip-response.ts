import { z } from "@hono/zod-openapi";
import type { ApiContext } from "./context.ts";

/** A zip with a picture, as the API's description has it. */
export const zipResponse = {
  description: "A zip with the picture and the English prompt",
  content: { "application/zip": { schema: z.string().openapi({ format: "binary" }) } },
};

/** A zip to be saved under its name. */
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
