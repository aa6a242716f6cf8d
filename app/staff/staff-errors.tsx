import { isRouteErrorResponse } from "react-router";
import { SessionOver } from "#app/forms/session/session-over.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { ErrorPage } from "#app/ui/base/error-page.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { readUnsent } from "#domain/unsent-forms.ts";
import type { Route } from "./+types/staff-errors";
import { RightLost } from "./forms/right-lost.tsx";

/**
 * The error page of the staff screens: layout/error-boundary.tsx, with an additional message for
 * calls that a third-party server lacks, and the returned form if the session has expired or a
 * right was lost.
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useT();
  const unsent = readUnsent(error);
  if (unsent?.code === "right_lost") return <RightLost unsent={unsent} />;
  if (unsent) return <SessionOver unsent={unsent} />;
  if (!isRoutingError(error)) return <ErrorPage error={error} />;
  return (
    <>
      <PageTitle title={t("staff.title")} isPrivate />
      <EmptyState title={t("staff.title")} text={t("staff.not_offered")} />
    </>
  );
}

/** The codes with which a server reports that it lacks a call: none, or those of our own API. */
const ROUTING_ERRORS: unknown[] = ["not_found", "route_not_found"];

/** True for a 404 that names no missing record, or a 405: the call itself does not exist. */
function isRoutingError(error: unknown): boolean {
  if (!isRouteErrorResponse(error)) return false;
  if (error.status === 405) return true;
  return error.status === 404 && ROUTING_ERRORS.includes(error.data?.code);
}
