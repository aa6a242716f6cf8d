/** A member's generated pictures, without locale. */
export const GENERATIONS_PATH = "/products/generate/pictures";

type Part = "image" | "zip" | "status";

/** One of them, or a part of it. */
export function generationPath(id: string, part?: Part): string {
  const path = `${GENERATIONS_PATH}/${encodeURIComponent(id)}`;
  return part === undefined ? path : `${path}/${part}`;
}
