import { downloadProducts } from "#app/api-client/staff/imports.server.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { toDownloadHeaders } from "#app/request/download-headers.server.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import type { Route } from "./+types/export-products";

const TYPES = { csv: "text/csv; charset=utf-8", zip: "application/zip" } as const;

/** The shop's products in import format, streamed. */
export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "catalogue");
  const { searchParams } = getUrl(context);
  const format = searchParams.get("format") === "zip" ? "zip" : "csv";
  const names = ["status", "category", "style"];
  const filter = names.map((name) => [name, searchParams.get(name) ?? ""] as const);
  const query = { ...Object.fromEntries(filter), format };
  try {
    const file = await downloadProducts(getApi(context), query);
    const headers = toDownloadHeaders(file.headers, { type: TYPES[format] });
    return new Response(file.body, { headers });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const [kind, key] = ["error", "errors.export_too_large"] as const;
    return redirectTo(context, "/staff/imports", { kind, key, serverMessage: error.reason });
  }
}
