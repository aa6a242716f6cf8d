import { copyRequest } from "#app/framework/copy-request.ts";

/** The submitted form; an empty one if there is none. Leaves the request unread. */
export async function peekForm(request: Request): Promise<FormData> {
  return copyRequest(request)
    .formData()
    .catch(() => new FormData());
}
