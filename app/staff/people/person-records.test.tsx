import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import words from "#locales/en.json" with { type: "json" };
import { PersonRecords } from "./person-records.tsx";

type Person = Parameters<typeof PersonRecords>[0]["person"];
type Records = Person["records"];

const DEPOSIT = {
  id: "1",
  at: "2026-11-27T12:00:00Z",
  title: "sandbox card",
  status: "settled",
  amountCents: 500,
  currency: "EUR",
};
const NONE: Records = {
  ledger: [],
  orders: [],
  deposits: [],
  offers: [],
  documents: [],
  sessions: [],
  mails: [],
};
const NO_COUNTS = {
  ...{ ledger: 0, orders: 0, deposits: 0, offers: 0 },
  ...{ documents: 0, sessions: 0, mails: 0 },
};

/** A person with a list of two deposits, and this total number. */
function render(deposits: number | null, canReadOrders = true): string {
  const person: Person = {
    email: "ada@example.com",
    records: { ...NONE, deposits: [DEPOSIT, { ...DEPOSIT, id: "2" }] },
    counts: deposits === null ? null : { ...NO_COUNTS, deposits },
  };
  const screen = (
    <I18nProvider locale="en" words={words} currencyName="credits">
      <PersonRecords {...{ person, canReadOrders }} canReadOffers={false} />
    </I18nProvider>
  );
  const router = createMemoryRouter([{ path: "/", element: screen }]);
  const markup = renderToStaticMarkup(<RouterProvider router={router} />);
  router.dispose();
  return markup;
}

it("counts all records, and leads to those that are not shown", () => {
  const markup = render(85);
  expect(markup).toContain(">85</span>");
  expect(markup).toContain("Only the newest 2 are shown.");
  expect(markup).toContain('href="/en/staff/deposits?q=ada%40example.com"');
});

it("has no link for a role that may not read the list", () => {
  const markup = render(85, false);
  expect(markup).toContain("Only the newest 2 are shown.");
  expect(markup).not.toContain("/staff/deposits");
});

it.each([2, null])("says nothing of others where all are shown: %s", (count) => {
  const markup = render(count);
  expect(markup).toContain(">2</span>");
  expect(markup).not.toContain("Only the newest");
});
