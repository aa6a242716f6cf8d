import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import { StateText } from "#app/staff/state-text.tsx";
import { DEPOSIT_STATUSES, PAYMENT_OUTCOMES } from "#domain/deposits.ts";
import {
  DISPUTE_OUTCOMES,
  DISPUTE_STATUSES,
  REFUND_OUTCOMES,
  REFUND_STATUSES,
} from "#domain/refunds.ts";
import words from "#locales/en.json" with { type: "json" };

const STATES = new Set<string>([
  ...[...DEPOSIT_STATUSES, ...REFUND_STATUSES, ...DISPUTE_STATUSES],
  ...[...PAYMENT_OUTCOMES, ...REFUND_OUTCOMES, ...DISPUTE_OUTCOMES],
  ...["refund", "dispute"],
]);

const render = (state: string) =>
  renderToStaticMarkup(
    <I18nProvider locale="en" words={words} currencyName="credits">
      <StateText state={state} />
    </I18nProvider>,
  );

it.each([...STATES])("has words for %s", (state) => {
  expect(render(state)).not.toContain("<bdi");
});

it("shows another server's state as it is", () => {
  expect(render("in_transit")).toContain(">in_transit</bdi>");
});
