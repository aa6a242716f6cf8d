/** A heart of a guest's page, and its replacement for a member who has the favorite. */
export type HeartPlace = { productId: string; off: string; on: string };

/** The markup of `WishlistButton`, from the form's URL to the button's state. */
const HEART =
  /action="\/[^"/]+\/wishlist\/([^"/]+)"(?:(?!<\/form>)[\s\S])*?name="favorite" value="on"\/><button type="submit" aria-pressed="false"/g;

/** Splits a guest's document at its hearts, none of which is filled. */
export function splitAtHearts(html: string): (string | HeartPlace)[] {
  const parts: (string | HeartPlace)[] = [];
  let end = 0;
  for (const { 0: off, 1: id = "", index } of html.matchAll(HEART)) {
    const on = off.replace(/value="on"(?=\/><button)/, 'value="off"').replace(/false"$/, 'true"');
    parts.push(html.slice(end, index), { productId: decodeURIComponent(id), off, on });
    end = index + off.length;
  }
  parts.push(html.slice(end));
  return parts;
}
