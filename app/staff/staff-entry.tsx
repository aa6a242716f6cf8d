import { redirectDocument } from "react-router";
import { toNotFound } from "#app/middleware/guards.ts";
import type { Route } from "./+types/staff-entry";

/** There is no such staff page: not-found, as for any unknown path (spec §2). */
export function loader({ context }: Route.LoaderArgs) {
  throw toNotFound(context);
}

export function action({ context }: Route.ActionArgs) {
  throw toNotFound(context);
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
