import {
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
} from "react-router";
import { takenOver } from "#app/framework/preact/own-task.tsx";

type Results = Record<string, DataStrategyResult>;

/** Too slow, and too many requests: the same request may succeed later. */
const PASSING = [408, 429];

/**
 * A middleware of the browser. Data that could not be fetched are missing in the layout too, whose
 * error would replace header and footer: without its result it keeps the data that it has, and the
 * error is the page's (docs/decisions/0022). Not in another language, whose layout is not here.
 * Returns nothing: it changes the results of the loaders.
 */
export const keepLayout: MiddlewareFunction<Results> = async ({ params }, next) => {
  const results = await next();
  // A part of another page would be taken for its own, for what is not taken over yet.
  await takenOver();
  const { lang, dataset } = document.documentElement;
  if (params.locale !== lang || !hasFailed(results.layout)) return;
  delete results.layout;
  // What it shows may be older than a sign-in: the next navigation fetches it, as for members.
  dataset.member = "true";
};

/** On the way or at the server, or only for the moment: neither redirected nor rejected for good. */
function hasFailed(layout: DataStrategyResult | undefined): boolean {
  if (layout?.type !== "error" || layout.result instanceof Response) return false;
  if (!isRouteErrorResponse(layout.result)) return true;
  const { status } = layout.result;
  return status >= 500 || PASSING.includes(status);
}
