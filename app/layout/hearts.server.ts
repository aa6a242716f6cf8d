/** A heart of a guest's page, and its replacement for a member who has the favorite. */
export type HeartPlace = { productId: string; off: string; on: string };

/** The state of `WishlistButton` in its markup; the form's URL follows in the same element. */
const OFF = 'value="on" aria-pressed="false"';
const ON = 'value="off" aria-pressed="true"';
const HEART = new RegExp(`${OFF}(?=[^>]* formAction="/[^"/]+/wishlist/([^"/?]+)[^>]*>)`, "g");

/** Splits a guest's document at its hearts, none of which is filled. */
export function splitAtHearts(html: string): (string | HeartPlace)[] {
  const parts: (string | HeartPlace)[] = [];
  let end = 0;
  for (const { 1: id = "", index } of html.matchAll(HEART)) {
    parts.push(html.slice(end, index), { productId: decodeURIComponent(id), off: OFF, on: ON });
    end = index + OFF.length;
  }
  parts.push(html.slice(end));
  return parts;
}
