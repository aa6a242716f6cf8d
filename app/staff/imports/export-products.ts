import { downloadProducts } from "#app/api-client/staff/imports.server.ts";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { CSV, sendDownload } from "#app/request/send-download.server.ts";
import type { Route } from "./+types/export-products";

const KINDS = { csv: CSV, zip: { type: "application/zip" } };

/** The shop's products in import format, streamed. */
export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "catalogue");
  const { searchParams } = getUrl(context);
  const format = searchParams.get("format") === "zip" ? "zip" : "csv";
  const names = ["status", "category", "style"];
  const filter = names.map((name) => [name, searchParams.get(name) ?? ""] as const);
  const query = { ...Object.fromEntries(filter), format };
  return sendDownload(downloadProducts(getApi(context), query), KINDS[format], (error) => {
    if (error.status >= 500) throw error;
    const [kind, key] = ["error", "errors.export_too_large"] as const;
    return redirectTo(context, "/staff/imports", { kind, key, serverMessage: error.reason });
  });
}
