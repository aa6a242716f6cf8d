import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import type { FailedForm } from "#app/forms/form-types.ts";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import en from "#locales/en.json" with { type: "json" };
import { postForm, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import ConfirmEmail, { action, loader } from "./confirm-email.tsx";

type Props = Parameters<typeof ConfirmEmail>[0];

const LOADED: Props["loaderData"] = {
  ...{ query: "expires=1&signature=abc", redirectPath: "" },
  form: {
    ...{ id: "confirm-email", operationId: null, sender: null, unclear: "errors.request_failed" },
    constraints: { query: {}, expires: {}, signature: {}, redirect: {} },
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
  expect(markup).toContain('name="query" value="expires=1&amp;signature=abc"');
  expect(markup).toContain(en["errors.request_failed"]);
  expect(markup).not.toContain(en["reset.link_invalid"]);
});

it("is not offered again for a link that was rejected", () => {
  const markup = render({ reply: { error: { form: [en["errors.email_link_invalid"]] } } });
  expect(markup).toContain(en["reset.link_invalid"]);
  expect(markup).not.toContain('name="signature"');
});

/** Submits the page of this link with these fields; returns the URLs of the calls to the API. */
async function submit(path: string, fields: Record<string, string>): Promise<string[]> {
  const calls: string[] = [];
  const request = postForm(path, fields);
  await runInWebTier(
    request,
    (call) => {
      calls.push(call.url);
      return Response.json({ status: "OK" });
    },
    (context) =>
      action({ request, context, params: { id: "5", hash: "abc" } } as Parameters<
        typeof action
      >[0]),
  );
  return calls;
}

// Spec §7 does not name the parameters of the link.
it.each([
  ["", ""],
  ["?signature=abc", "?signature=abc"],
  ["?token=a%20b&redirect=%2Fen%2Fdashboard&via=mail", "?token=a+b&via=mail"],
  ["?expires=1&signature=abc", "?expires=1&signature=abc"],
])("sends the server the link as it was mailed: %j", async (mailed, sent) => {
  const [call] = await submit(`/en/email/verify/5/abc${mailed}`, { redirect: "" });
  expect(call).toBe(`https://backend.example/api/email/verify/5/abc${sent}`);
});

// Two releases run at once during a deployment, and a page may be older than both.
it.each<Record<string, string>>([
  { redirect: "", query: "expires=1&signature=abc" },
  { redirect: "", expires: "1", signature: "abc" },
])("accepts the fields of earlier releases: %j", async (fields) => {
  const query = "?expires=1&signature=abc";
  const [call] = await submit(`/en/email/verify/5/abc${query}`, fields);
  expect(call).toBe(`https://backend.example/api/email/verify/5/abc${query}`);
});

it("sends the fields that a process of the previous release reads", async () => {
  const { result: loaded } = await runInWebTier(
    new Request(`${SHOP_URL}/en/email/verify/5/abc?expires=1&signature=abc&redirect=%2Fen`),
    Response.error,
    (context) => loader({ context } as Parameters<typeof loader>[0]),
  );
  expect(loaded).toMatchObject({ query: "expires=1&signature=abc" });
  const fields = [...render({ isUnclear: true }).matchAll(/name="(\w+)" value="([^"]*)"/g)];
  expect(fields.map(([, name, value]) => [name, value])).toEqual([
    ["query", "expires=1&amp;signature=abc"],
    ["redirect", ""],
  ]);
});
