import { ErrorPage } from "#app/ui/base/error-page.tsx";
import type { Route } from "./+types/error-boundary";

/**
 * The error page of every screen: a route without a path, below each route that frames screens. After
 * a failed action React Router runs only the loaders above the boundary, so the frame's data is there
 * and its header, tabs and footer stay (spec §8).
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
