import { redirect } from "react-router";
import { localePath } from "#app/i18n/paths.ts";
import { getLocale } from "#app/middleware/locale.ts";
import type { Route } from "./+types/unknown";

/** Any unknown path redirects to not-found (spec §2). */
export function loader({ context }: Route.LoaderArgs) {
  throw redirect(localePath(getLocale(context), "/404"), 302);
}

export function action({ context }: Route.ActionArgs) {
  throw redirect(localePath(getLocale(context), "/404"), 302);
}

export default function Unknown() {
  return null;
}
