import { copyRequest } from "#app/framework/copy-request.ts";

/** The form that was sent, or an empty one where there is none. Leaves the request unread. */
export async function peekForm(request: Request): Promise<FormData> {
  return copyRequest(request)
    .formData()
    .catch(() => new FormData());
}
