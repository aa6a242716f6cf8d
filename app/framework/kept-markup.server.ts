import type { PageAddress } from "./kept-markup.tsx";

/** Placeholder in kept markup for the path of the page. */
export const ANY_PATH = "/~place-of-the-page~";

/** A placeholder in kept markup, and the text that replaces it on a page. */
type Place = { text: string; toText(address: PageAddress): string };

/**
 * Splits kept markup at its placeholders once, and returns a function that fills them in for the
 * address of a page.
 */
export function withPlaces(
  markup: string,
  places: readonly Place[],
): (address: PageAddress) => string {
  const [place, ...others] = places;
  if (!place) return () => markup;
  const pieces = markup.split(place.text).map((piece) => withPlaces(piece, others));
  return (address) => pieces.map((piece) => piece(address)).join(place.toText(address));
}
