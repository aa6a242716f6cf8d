import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import Generate from "./generate.tsx";

const SETTINGS = {
  siteName: "Promptory",
  images: { formats: ["png"], sizes: ["1024x1024"] },
};

type Props = Parameters<typeof Generate>[0];
type Prompt = NonNullable<Props["loaderData"]["prompts"]>[number];

const prompt = (more: Partial<Prompt>): Prompt => ({
  ...{ id: "1", title: "Fox", thumbUrl: null, isOpen: true, orderId: "7" },
  titleLanguage: undefined,
  ...more,
});

function render(prompts: Prompt[]) {
  const loaderData = {
    ...{ isOffered: true, prompts, newer: null, older: null, hasHistory: false },
    chosen: { format: null, size: null },
  };
  const screen = (
    <I18nProvider locale="de" words={{}} currencyName="Credits">
      <Generate {...({ loaderData } as Props)} />
    </I18nProvider>
  );
  const hydrationData = { loaderData: { layout: { settings: SETTINGS } } };
  const routes = [{ id: "layout", path: "/", element: screen, loader: () => null }];
  const router = createMemoryRouter(routes, { hydrationData });
  const markup = renderToStaticMarkup(<RouterProvider router={router} />);
  router.dispose();
  return markup;
}

const orderLinks = (markup: string) =>
  markup
    .match(/<a [^>]*href="[^"]*order=[^>]*>/g)
    ?.map((link) => link.replace(/.*href="([^"]*)".*/, "$1")) ?? [];

it("leads from the marking of a locked order to that order, which can be opened there", () => {
  const markup = render([prompt({}), prompt({ id: "2", isOpen: false, orderId: "8" })]);
  expect(orderLinks(markup)).toEqual(["/de/dashboard?order=8"]);
  // A link inside a label would be a part of the radio button's name.
  expect(markup).not.toMatch(/<label(?:(?!<\/label>).)*<a /s);
  const id = /<a [^>]*\bid="([^"]+)"/.exec(markup)?.[1];
  expect(id).toBeDefined();
  const radio = /<input[^>]*value="2"[^>]*>/.exec(markup)?.[0];
  expect(radio).toContain(`aria-describedby="${id}"`);
});

it("marks a locked order without a link where the server names none", () => {
  const markup = render([prompt({ isOpen: false, orderId: null })]);
  expect(orderLinks(markup)).toEqual([]);
  expect(markup).toContain("order.locked_title");
});
