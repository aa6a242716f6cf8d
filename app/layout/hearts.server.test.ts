import { describe, expect, it } from "vitest";
import { splitAtHearts } from "./hearts.server.ts";

const heart = (id: string, isOn = false) =>
  `<form class="heart-form" action="/en/wishlist/${id}" method="post">` +
  `<input type="hidden" name="redirect" value="/en/products#product-${id}"/>` +
  `<input type="hidden" name="favorite" value="${isOn ? "off" : "on"}"/>` +
  `<button type="submit" aria-pressed="${isOn}" aria-label="Favourite: value=&quot;on&quot;">heart</button></form>`;

function fill(html: string, favorites: string[]): string {
  return splitAtHearts(html)
    .map((part) => {
      if (typeof part === "string") return part;
      return favorites.includes(part.productId) ? part.on : part.off;
    })
    .join("");
}

describe("the hearts of a guest's page", () => {
  const page = (favorites: string[]) =>
    `<p>action="/en/wishlist/7"</p>${["7", "8", "a%2Fb"].map((id) => heart(id, favorites.includes(decodeURIComponent(id)))).join("<hr/>")}<form action="/en/wishlist/9"></form>`;

  it.each([
    [[]],
    [["7"]],
    [["8", "9"]],
    [["7", "8", "a/b"]],
  ])("are filled for a member who keeps %j, and for nobody else", (favorites) => {
    expect(fill(page([]), favorites)).toBe(page(favorites));
  });

  it("leave a page without any as it is", () => {
    expect(splitAtHearts("<p>none</p>")).toEqual(["<p>none</p>"]);
  });
});
