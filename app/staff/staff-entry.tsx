import { redirect, redirectDocument } from "react-router";
import { localePath } from "#app/i18n/paths.ts";
import { getLocale } from "#app/middleware/locale.ts";
import type { Route } from "./+types/staff-entry";

/** There is no such staff page: not-found, as for any unknown path (spec §2). */
export function loader({ context }: Route.LoaderArgs) {
  throw redirect(localePath(getLocale(context), "/404"), 302);
}

export function action({ context }: Route.ActionArgs) {
  throw redirect(localePath(getLocale(context), "/404"), 302);
}

/**
 * The only staff route in a shopper's browser: staff pages are loaded as documents, which contain
 * the table of their routes (`slim-manifest.server.ts`).
 */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  throw redirectDocument(request.url);
}

export default function StaffEntry() {
  return null;
}
