import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import german from "#locales/de.json" with { type: "json" };
import { StatusBadge } from "./deposit-status.tsx";

it.each([
  ["pending", german["status.pending"]],
  ["COMPLETED", german["status.completed"]],
  ["Refunded", "Refunded"],
])("names the status %s in the reader's language, where it is known: %s", (status, text) => {
  const markup = renderToStaticMarkup(
    <I18nProvider locale="de" words={german} currencyName="Credits">
      <StatusBadge status={status} />
    </I18nProvider>,
  );
  expect(markup.replace(/<[^>]*>/g, "")).toBe(text);
});
