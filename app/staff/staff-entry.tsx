import { redirect, redirectDocument } from "react-router";
import { localePath } from "#app/i18n/paths.ts";
import { getLocale } from "#app/middleware/locale.ts";
import type { Route } from "./+types/staff-entry";

/** The desk has no such page: not-found, as any unknown path (spec §2). */
export function loader({ context }: Route.LoaderArgs) {
  throw redirect(localePath(getLocale(context), "/404"), 302);
}

export function action({ context }: Route.ActionArgs) {
  throw redirect(localePath(getLocale(context), "/404"), 302);
}

/**
 * What a shopper's browser knows of the desk: its pages are loaded as documents, which bring the
 * table of its routes (`slim-manifest.server.ts`).
 */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  throw redirectDocument(request.url);
}

export default function StaffEntry() {
  return null;
}
