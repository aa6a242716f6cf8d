import type { StyleView } from "#app/api-client/catalog.server.ts";

/** Narrower images are shown as a thumbnail beside the link. */
const WIDTH_MIN_PX = 600;

export type ShareImage = { url: string; width: number; height: number };

/**
 * A style's picture for previews of links to its list; undefined if it is too small, or if its size
 * is unknown.
 */
export function toShareImage({ picture }: Pick<StyleView, "picture">): ShareImage | undefined {
  if (!picture) return undefined;
  const width = Math.max(...picture.widths);
  if (width < WIDTH_MIN_PX) return undefined;
  const height = Math.round((width * picture.height) / picture.width);
  return { url: `${picture.baseUrl}/${width}.jpg`, width, height };
}
