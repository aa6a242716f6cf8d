import { redirect } from "react-router";
import { localePath } from "#app/i18n/paths.ts";
import { getLocale } from "#app/middleware/locale.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { toDownload, ZIP } from "#app/request/send-download.server.ts";
import type { Route } from "./+types/generate-image";
import { makeImage, readChoice, rejectToPage, rejectToScript } from "./generate-image.server.ts";
import { generationPath } from "./generation-paths.ts";

/**
 * A script shows its own progress; a browser without scripts is redirected to a page that waits.
 */
const SCRIPTS_WAIT_SECONDS = 2;
const PAGES_WAIT_SECONDS = 10;

/** Nothing to see here: somebody came back from login, or typed the address. */
export function loader({ context }: Route.LoaderArgs) {
  return redirect(localePath(getLocale(context), "/products/generate"), 302);
}

/**
 * Passes a new picture's zip on (spec §7 purchase/generate-image), or leads to the page where one
 * waits for it. The browser asked for a file: a rejection leads back to the form, its choices kept,
 * with a message. Scripts ask for JSON and get the message, or the place to go, as that: nothing
 * that is thrown may pass, so it is caught here.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const isScripted = request.headers.get("accept") === "application/json";
  const choice = await readChoice(request);
  try {
    const waitSeconds = isScripted ? SCRIPTS_WAIT_SECONDS : PAGES_WAIT_SECONDS;
    const made = await makeImage(context, choice, waitSeconds);
    if ("zip" in made) return toDownload(made.zip, ZIP);
    return await redirectToPicture(context, made.generation.id, isScripted);
  } catch (error) {
    if (isScripted) return rejectToScript(context, error);
    return rejectToPage(context, choice, error);
  }
}

async function redirectToPicture(
  context: Context,
  id: string,
  isScripted: boolean,
): Promise<Response> {
  const path = generationPath(id);
  if (!isScripted) return redirectTo(context, path);
  return Response.json({ path: localePath(getLocale(context), path) }, { status: 202 });
}
