import {
  downloadGeneration,
  type GenerationView,
  getGeneration,
} from "#app/api-client/generations.server.ts";
import { ApiError, reasonOf } from "#app/api-client/transport/api-error.server.ts";
import { localePath } from "#app/i18n/paths.ts";
import { requireUser } from "#app/middleware/guards.ts";
import { getFormat, getLocale, getT } from "#app/middleware/locale.ts";
import { getApi, getUser } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orRejected } from "#app/request/or-rejected.ts";
import { sendDownload, ZIP } from "#app/request/send-download.server.ts";
import { bareNotFound, PRIVATE, sendImage } from "#app/request/send-image.server.ts";
import type { Route } from "./+types/picture-part";
import { GENERATIONS_PATH, generationPath, isGenerationId } from "./generation-paths.ts";
import { describeGeneration } from "./generation-status.ts";
import { isTemporary } from "./picture-status.ts";

/**
 * Resources of a generated image: `image` for an `<img>`, `zip` as a download, `status` for the
 * polling script. Anyone but its owner gets a bare 404; for the zip, which a person requested, a
 * redirect with a message.
 */
export async function loader({ context, params: { id, part } }: Route.LoaderArgs) {
  const api = getApi(context);
  if (part === "zip") return sendZip(context, id);
  const isAsked = isGenerationId(id) && (await getUser(context)) !== null;
  if (isAsked && part === "image") return sendImage(() => downloadGeneration(api, id, "image"));
  if (!isAsked || part !== "status") return bareNotFound();
  return sendStatus(context, id);
}

/** Scripts treat a 404 as final, so temporary failures keep their own status. */
function sendStatus(context: Context, id: string): Promise<Response> {
  const sending = getGeneration(getApi(context), id).then((found) => toStatus(context, found));
  return orRejected(sending, (error) =>
    isTemporary(error)
      ? new Response(null, { status: error.status, headers: PRIVATE })
      : bareNotFound(),
  );
}

async function sendZip(context: Context, id: string): Promise<Response> {
  await requireUser(context);
  return sendDownload(downloadZip(context, id), ZIP, (error) => {
    const isUnknown = error.status === 404;
    const key = isUnknown ? "errors.generation_not_found" : "errors.download_failed";
    const serverMessage = isUnknown ? null : reasonOf(error);
    return redirectTo(context, GENERATIONS_PATH, { kind: "error", key, serverMessage });
  });
}

async function downloadZip(context: Context, id: string): Promise<Response> {
  if (!isGenerationId(id)) throw new ApiError(404, "generation_not_found", null);
  return downloadGeneration(getApi(context), id, "download");
}

function toStatus(context: Context, generation: GenerationView): Response {
  const locale = getLocale(context);
  const message = describeGeneration(getT(context), generation, getFormat(context, null).number);
  const zipPath = generation.isAvailable
    ? localePath(locale, generationPath(generation.id, "zip"))
    : null;
  return Response.json({ isFinal: generation.isFinal, message, zipPath }, { headers: PRIVATE });
}
