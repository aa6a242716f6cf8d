import type { PageAddress } from "./kept-markup.tsx";

/** Stands in kept markup for the path of the page. */
export const ANY_PATH = "/~place-of-the-page~";

/** A text of kept markup that is another one on each page. */
type Place = { text: string; toText(address: PageAddress): string };

/** Kept markup with what follows the page's address at its places, the first of which is cut first. */
export function withPlaces(
  markup: string,
  places: readonly Place[],
): (address: PageAddress) => string {
  const [place, ...others] = places;
  if (!place) return () => markup;
  const pieces = markup.split(place.text).map((piece) => withPlaces(piece, others));
  return (address) => pieces.map((piece) => piece(address)).join(place.toText(address));
}
