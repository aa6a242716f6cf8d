import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import { SubmitButton } from "./submit-button.tsx";

const Buttons = () => (
  <I18nProvider locale="en" words={{}} currencyName="credits">
    <SubmitButton busy="busy" name="save" value="1">
      save
    </SubmitButton>
    <SubmitButton busy="busy" name="expected" value="12">
      send
    </SubmitButton>
    <SubmitButton busy="busy" name="expected" value="13">
      resend
    </SubmitButton>
    <SubmitButton busy="busy">other</SubmitButton>
  </I18nProvider>
);

/** The texts of the buttons while a form with these fields is being sent. */
function readWhile(fields: Record<string, string> | null): string[] {
  const never = () => new Promise<never>(() => {});
  const router = createMemoryRouter([{ path: "/", element: <Buttons />, action: never }]);
  if (fields) {
    const formData = new FormData();
    for (const [name, value] of Object.entries(fields)) formData.set(name, value);
    void router.navigate("/", { formMethod: "post", formData });
  }
  const markup = renderToStaticMarkup(<RouterProvider router={router} />);
  router.dispose();
  return [...markup.matchAll(/>([a-z]+)<\/button>/g)].map(([, text = ""]) => text);
}

it.each([
  [null, ["save", "send", "resend", "other"]],
  [{ subject: "x", save: "1" }, ["busy", "send", "resend", "busy"]],
  [{ subject: "x", expected: "12" }, ["save", "busy", "resend", "busy"]],
  [{ subject: "x" }, ["save", "send", "resend", "busy"]],
])("says that it is busy when it sent its form, and not when its neighbor did: %j", (fields, texts) => {
  expect(readWhile(fields)).toEqual(texts);
});
