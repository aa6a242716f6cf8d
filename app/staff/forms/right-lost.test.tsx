import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import type { UnsentForm } from "#domain/unsent-forms.ts";
import en from "#locales/en.json" with { type: "json" };
import { listSources } from "#tests/setup/repository/sources.ts";
import { RightLost } from "./right-lost.tsx";

const COPY = "copy it if you need it";

/** The page for a form with these fields and files. */
function show(returned: Pick<UnsentForm, "fields" | "files">): string {
  const unsent = {
    ...returned,
    code: "right_lost",
    action: "/en/staff",
    isMultipart: true,
  } as const;
  const screen = (
    <I18nProvider locale="en" words={en} currencyName="Credits">
      <RightLost unsent={unsent} />
    </I18nProvider>
  );
  const hydrationData = { loaderData: { layout: { settings: { siteName: "Promptory" } } } };
  const routes = [{ id: "layout", path: "/", element: screen, loader: () => null }];
  const router = createMemoryRouter(routes, { hydrationData });
  const markup = renderToStaticMarkup(<RouterProvider router={router} />);
  router.dispose();
  return markup;
}

it("offers nothing to copy of a form that was one button", () => {
  const markup = show({ fields: [["sender", "7"]], files: [] });
  expect(markup).toContain("nothing was saved");
  expect(markup).not.toContain(COPY);
  expect(markup).not.toContain("<textarea");
});

const NAME = /\bname="(\w+)"/;

/** The names of buttons and hidden fields with which staff forms send more than what was typed. */
function listUntyped(): string[] {
  const sources = listSources("app").filter(
    ({ path }) => /^app\/(?:staff\/|forms\/use-app-form)/.test(path) && path.endsWith(".tsx"),
  );
  const elements = sources.flatMap(({ text }) => [
    ...text.matchAll(/<input\b[^>]*type="hidden"[^>]*>|<(?:Submit)?Button\b[^>]*>/g),
  ]);
  return [...new Set(elements.flatMap(([element]) => NAME.exec(element)?.[1] ?? []))];
}

it("offers nothing to copy of a form of buttons and what they are about", () => {
  const names = listUntyped();
  expect(names).toEqual(expect.arrayContaining(["item", "mail_id", "change", "shelf", "version"]));
  const copied = names.filter((name) => show({ fields: [[name, "x"]], files: [] }).includes(COPY));
  expect(copied).toEqual([]);
});

it("shows what was typed, and names the files that are gone", () => {
  const markup = show({ fields: [["title", "Dear"]], files: ["cat.png"] });
  expect(markup).toContain(COPY);
  expect(markup).toContain("title: Dear");
  expect(markup).toMatch(/These files were not saved: <bdi[^>]*>cat\.png/);
});
