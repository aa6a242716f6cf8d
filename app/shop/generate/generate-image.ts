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

/** There is nothing to show: somebody came back from login, or typed the address. */
export function loader({ context }: Route.LoaderArgs) {
  return redirect(localePath(getLocale(context), "/products/generate"), 302);
}

/**
 * Passes on a new picture's zip (spec §7 purchase/generate-image), or redirects to the page that
 * waits for it. The browser requested a file, so a rejection redirects to the form, keeping its
 * choices, with a message. Scripts request JSON and get the message, or the path to go to, in that
 * form: thrown responses would not be JSON, so they are caught here.
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
