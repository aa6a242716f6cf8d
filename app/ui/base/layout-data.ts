import { useRouteLoaderData } from "react-router";
import type { loader } from "#app/layout/layout.tsx";

export type Shell = Awaited<ReturnType<typeof loader>>["data"];

/** What every screen of a locale shares: texts, settings, menus, the user (layout/layout.tsx). */
export function useShell(): Shell {
  const shell = useOptionalShell();
  if (!shell) throw new Error("useShell() outside of the locale route");
  return shell;
}

/** The same, or null on the last-resort error page that stands above the locale route. */
export function useOptionalShell(): Shell | null {
  return useRouteLoaderData<typeof loader>("layout") ?? null;
}
