import { toNotFound } from "#app/middleware/guards.ts";
import type { Route } from "./+types/unknown";

/** Any unknown path redirects to not-found (spec §2). */
export function loader({ context }: Route.LoaderArgs) {
  throw toNotFound(context);
}

export function action({ context }: Route.ActionArgs) {
  throw toNotFound(context);
}

export default function Unknown() {
  return null;
}
