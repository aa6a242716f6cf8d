import { isApiId } from "#domain/ids.ts";
/** A member's generated images, without locale. */
export const GENERATIONS_PATH = "/products/generate/pictures";

type Part = "image" | "zip" | "status";

/** One of them, or one of its parts. */
export function generationPath(id: string, part?: Part): string {
  const path = `${GENERATIONS_PATH}/${encodeURIComponent(id)}`;
  return part === undefined ? path : `${path}/${part}`;
}

/** True for what can name one; anything else is not asked about. */
export const isGenerationId = isApiId;
