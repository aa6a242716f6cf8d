import { isApiId } from "#domain/ids.ts";
/** The path of a member's generated images, without locale. */
export const GENERATIONS_PATH = "/products/generate/pictures";

type Part = "image" | "zip" | "status";

/** The path of one of them, or of one of its parts. */
export function generationPath(id: string, part?: Part): string {
  const path = `${GENERATIONS_PATH}/${encodeURIComponent(id)}`;
  return part === undefined ? path : `${path}/${part}`;
}

/** True for a possible id of one; anything else is not looked up. */
export const isGenerationId = isApiId;
