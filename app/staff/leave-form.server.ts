import type { RouterContextProvider } from "react-router";
import type { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { redirectTo } from "#app/request/flash-toast.ts";

/**
 * Where an error leads that is about what the form is of, not about the form (`AppForm.handle`):
 * somebody else has dealt with it meanwhile, and the list at `path` shows how. The server's reason is
 * said there. Only for forms without anything typed, which would be lost (`LateForm`).
 */
export function leaveTo(context: Readonly<RouterContextProvider>, path: string) {
  return ({ reason }: ApiError) =>
    redirectTo(context, path, {
      kind: "error",
      key: "errors.request_failed",
      serverMessage: reason,
    });
}
