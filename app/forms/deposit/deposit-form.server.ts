import { createContext, data } from "react-router";
import { z } from "zod";
import { checkoutSchema, toOurNames } from "#api/contract/deposits.ts";
import { operationIdSchema } from "#api/contract/envelope.ts";
import { customIssue } from "#api/contract/issues.ts";
import type { SavedContact } from "#app/api-client/accounts.server.ts";
import { getFeatures, type SettingsView } from "#app/api-client/site.server.ts";
import {
  ApiError,
  isMissingCall,
  isUnavailable,
  reasonOf,
} from "#app/api-client/transport/api-error.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import {
  type Checkout,
  type CheckoutForm,
  checkout,
  type OfferedMethod,
  validateAmount,
  validateDeposit,
} from "#app/api-client/wallet/deposits.server.ts";
import { getFormat, getLocale } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { loadSettings } from "#app/request/load-settings.ts";
import { orNull } from "#app/request/or-null.ts";
import { redirectToTarget } from "#app/request/redirect-to-target.ts";
import { PAYMENT_METHODS } from "#domain/deposits.ts";
import { createMessage } from "#domain/messages.ts";
import { AMOUNT_CENTS_MAX, DEFAULT_CURRENCY, toDecimal } from "#domain/money.ts";
import { parseTypedAmount } from "#domain/typed-amounts.ts";
import { CONTACT_FIELDS } from "../contact-fields.tsx";
import { listedCountrySchema } from "../country/listed-country.server.ts";
import { defineForm } from "../define-form.server.ts";
import type { FailedForm } from "../form-types.ts";
import { clearKeptForm } from "../kept-form.server.ts";

export const DEPOSIT_FORM_ID = "deposit";

/** The purchase that the deposit is for, if started at a product; absent otherwise. */
const purchaseShape = {
  prompt_id: z.string().max(40).optional(),
  expected_price: z.string().max(20).optional(),
  buy: z.boolean().optional(),
  /** The version of the text beside the checked box. */
  consent: z.string().max(40).optional(),
};

/**
 * The contract's checkout, with the amount as people type it ("12,50") and within the limits if
 * they are known. `money` formats EUR cents for messages, whose language is `locale`.
 */
export function createDepositSchema(
  limits: SettingsView["depositLimits"],
  money: (cents: number) => string,
  locale: string,
) {
  return checkoutSchema.extend({
    amount: z.string("amount_invalid").transform((text, refinement) => {
      const cents = parseTypedAmount(text, locale);
      // The server checks limits that it does not publish (deposit/validate-amount).
      const { minCents, maxCents } = limits ?? { minCents: 1, maxCents: AMOUNT_CENTS_MAX };
      if (cents !== null && cents >= minCents && cents <= maxCents) return toDecimal(cents);
      const problem =
        cents === null || limits === null
          ? createMessage("amount_invalid")
          : cents < minCents
            ? createMessage("deposit_too_small", { amount: money(minCents) })
            : createMessage("deposit_too_large", { amount: money(maxCents) });
      refinement.addIssue(customIssue(problem));
      return z.NEVER;
    }),
    country: listedCountrySchema,
    // One of the server's methods (loadMethods), which the server validates.
    payment_method: z
      .string("payment_method_required")
      .min(1, "payment_method_required")
      .max(60, "payment_method_required"),
    operation_id: operationIdSchema,
    expected_rate: z.string().max(20).optional(),
    ...purchaseShape,
  });
}

/** Prices in messages are formatted for the reader; the limits are those of the settings. */
export const depositForm = defineForm(
  async (context) => {
    const settings = await loadSettings(context);
    const format = getFormat(context, settings);
    return createDepositSchema(settings.depositLimits, format.money, getLocale(context));
  },
  {
    id: DEPOSIT_FORM_ID,
    comesBack: true,
    failure: "checkout_failed",
    unclear: "checkout_failed",
    fromApi: toFormError,
  },
);

/** The methods that the server listed for the typed details; absent if it listed none. */
type Offered = { methods?: OfferedMethod[] | undefined };

/** A deposit form that is shown again. */
export type FailedDeposit = FailedForm & Offered;

/**
 * The action of a deposit form, with or without a product: opens the deposit and redirects to its
 * payment. Idempotent by operation id. A rejected form returns with the methods that the server
 * lists for it: the form may have shown ours, because there was no saved address.
 */
export async function startDeposit(args: { request: Request; context: Context }) {
  const { context } = args;
  const offered: Offered = {};
  const reply = await depositForm.handle(args, async (value, api) => {
    const { prompt_id, expected_price, buy, consent, ...deposit } = value;
    const body: CheckoutForm = { ...deposit, currency: DEFAULT_CURRENCY };
    if (prompt_id && expected_price) {
      const language = getLocale(context);
      body.purchase = { prompt_id, expected_price, buy };
      if (consent) body.purchase.consent = { version: consent, language };
    }
    await validateBeforeCheckout(api, body, offered);
    return clearKeptForm(context, await redirectToPayment(context, await checkout(api, body)));
  });
  if (reply instanceof Response) return reply;
  const { data: form, init } = reply;
  // An unavailable server is not asked again, nor one that was asked too often.
  const isAway = init?.status === 429 || (init?.status ?? 422) >= 500;
  if (offered.methods || isAway) context.set(listedContext, { methods: offered.methods ?? null });
  const failed = offered.methods || isAway ? { ...form, ...offered } : addMethods(context, form);
  return data(await failed, init ?? undefined);
}

