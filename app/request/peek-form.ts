import { copyRequest } from "#app/framework/copy-request.ts";

/** The submitted form, or an empty one without one. Leaves the request unread. */
export async function peekForm(request: Request): Promise<FormData> {
  return copyRequest(request)
    .formData()
    .catch(() => new FormData());
}
