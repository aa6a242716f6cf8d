import { describe, expect, it } from "vitest";
import { splitAtHearts } from "./hearts.server.ts";

const heart = (id: string, isOn = false) =>
  `<button type="submit" form="wishlist-form" value="${isOn ? "off" : "on"}" aria-pressed="${isOn}" ` +
  `aria-label="Favourite: value=&quot;on&quot; aria-pressed=&quot;false&quot;" class="heart" ` +
  `name="favorite" formAction="/en/wishlist/${id}?place=product-${id}">heart</button>`;

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
    `<p>action="/en/wishlist/7"</p>${["7", "8", "a%2Fb"].map((id) => heart(id, favorites.includes(decodeURIComponent(id)))).join("<hr/>")}<button value="on" aria-pressed="false"></button><form action="/en/wishlist/9"></form>`;

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
