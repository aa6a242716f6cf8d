import type { ApiError } from "#app/api-client/transport/api-error.server.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";

/**
 * The redirect for an error about a form's record rather than its fields (`AppForm.handle`):
 * somebody else has meanwhile dealt with the record, and the list at `path` shows the result, with
 * the server's reason. Only for forms without typed text, which would be lost (`StaleForm`).
 */
export function redirectWithReason(context: Context, path: string) {
  return ({ reason }: ApiError) =>
    redirectTo(context, path, {
      kind: "error",
      key: "errors.request_failed",
      serverMessage: reason,
    });
}
