import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import { LICENCE } from "#domain/purchases.ts";
import ar from "#locales/ar.json" with { type: "json" };
import { OrderDialog } from "./order-dialog.tsx";

type Order = Parameters<typeof OrderDialog>[0]["order"];

const ORDER: Order = {
  ...{
    id: "1",
    title: "منارة",
    priceCents: 320,
    backCents: null,
    image: null,
    createdAt: "2026-11-27T10:00:00Z",
  },
  ...{
    prompt: null,
    licence: LICENCE,
    isOpen: false,
    opensAt: null,
    hold: null,
    holdConsentVersion: null,
  },
  ...{ isRefunded: true, slug: null },
};

function render(
  order: Partial<Order>,
  isUndeliverable = false,
  consentVersion: string | null = null,
  destinations: Parameters<typeof OrderDialog>[0]["destinations"] = [],
  balanceCents = 0,
) {
  const dialog = (
    <I18nProvider locale="ar" words={ar} currencyName="credits">
      <OrderDialog
        order={{ ...ORDER, ...order }}
        ownedSince={null}
        isUndeliverable={isUndeliverable}
        consentVersion={consentVersion}
        destinations={destinations}
        documents={[]}
        operationId="0b7c1f0e-6c3d-4f0e-9a51-7f6f3c1d2e4a"
      />
    </I18nProvider>
  );
  const images = { formats: ["jpg"], sizes: ["512x512"] };
  const member = { user: { id: "1", balanceCents } };
  const router = createMemoryRouter(
    [{ id: "layout", path: "/", element: dialog, loader: () => null }],
    {
      hydrationData: { loaderData: { layout: { settings: { images }, member } } },
    },
  );
  const markup = renderToStaticMarkup(<RouterProvider router={router} />);
  router.dispose();
  return markup;
}

it("names the standard licence in the page's language, with its version", () => {
  const markup = render({});
  expect(markup).toContain("ترخيص Promptory القياسي 1.0");
  expect(markup).not.toContain(LICENCE);
});

it("shows a licence of the product's own as it is, in its own direction", () => {
  expect(render({ licence: "CC BY 4.0" })).toContain("<bdi>CC BY 4.0</bdi>");
});

it("shows the order's number in each of its states: the form to withdraw asks for it", () => {
  const shown = `${ar["order.number"]}</dt><dd class=`;
  for (const isOpen of [true, false]) {
    for (const isRefunded of [true, false]) {
      const markup = render({ id: "4711", isOpen, isRefunded, opensAt: "2026-12-12T00:00:00Z" });
      expect(markup).toContain(shown);
      expect(markup).toContain(">4711</dd>");
    }
  }
});

it("says that its picture is lost, with the number to write to us, unless it is closed", () => {
  const text = ar["errors.order_undeliverable"].replace("{{number}}", "1");
  const open = { isOpen: true, isRefunded: false };
  expect(render(open, true)).toContain(text);
  expect(render(open)).not.toContain(text);
  expect(render({}, true)).not.toContain(text);
});

it("says that an undecided withdrawal holds its delivery, or when that opens by itself", () => {
  const locked = { isRefunded: false };
  const held = render({ ...locked, hold: "named" });
  expect(render(locked)).toBe(held);
  expect(held).toContain(ar["order.held_text"]);
  expect(held).not.toContain(ar["withdrawal.link"]);
  const opens = render({ ...locked, opensAt: "2026-12-12T04:00:00Z" });
  expect(opens).toContain(ar["order.locked_text"].replace("{{date}}", "12.12.2026"));
  expect(opens).not.toContain(ar["order.held_text"]);
});

it("asks to take the withdrawal back where one holds the order, with the server's text for it", () => {
  const held = { isRefunded: false, hold: "named", holdConsentVersion: "held" } as const;
  const markup = render(held, false, "usual");
  expect(markup).toContain(ar["order.consent_held"]);
  expect(markup).toContain('value="held"');
  const usual = render({ ...held, holdConsentVersion: null }, false, "usual");
  expect(usual).toContain(ar["checkout.consent"]);
  expect(usual).toContain('value="usual"');
});

it("keeps the date of an order that an undecided withdrawal may be about", () => {
  const inPeriod = {
    isRefunded: false,
    hold: "described",
    opensAt: "2026-12-12T04:00:00Z",
  } as const;
  const dated = ar["order.withdrawable_text"].replace("{{date}}", "12.12.2026");
  const opens = ar["order.locked_text"].replace("{{date}}", "12.12.2026");
  const [before, after] = [render(inPeriod), render({ ...inPeriod, opensAt: null })];
  expect([before.includes(dated), after.includes(dated)]).toEqual([true, false]);
  for (const markup of [before, after]) {
    expect(markup).toContain(ar["order.held_described_text"]);
    expect(markup).not.toContain(ar["order.held_text"]);
    expect(markup).not.toContain(opens);
  }
});

it.each([
  [["wallet"], ar["order.withdraw_text_wallet"]],
  [["source", "wallet"], ar["order.withdraw_text"]],
] as const)("says ahead of a withdrawal that its money pays a debt first (%j)", (destinations, text) => {
  const locked = { isRefunded: false, opensAt: "2026-12-12T04:00:00Z" };
  const [paid, owing] = [0, -500].map((balanceCents) =>
    render(locked, false, null, destinations, balanceCents),
  );
  const start = ar["order.withdraw_owed"].split("{{")[0] ?? "";
  for (const markup of [paid, owing]) expect(markup).toContain(text.split("{{")[0]);
  expect(paid).not.toContain(start);
  expect(owing).toMatch(new RegExp(`${start}[^<]*5[.,]00`));
  // It is not in the balance immediately.
  const hint = ar["withdrawal.wallet_hint"];
  expect([paid, owing].map((markup) => markup?.includes(hint))).toEqual([true, false]);
});
