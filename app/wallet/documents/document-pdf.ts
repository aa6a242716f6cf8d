import { reasonOf } from "#app/api-client/transport/api-error.server.ts";
import { downloadDocument } from "#app/api-client/wallet/documents.server.ts";
import { requireUser } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { sendDownload } from "#app/request/send-download.server.ts";
import type { Route } from "./+types/document-pdf";

/**
 * Streams the PDF. The browser requested a file: a missing one is a plain 404, any other rejection
 * redirects to the document with a message.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requireUser(context);
  const loading = downloadDocument(getApi(context), params.id);
  return sendDownload(loading, { type: "application/pdf" }, (error) => {
    if (error.status === 404) return new Response(null, { status: 404 });
    const back = `/dashboard/documents/${encodeURIComponent(params.id)}`;
    const toast = { kind: "error", key: "errors.download_failed" } as const;
    return redirectTo(context, back, { ...toast, serverMessage: reasonOf(error) });
  });
}
