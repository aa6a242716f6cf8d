import { type RouterContextProvider, redirect } from "react-router";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { localePath } from "#app/i18n/paths.ts";
import { getLocale } from "#app/middleware/locale.ts";

/** A screen's record; if it is missing, redirects to the page that says so. */
export async function orNotFound<Result>(
  context: Readonly<RouterContextProvider>,
  result: Promise<Result>,
): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    throw toNotFound(context);
  }
}

/** The redirect to the page that says so. */
export const toNotFound = (context: Readonly<RouterContextProvider>) =>
  redirect(localePath(getLocale(context), "/404"), 302);
