import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import words from "#locales/en.json" with { type: "json" };
import { ReportReference } from "./report-reference.tsx";

type Report = Parameters<typeof ReportReference>[0]["report"];

const REPORT: Report = {
  id: "7",
  provider: "stripe",
  subject: "payment",
  reference: "cs_1",
  subjectReference: null,
  outcome: "succeeded",
  moneyCents: 400,
  currency: "EUR",
  tries: 0,
  receivedAt: "2026-11-27T12:00:00Z",
};

const render = (changes: Partial<Report>) =>
  renderToStaticMarkup(
    <I18nProvider locale="en" words={words} currencyName="credits">
      <ReportReference report={{ ...REPORT, ...changes }} />
    </I18nProvider>,
  ).replace(/<[^>]*>/g, " ");

it("names the payment, and the refund or the dispute of it", () => {
  expect(render({}).trim()).toBe("stripe · cs_1");
  expect(render({ subject: "refund", subjectReference: "re_2" })).toMatch(/cs_1.*Refund.*re_2/);
  expect(render({ subject: "dispute", subjectReference: "du_3" })).toMatch(/cs_1.*Dispute.*du_3/);
});

it("says what is known of a report that an earlier release kept", () => {
  expect(render({ subject: "refund", reference: null })).toMatch(/stripe · –.*Refund/);
});