/**
 * A form that is shown again, with the methods that the server offers for the details typed in it;
 * without any if these are incomplete or the server lists none.
 */
export async function addMethods(context: Context, form: FailedForm): Promise<FailedDeposit> {
  const typed = CONTACT_FIELDS.map((name) => [name, form.reply.initialValue?.[name]] as const);
  if (!typed.every((one): one is [(typeof one)[0], string] => typeof one[1] === "string")) {
    return form;
  }
  // It has all of the fields.
  const contact = Object.fromEntries(typed) as SavedContact;
  const methods = await listMethods(context, contact);
  return methods ? { ...form, methods } : form;
}

/** Sample amount for the validation call before one was typed: within most servers' limits. */
const EXAMPLE_AMOUNT = "20.00";

/**
 * The payment methods: ours, if the server supports them; else those that another server offers for
 * these contact details (spec §7 deposit/validate). If the details are insufficient, or the server
 * returns none, ours again.
 */
export async function loadMethods(
  context: Context,
  contact: SavedContact | null,
): Promise<OfferedMethod[]> {
  const ours = PAYMENT_METHODS.map((id) => ({ id, name: null }));
  return (await listMethods(context, contact)) ?? ours;
}

/**
 * What the server listed earlier in this request, null if nothing: the page that shows a form again
 * must not have it validated again.
 */
const listedContext = createContext<{ methods: OfferedMethod[] | null } | null>(null);

/** The methods that another server offers for these details; null if ours apply. */
async function listMethods(
  context: Context,
  contact: SavedContact | null,
): Promise<OfferedMethod[] | null> {
  const listed = context.get(listedContext);
  if (listed) return listed.methods;
  const api = getApi(context);
  const features = await orNull(context, "features", getFeatures(api));
  const isKnown = features === null || features.has("known_payments");
  if (isKnown || !contact || !Object.values(contact).every(Boolean)) return null;
  const body = { ...contact, amount: EXAMPLE_AMOUNT, currency: DEFAULT_CURRENCY } as const;
  const methods = await validateDeposit(api, body).catch(toNull);
  context.set(listedContext, { methods });
  return methods;
}

/**
 * Validates the amount and the whole form on the server before anything is opened (spec §7
 * deposit/validate-amount, deposit/validate): it may have additional rules. Stores the methods that
 * it lists in `offered`. Throws ApiError with its errors by field, and `Validation failed` (spec
 * §8) at the amount or at the form if it gives no reason. Skipped for a server without these calls.
 */
async function validateBeforeCheckout(
  api: ApiClient,
  body: CheckoutForm,
  offered: Offered,
): Promise<void> {
  await withField("amount", validateAmount(api, String(body.amount)));
  offered.methods = (await withField("form", validateDeposit(api, body))) ?? undefined;
  if (offered.methods?.some(({ id }) => id === body.payment_method) === false) {
    throw new ApiError(422, "validation_failed", null, {
      fields: { payment_method: [{ code: "payment_method_required" }] },
    });
  }
}

/** For a list that the form can do without. Throws redirects. */
function toNull(error: unknown): null {
  if (error instanceof Response) throw error;
  return null;
}

async function withField<Value>(field: string, check: Promise<Value>): Promise<Value | null> {
  try {
    return await check;
  } catch (error) {
    if (isMissingCall(error)) return null;
    if (error instanceof ApiError && Object.keys(error.fields).length > 0) throw toFormError(error);
    if (!(error instanceof ApiError) && !isUnavailable(error)) throw error;
    const reason = reasonOf(error) ?? { code: "deposit_validation_failed" as const };
    // For a form, any failure of the server is one for now.
    const status = isUnavailable(error) ? 503 : error.init.status;
    throw new ApiError(status, "validation_failed", null, {
      fields: { [field]: [reason] },
    });
  }
}

/** Renames errors to our fields: another server may use the names of spec §3 Deposit. */
function toFormError(error: ApiError): ApiError {
  return error.withFields(toOurNames(error.fields));
}

/**
 * The redirect after a successful checkout (spec §4 Deposits): to the provider's page, else to our
 * status page, else to the list with the new deposit. Throws ApiError payment_unavailable if the
 * provider's page is on a disallowed site.
 */
async function redirectToPayment(
  context: Context,
  { orderId, ...target }: Checkout,
): Promise<Response> {
  const provided = redirectToTarget(context, target);
  if (provided) return provided;
  if (orderId === null) {
    const toast = { kind: "info", key: "deposit.opened_toast" } as const;
    return redirectTo(context, "/dashboard/deposits", toast);
  }
  return redirectTo(context, `/processing-payment?order_id=${encodeURIComponent(orderId)}`);
}
