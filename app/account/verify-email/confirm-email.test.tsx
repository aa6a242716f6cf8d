import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import type { FailedForm } from "#app/forms/form-types.ts";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import en from "#locales/en.json" with { type: "json" };
import ConfirmEmail from "./confirm-email.tsx";

type Props = Parameters<typeof ConfirmEmail>[0];

const LOADED: Props["loaderData"] = {
  ...{ expires: "1", signature: "abc", redirectPath: "" },
  form: {
    ...{ id: "confirm-email", operationId: null, sender: null, unclear: "errors.request_failed" },
    constraints: { expires: {}, signature: {}, redirect: {} },
  },
};

/** The page after its form has failed. */
function render(failed: Partial<FailedForm>) {
  const actionData = {
    ...{ formId: null, operationId: null, isUnclear: false },
    reply: { error: { form: [en["errors.request_failed"]] } },
    ...failed,
  };
  // The other properties of a route are the router's, and not used here.
  const page = <ConfirmEmail {...({ loaderData: LOADED, actionData } as Props)} />;
  const element = (
    <I18nProvider locale="en" words={en} currencyName="credits">
      {page}
    </I18nProvider>
  );
  const hydrationData = { loaderData: { layout: { settings: { siteName: "Promptory" } } } };
  const routes = [{ id: "layout", path: "/", element, loader: () => null }];
  const router = createMemoryRouter(routes, { hydrationData });
  const markup = renderToStaticMarkup(<RouterProvider router={router} />);
  router.dispose();
  return markup;
}

it("is offered once more after a response that was lost, with what is known", () => {
  const markup = render({ isUnclear: true });
  expect(markup).toContain('name="signature" value="abc"');
  expect(markup).toContain(en["errors.request_failed"]);
  expect(markup).not.toContain(en["reset.link_invalid"]);
});

it("is not offered again for a link that was rejected", () => {
  const markup = render({ reply: { error: { form: [en["errors.email_link_invalid"]] } } });
  expect(markup).toContain(en["reset.link_invalid"]);
  expect(markup).not.toContain('name="signature"');
});
