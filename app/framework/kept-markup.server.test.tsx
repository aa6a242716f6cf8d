import { useLocation } from "react-router";
import { describe, expect, it } from "vitest";
import { ANY_PATH, withPlaces } from "./kept-markup.server.ts";
import { KeptElement, type KeptMarkup, KeptMarkupContext } from "./kept-markup.tsx";
import { renderPart } from "./render-part.server.tsx";

const Items = () => (
  <>
    <li>Animals &amp; "plants"</li>
    <li>
      {"a"} {"b"}
      <a href={useLocation().pathname}>this page</a>
    </li>
  </>
);
const Menu = () => (
  <KeptElement tag="ul" part="menu" className="list">
    <Items />
  </KeptElement>
);

function render(kept: KeptMarkup | null, pathname: string) {
  const part = (
    <KeptMarkupContext value={kept}>
      <Menu />
    </KeptMarkupContext>
  );
  return renderPart(part, {
    routeId: "page",
    loaderData: {},
    address: { pathname, search: "" },
  });
}

const items = renderPart(<Items />, {
  routeId: "page",
  loaderData: {},
  address: { pathname: ANY_PATH, search: "" },
});
const escapeAddress = (path: string) => path.replaceAll("&", "&amp;");
const menu = withPlaces(items, [
  { text: ANY_PATH, toText: ({ pathname }) => escapeAddress(pathname) },
]);

describe("keptMarkup: an element whose markup is kept", () => {
  it.each(["/", "/en/products", "/$&/$1"])("is what React renders at %s", (pathname) => {
    const rendered = render(null, pathname);
    expect(rendered).toContain(`href="${escapeAddress(pathname)}"`);
    expect(render({ menu }, pathname)).toBe(rendered);
  });

  it("is rendered where nothing of its name is kept", () => {
    expect(render({ other: menu }, "/en")).toBe(render(null, "/en"));
    expect(render({ menu: () => "<li>kept</li>" }, "/en")).toBe(
      '<ul class="list"><li>kept</li></ul>',
    );
  });

  it("has every place filled, those of one text within the pieces of another", () => {
    const fill = withPlaces("a-1-b-2-a", [
      { text: "a", toText: ({ pathname }) => pathname },
      { text: "-2-", toText: ({ search }) => search },
    ]);
    expect(fill({ pathname: "A", search: "+" })).toBe("A-1-b+A");
    expect(withPlaces("as it is", [])({ pathname: "A", search: "" })).toBe("as it is");
  });
});
