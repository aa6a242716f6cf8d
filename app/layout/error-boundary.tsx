import { ErrorPage } from "#app/ui/base/error-page.tsx";
import type { Route } from "./+types/error-boundary";

/**
 * The error page of every screen: a pathless route below each layout route. After a failed action
 * React Router runs only the loaders above the boundary, so the layout's data is available and its
 * header, tabs and footer stay (spec §8).
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
