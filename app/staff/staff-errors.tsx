import { isRouteErrorResponse } from "react-router";
import { useT } from "#app/i18n/i18n.tsx";
import { ErrorPage } from "#app/ui/base/error-page.tsx";
import type { Route } from "./+types/staff-errors";
import { NotOffered } from "./not-offered.tsx";

/**
 * The error page of the staff's screens: layout/error-boundary.tsx, and another word for what a server
 * of somebody else's does not have.
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useT();
  return isMissingCall(error) ? (
    <NotOffered title={t("staff.title")} />
  ) : (
    <ErrorPage error={error} />
  );
}

/** A 404 that names nothing that was not found, or a 405: the call itself is not there. */
function isMissingCall(error: unknown): boolean {
  if (!isRouteErrorResponse(error)) return false;
  return error.status === 405 || (error.status === 404 && error.data?.code === "not_found");
}
