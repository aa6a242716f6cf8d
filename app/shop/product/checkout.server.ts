import type { User } from "#app/api-client/accounts.server.ts";
import type { ProductView } from "#app/api-client/catalog.server.ts";
import { findOrder } from "#app/api-client/purchases.server.ts";
import { getEurRate, getFeatures } from "#app/api-client/site.server.ts";
import { loadConsent } from "#app/forms/consent/consent.server.ts";
import { countryName, loadCountries } from "#app/forms/country/countries.server.ts";
import { depositForm, loadMethods, startDeposit } from "#app/forms/deposit/deposit-form.server.ts";
import { loadDepositPrefill } from "#app/forms/deposit/deposit-prefill.server.ts";
import { restoreDeposit } from "#app/forms/deposit/kept-deposit.server.ts";
import { assertSender } from "#app/forms/session/sender.server.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { loadSettings } from "#app/request/load-settings.ts";
import { orNull } from "#app/request/or-null.ts";
import { peekForm } from "#app/request/peek-form.ts";
import { toOwnedPath } from "#app/shop/order-path.ts";
import { depositForMissing } from "#domain/deposits.ts";
import { AMOUNT_CENTS_MAX } from "#domain/money.ts";
import { toTypedAmount } from "#domain/typed-amounts.ts";
import { purchase } from "./purchase.server.ts";

/** Data of the checkout modal: `topUp` if the balance is too low (spec §2 deposit modal). */
export async function loadCheckout(
  { context, request }: { context: Context; request: Request },
  product: ProductView,
  user: User,
) {
  const missingCents = product.priceCents - user.balanceCents;
  const api = getApi(context);
  const rateBasisPoints = await orNull(context, "rate", getEurRate(api));
  const [consent, topUp, features] = await Promise.all([
    loadConsent(context),
    missingCents > 0
      ? loadTopUp({ context, request, user }, { missingCents, rateBasisPoints })
      : null,
    orNull(context, "features", getFeatures(api)),
  ]);
  return {
    consent,
    topUp,
    hasInvoices: features?.has("billing_details") ?? false,
    /** The rate at which prices and amounts were computed; null if the server states none. */
    rateBasisPoints,
  };
}

export type CheckoutData = Awaited<ReturnType<typeof loadCheckout>>;
export type TopUpData = NonNullable<CheckoutData["topUp"]>;

/** The form for a sufficient deposit; a failed deposit is repeated with its typed values. */
async function loadTopUp(
  { context, request, user }: { context: Context; request: Request; user: User },
  { missingCents, rateBasisPoints }: { missingCents: number; rateBasisPoints: number | null },
) {
  const api = getApi(context);
  const [settings, features, form, kept, countries, prefill] = await Promise.all([
    loadSettings(context),
    orNull(context, "features", getFeatures(api)),
    depositForm.load(context, user),
    restoreDeposit(context, request),
    loadCountries(context),
    loadDepositPrefill(context),
  ]);
  const { contact, amountCents, method } = prefill;
  const { depositLimits } = settings;
  // Without a rate only the server knows how much is enough.
  const neededCents =
    rateBasisPoints === null
      ? null
      : depositForMissing(missingCents, rateBasisPoints, depositLimits ?? { minCents: 1 });
  const maxCents = depositLimits?.maxCents ?? AMOUNT_CENTS_MAX;
  // The higher amount of a failed deposit was intended.
  const isEnough = amountCents !== null && amountCents >= (neededCents ?? 0);
  const shownCents = isEnough ? amountCents : neededCents;
  const { first_name, last_name, address, post_code, city, country } = contact ?? {};
  return {
    form,
    kept,
    countries,
    limits: depositLimits,
    methods: await loadMethods(context, contact),
    /**
     * The amount that pays for the product; null if unknown, or if it exceeds the maximum deposit.
     */
    enoughCents: neededCents !== null && neededCents <= maxCents ? neededCents : null,
    /** Whether the server can buy automatically once the deposit is paid. */
    canBuy: features?.has("buy_after_deposit") ?? false,
    prefilled: {
      ...contact,
      amount: shownCents === null ? undefined : toTypedAmount(shownCents, getLocale(context)),
      payment_method: method,
    },
    /** All contact details on one line; null if one is missing. */
    contactLine:
      contact && Object.values(contact).every(Boolean)
        ? `${first_name} ${last_name}, ${address}, ${post_code} ${city}, ${countryName(countries, country ?? "")}`
        : null,
  };
}

/**
 * Target of both checkout forms: buying, and depositing to buy. A product bought in the meantime,
 * in another tab or by a click without a response, needs no deposit: then redirects to its order.
 */
export async function checkoutAction(request: Request, context: Context, slug: string) {
  const form = await peekForm(request);
  if (!form.has("operation_id")) return purchase(request, context, slug);
  await assertSender({ request, context }, form);
  const promptId = form.get("prompt_id");
  const product = { slug, ...(typeof promptId === "string" ? { id: promptId } : {}) };
  const owned = await orNull(context, "the reader's order", findOrder(getApi(context), product));
  if (owned) return redirectTo(context, toOwnedPath(owned.id, "before"));
  return startDeposit({ request, context });
}
