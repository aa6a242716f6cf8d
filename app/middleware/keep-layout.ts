import {
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
} from "react-router";
import { pageHydrated } from "#app/framework/preact/own-task.tsx";

type Results = Record<string, DataStrategyResult>;

/** Request timeout and too many requests: the same request may succeed later. */
const PASSING = [408, 429];

/**
 * Runs in the browser. If fetching fails, the layout's data is missing too, and its error would
 * replace header and footer. Dropping the layout's result makes it keep the data that it has, and
 * leaves the error to the page (docs/decisions/0022). Not if the language changes, because the data
 * for that layout is not here. Returns nothing: it changes the results of the loaders.
 */
export const keepLayout: MiddlewareFunction<Results> = async ({ params }, next) => {
  const results = await next();
  // A part that is not hydrated yet would take another page's markup for its own.
  await pageHydrated();
  const { lang, dataset } = document.documentElement;
  if (params.locale !== lang || !hasFailed(results.layout)) return;
  delete results.layout;
  // The page may be older than a sign-in: the next navigation fetches the data, as for members.
  dataset.member = "true";
};

/**
 * True for a failure in transit, of the server, or a temporary one: not for a redirect or a final
 * rejection.
 */
function hasFailed(layout: DataStrategyResult | undefined): boolean {
  if (layout?.type !== "error" || layout.result instanceof Response) return false;
  if (!isRouteErrorResponse(layout.result)) return true;
  const { status } = layout.result;
  return status >= 500 || PASSING.includes(status);
}
