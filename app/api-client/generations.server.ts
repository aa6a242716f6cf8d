import {
  type Generation,
  generationHistoryResponseSchema,
  generationResponseSchema,
} from "#api/contract/generations.ts";
import { readTextLanguage } from "#app/api-client/text-language.server.ts";
import { parseResponse } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { isFinalState } from "#domain/generations.ts";
import { isMessageCode } from "#domain/messages.ts";
import {
  type HistoryCursor,
  type HistoryList,
  toHistoryList,
  toHistoryQuery,
} from "./history.server.ts";

export type GenerationView = ReturnType<typeof toGeneration>;

const pathOf = (id: string, part = "") => `/generations/${encodeURIComponent(id)}${part}`;

/**
 * Generates an image from a prompt that the user owns: returns the response with the zip, as a
 * stream, or the image's state if it takes longer than `waitSeconds`; other servers wait until it
 * is finished. Throws ApiError prompt_not_owned (422), validation_failed (422), too_many_attempts
 * (429), generation_busy (503), generation_failed (500) and the other failures of an image.
 */
export async function generateImage(
  api: ApiClient,
  options: {
    promptId: string;
    format: string;
    size: string;
    operationId: string;
    waitSeconds: number;
  },
): Promise<{ zip: Response } | { generation: GenerationView }> {
  const sent = await api.sendForFile("/purchase/generate-image", {
    prompt_id: options.promptId,
    format: options.format,
    size: options.size,
    operation_id: options.operationId || undefined,
    wait_seconds: options.waitSeconds,
  });
  return "file" in sent ? { zip: sent.file } : { generation: readOne(api, sent.accepted) };
}

/** A page of the user's generated images, newest first. */
export async function listGenerations(
  api: ApiClient,
  cursor: HistoryCursor,
): Promise<HistoryList<GenerationView>> {
  const body = await api.get("/generations", toHistoryQuery(cursor));
  const { payload, meta } = parseResponse(generationHistoryResponseSchema, body);
  return toHistoryList(
    payload.map((row) => toGeneration(api, row)),
    meta,
    cursor,
    ({ id }) => id,
  );
}

/** One of the user's generated images. Throws ApiError generation_not_found (404). */
export async function getGeneration(api: ApiClient, id: string): Promise<GenerationView> {
  return readOne(api, await api.get(pathOf(id), {}));
}

/** Cancels a queued or running image. Throws ApiError generation_not_found (404). */
export async function cancelGeneration(api: ApiClient, id: string): Promise<void> {
  await api.send("POST", pathOf(id, "/cancel"), {});
}

/** The zip of a finished image, or only the image. Throws ApiError 404, 409. */
export function downloadGeneration(
  api: ApiClient,
  id: string,
  part: "download" | "image",
): Promise<Response> {
  return api.download(pathOf(id, `/${part}`), {});
}

const readOne = (api: ApiClient, body: unknown) =>
  toGeneration(api, parseResponse(generationResponseSchema, body).payload);

function toGeneration(api: ApiClient, row: Generation) {
  const failure = row.failure_code ?? null;
  return {
    id: String(row.id),
    state: row.state,
    isFinal: isFinalState(row.state),
    promptId: row.prompt_id === null || row.prompt_id === undefined ? null : String(row.prompt_id),
    title: row.title,
    titleLanguage: readTextLanguage(api, row.title_locale),
    slug: row.slug ?? null,
    format: row.format,
    size: row.size,
    place: row.place ?? null,
    progress: row.progress ?? null,
    /** The failure, if it is a code that we have a text for. */
    failure: failure !== null && isMessageCode(failure) ? failure : null,
    isAvailable: row.is_available,
    createdAt: row.created_at,
    finishedAt: row.finished_at ?? null,
  };
}
