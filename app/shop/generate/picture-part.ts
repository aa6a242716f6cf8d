import type { RouterContextProvider } from "react-router";
import {
  downloadGeneration,
  type GenerationView,
  getGeneration,
} from "#app/api-client/generations.server.ts";
import { ApiError, reasonOf } from "#app/api-client/transport/api-error.server.ts";
import { localePath } from "#app/i18n/paths.ts";
import { requireUser } from "#app/middleware/guards.ts";
import { getLocale, getT } from "#app/middleware/locale.ts";
import { getApi, getUser } from "#app/middleware/session-relay.ts";
import { toDownloadHeaders, ZIP } from "#app/request/download-headers.server.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { imageHeaders } from "#app/request/image-headers.server.ts";
import { isApiId } from "#domain/ids.ts";
import type { Route } from "./+types/picture-part";
import { GENERATIONS_PATH, generationPath } from "./generation-paths.ts";
import { describeGeneration } from "./generation-status.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * Resources of a generated image: `image` for an `<img>`, `zip` as a download, `status` for the
 * polling script. Anyone but its owner gets a bare 404; for the zip, which a person requested, a
 * redirect with a message.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, part } = params;
  if (part === "zip") return sendZip(context, id);
  if (part !== "image" && part !== "status") return notFound();
  try {
    if (!isApiId(id) || (await getUser(context)) === null) return notFound();
    if (part === "status") return sendStatus(context, await getGeneration(getApi(context), id));
    const image = await downloadGeneration(getApi(context), id, "image");
    const headers = imageHeaders(image.headers);
    return headers ? new Response(image.body, { headers }) : notFound();
  } catch (error) {
    if (error instanceof ApiError) return notFound();
    throw error;
  }
}

async function sendZip(context: Context, id: string): Promise<Response> {
  try {
    await requireUser(context);
    if (!isApiId(id)) throw new ApiError(404, "generation_not_found", null);
    const zip = await downloadGeneration(getApi(context), id, "download");
    return new Response(zip.body, { headers: toDownloadHeaders(zip.headers, ZIP) });
  } catch (error) {
    if (error instanceof Response) return error;
    if (!(error instanceof ApiError)) throw error;
    const key = error.status === 404 ? "errors.generation_not_found" : "errors.download_failed";
    const serverMessage = error.status === 404 ? null : reasonOf(error);
    return redirectTo(context, GENERATIONS_PATH, { kind: "error", key, serverMessage });
  }
}

function sendStatus(context: Context, generation: GenerationView): Response {
  const locale = getLocale(context);
  const format = new Intl.NumberFormat(locale);
  const message = describeGeneration(getT(context), generation, (value) => format.format(value));
  const zipPath = generation.isAvailable
    ? localePath(locale, generationPath(generation.id, "zip"))
    : null;
  return Response.json(
    { isFinal: generation.isFinal, message, zipPath },
    { headers: { "cache-control": "private, no-store" } },
  );
}

function notFound() {
  return new Response(null, { status: 404, headers: { "cache-control": "private, no-store" } });
}
