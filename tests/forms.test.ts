import { describe, expect, it } from "vitest";
import { listSources, type Source } from "#tests/setup/repository/sources.ts";

// The rules of docs/decisions/0020 for every form, checked in the sources.

const app = listSources("app").filter(
  ({ path }) => path.endsWith(".tsx") && !/\.test\./.test(path),
);

/** Lists posted forms that are not a `BoundForm`, which names its member. */
function listPlainForms({ text }: Source): string[] {
  const forms = [...text.matchAll(/<(Form|form)\b[\s\S]*?<\/\1>/g)].map(([form]) => form);
  return forms.filter((form) => form.includes('method="post"'));
}

/** Forms that name no member, with the reason. */
const WITHOUT_SENDER: Record<string, string> = {
  "app/account/verify-email/confirm-email.tsx": "is a link's, whoever opens it",
  "app/forms/consent/locked-delivery.tsx": "names an order, which is one member's",
  "app/forms/session/session-over.tsx": "has the fields of the form that it returns",
  "app/layout/lazy/account-menu.tsx": "signs out",
  "app/layout/lazy/person-view-bar.tsx": "ends a view",
  "app/selling/offers/bank-step.tsx": "goes back a step, and saves nothing",
  "app/selling/offers/card-step.tsx": "names an offer, which is one member's",
  "app/selling/offers/offer-details.tsx": "names an offer, which is one member's",
  "app/shop/generate/generate.tsx": "names a prompt, which is one member's",
  "app/shop/generate/picture.tsx": "names a picture, which is one member's",
  "app/shop/orders/locked-order.tsx": "names an order, which is one member's",
  "app/site/cookies/cookie-banner.tsx": "is everybody's",
  "app/site/newsletter/link-screen.tsx": "is a link's, whoever opens it",
  "app/site/newsletter/newsletter-box.tsx": "is everybody's",
  "app/site/withdrawal/review.tsx": "is everybody's",
  "app/ui/base/wishlist-button.tsx": "has it from the account's place in the header",
  "app/wallet/open-deposit/open-deposit-form.tsx": "names a deposit, which is one member's",
  "app/wallet/sandbox-payment/sandbox-payment.tsx": "names a payment, and is the provider's",
};

/** Screens that may lose a form without a trace, because nothing is typed there. */
const WITHOUT_INPUT: Record<string, string> = {
  "app/account/person-view/person-view.tsx": "ends a view",
  "app/selling/sandbox-card/sandbox-card.tsx": "stands for another company's page",
  "app/shop/generate/picture.tsx": "one button",
  "app/site/errors/unknown.tsx": "has no form",
  "app/staff/imports/staff-import.tsx": "buttons",
  "app/staff/imports/staff-imports.tsx": "a file, sent as a document",
  "app/staff/shelves/staff-shelves.tsx": "buttons",
  "app/staff/staff-entry.tsx": "has no form",
  "app/wallet/sandbox-payment/sandbox-payment.tsx": "stands for another company's page",
};

describe("the forms of the web app", () => {
  it("say whose they are, those of the staff without exception", () => {
    const nameless = app
      .filter((source) => listPlainForms(source).some((form) => !form.includes("<SenderField")))
      .map(({ path }) => path);
    expect(nameless.sort()).toEqual(Object.keys(WITHOUT_SENDER).sort());
    expect(nameless.filter((path) => path.startsWith("app/staff/"))).toEqual([]);
    // Found without the parser: a form that this test cannot parse would go unnoticed.
    const staff = app.filter(({ path }) => path.startsWith("app/staff/")).flatMap(listPlainForms);
    expect(staff.length).toBeGreaterThan(3);
  });

  it("stay as they were typed when their response is lost", () => {
    const exports = (name: string) =>
      new RegExp(`^export (?:default |async |function |const )+${name}\\b`, "m");
    const screens = app.filter(
      ({ text }) => exports("action").test(text) && exports("[A-Z]\\w+").test(text),
    );
    const losing = screens
      .filter(({ text }) => !exports("clientAction").test(text))
      .map(({ path }) => path);
    expect(screens.length).toBeGreaterThan(40);
    expect(losing.sort()).toEqual(Object.keys(WITHOUT_INPUT).sort());
  });
});
