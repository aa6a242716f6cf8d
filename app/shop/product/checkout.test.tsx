import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import en from "#locales/en.json" with { type: "json" };
import { Checkout } from "./checkout.tsx";

type Props = Parameters<typeof Checkout>[0];

const HERE = "/en/products/fox?buy=1";

function render(
  props: Props,
  hold: "dispute" | null = null,
  path = HERE,
  pricesIncludeVat = false,
): string {
  const element = (
    <I18nProvider locale="en" words={en} currencyName="credits">
      <Checkout {...props} />
    </I18nProvider>
  );
  const user = { id: "1", balanceCents: 300, hold };
  const layout = { settings: { pricesIncludeVat }, staticPages: [], member: { user } };
  const hydrationData = { loaderData: { layout } };
  const routes = [{ id: "layout", path: "/:locale/products/fox", element, loader: () => null }];
  const router = createMemoryRouter(routes, { hydrationData, initialEntries: [path] });
  const markup = renderToStaticMarkup(<RouterProvider router={router} />);
  router.dispose();
  return markup;
}

/** The checkout of a product at this price, after a deposit that was rejected with this code. */
const rejected = (priceCents: number, code: string): Props => ({
  // The only properties that the checkout reads.
  product: { id: "7", slug: "fox", title: "Fox", priceCents } as Props["product"],
  checkout: { consent: null, topUp: null, hasInvoices: false, rateBasisPoints: 10_000 },
  reply: {
    ...{ formId: "deposit", operationId: null, isUnclear: false },
    reply: { status: "error", error: { form: [`errors.${code}`] } },
  },
});

it("says why no deposit was opened, also where the balance is enough by now", () => {
  const markup = render(rejected(290, "price_changed"));
  expect(markup).toContain(en["errors.price_changed"]);
  expect(markup).toContain(`name="expected_price" value="2.90"`);
});

it("states that VAT is part of the price in euros, where the shop charges it", () => {
  const opened = { ...rejected(290, ""), reply: undefined };
  expect(render(opened, null, HERE, true)).toContain("= €2.90 incl. VAT");
  expect(render(opened)).toContain("= €2.90<");
});

describe("a repeated purchase that was rejected", () => {
  it.each([
    ["price_changed", /has since changed to 2\.90.credits\. We do not know/],
    ["rate_changed", /has since changed to €2\.90\. We do not know/],
    ["wallet_on_hold", /On hold\./],
  ])("by %s says so, and that the outcome of the first is unclear", (code, text) => {
    const failure = { code, text: "On hold.", missingCents: null, isConsented: false };
    const markup = render({ ...rejected(290, code), reply: { ...failure, isUnclear: true } });
    expect(markup).toMatch(text);
    expect(markup).toContain(en["checkout.unclear"]);
    expect(markup).not.toContain(en["checkout.not_charged"]);
    // The URL of the next click records it too.
    expect(markup).toContain(`action="/en/products/fox?buy=1&amp;unclear=1"`);
  });
});

it("of an earlier click whose outcome is unclear says so, where its URL does", () => {
  const opened = { ...rejected(290, ""), reply: undefined };
  expect(render(opened)).not.toContain(en["checkout.unclear"]);
  const markup = render(opened, null, `${HERE}&unclear=1`);
  expect(markup).toContain(en["checkout.unclear"]);
  expect(markup).toContain(`action="/en/products/fox?buy=1&amp;unclear=1"`);
});

describe("the date on which an order opens without consent", () => {
  const consent = { version: "2026-11", opensOn: "14.12.2026" };
  const rest = { consent, hasInvoices: false, rateBasisPoints: 10_000 };

  it("is known where it is bought now", () => {
    const markup = render({
      // The only properties that the checkout reads.
      product: { id: "7", slug: "fox", title: "Fox", priceCents: 290 } as Props["product"],
      checkout: { ...rest, topUp: null },
      reply: undefined,
    });
    expect(markup).toContain("are then unlocked on 14.12.2026,");
  });

  it("is not where a payment has to arrive first, which may take days", () => {
    const form = { id: "deposit", operationId: "7", constraints: {}, unclear: false };
    const lists = { kept: null, countries: [], limits: null, methods: [] };
    const topUp = { form, ...lists, canBuy: true, prefilled: {}, contactLine: "Bea, Tallinn" };
    const markup = render({
      product: { id: "7", slug: "fox", title: "Fox", priceCents: 790 } as Props["product"],
      // The only properties that the form reads.
      checkout: { ...rest, topUp: topUp as unknown as Props["checkout"]["topUp"] },
      reply: undefined,
    });
    expect(markup).not.toContain("14.12.2026");
    expect(markup).toContain(en["checkout.without_consent_later"]);
    // If neither box is checked, nothing is bought.
    expect(markup).toMatch(
      /If you have the prompt bought automatically,[^<]+ without this consent/,
    );
  });
});

it("says why no deposit was opened where a payment is disputed by now, and offers nothing", () => {
  const markup = render(rejected(290, "wallet_on_hold"), "dispute");
  expect(markup).toContain(en["errors.wallet_on_hold"]);
  expect(markup).not.toContain("<form");
});
