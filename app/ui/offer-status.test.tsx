import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import en from "#locales/en.json" with { type: "json" };
import { OfferStatus } from "./offer-status.tsx";

const render = (status: string) =>
  renderToStaticMarkup(
    <I18nProvider locale="en" words={en} currencyName="credits">
      <OfferStatus status={status} />
    </I18nProvider>,
  );

it("shows each state of the specification in our words", () => {
  const words = ["pending", "offer", "approved", "declined", "declined_by_user"].map(render);
  expect(words.map((html) => html.replace(/<[^>]*>/g, ""))).toEqual([
    en["offer.status_pending"],
    en["offer.status_offer"],
    en["offer.status_approved"],
    en["offer.status_declined"],
    en["offer.status_declined_by_user"],
  ]);
});

it("shows a state that only its server knows as it is, and none as under review", () => {
  expect(render("Paid out")).toContain("Paid out");
  expect(render("Paid out")).not.toContain(en["offer.status_pending"]);
});
