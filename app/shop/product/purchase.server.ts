import { data } from "react-router";
import { buyPrompt, findOrder, type OrderView } from "#app/api-client/purchases.server.ts";
import {
  ApiError,
  isOnlyCode,
  isOutcomeUnclear,
  isUnavailable,
  reasonOf,
} from "#app/api-client/transport/api-error.server.ts";
import { toCents } from "#app/api-client/transport/parse-response.server.ts";
import { readForm } from "#app/forms/parse-form.server.ts";
import { assertSender } from "#app/forms/session/sender.server.ts";
import type { ShownMessage } from "#app/i18n/message-reference.ts";
import { toCheckoutPath } from "#app/i18n/paths.ts";
import { getLocale, getMessage } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { type Context, requireWebRequest } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { toOrderPath, toOwnedPath } from "#app/shop/order-path.ts";
import { readSentConsent } from "#app/shop/sent-consent.server.ts";
import { toBoughtKey } from "#app/ui/bought-key.ts";
import { parseAmount } from "#domain/money.ts";
import { AFTER_UNCLEAR, followsUnclear } from "./repeated-purchase.ts";

/** Why a purchase was not made, or that its outcome is unknown. */
export type PurchaseFailure = {
  /**
   * The contract's code for why this click bought nothing; `unclear` if it may have bought, `other`
   * if only `text` says why.
   */
  code: string;
  /** True if money may have moved, through this click or an earlier one that it repeats. */
  isUnclear: boolean;
  /** The server's message, else the default of spec §8. */
  text: string;
  missingCents: number | null;
  /** Whether the consent box was checked. */
  isConsented: boolean;
};

/**
 * Buys the prompt (spec §7 purchase/prompt). Returns a redirect to the order, or the failure for
 * the checkout to show. A click with an unclear outcome is redirected to a URL that records it:
 * there the orders are checked first, because another server might charge twice. Whether the product
 * still exists is not decided here, but by the loader of the page that shows the failure.
 */
export async function purchase(request: Request, context: Context, slug: string) {
  const api = getApi(context);
  const form = await readForm(request);
  await assertSender({ request, context }, form);
  const promptId = form.get("prompt_id");
  const expectedPriceCents = parseAmount(form.get("expected_price"));
  const expectedRate = form.get("expected_rate");
  const isRepeated = followsUnclear(new URL(request.url).searchParams);
  const consent = readSentConsent(getLocale(context), form);
  const click: Click = { context, slug, isRepeated, isConsented: consent !== null };
  if (typeof promptId !== "string" || expectedPriceCents === null) {
    return fail(click, { code: "validation_failed", isUnclear: isRepeated, status: 422 });
  }
  try {
    const earlier = isRepeated ? await findOrder(api, { id: promptId, slug }) : null;
    if (earlier) return await toOrder(context, earlier, false);
    const bought = await buyPrompt(api, {
      promptId,
      slug,
      expectedPriceCents,
      expectedRate: typeof expectedRate === "string" ? expectedRate : null,
      consent,
    });
    // Neither the response nor a list contains the order: it may not have been created.
    if (!bought.order) return await failUnclear(click, 502);
    return await toOrder(context, bought.order, bought.alreadyOwned);
  } catch (error) {
    if (!isUnavailable(error) && !(error instanceof ApiError)) throw error;
    if (isOutcomeUnclear(error) || (isRepeated && isUnavailable(error))) {
      return failUnclear(click, error.init.status);
    }
    if (isUnavailable(error))
      return fail(click, { code: "unavailable", status: error.init.status });
    return failRejected(click, error);
  }
}

type Click = {
  context: Context;
  slug: string;
  /** True if it follows a click whose outcome is unclear. */
  isRepeated: boolean;
  isConsented: boolean;
};

/** It is unknown whether this click bought the product. */
function failUnclear(click: Click, status: number) {
  const { context, slug, isRepeated } = click;
  return isRepeated
    ? fail(click, { code: "unclear", isUnclear: true, status })
    : redirectTo(context, toCheckoutPath(slug) + AFTER_UNCLEAR);
}

function failRejected(click: Click, error: ApiError) {
  return fail(click, {
    code: isOnlyCode(error) ? error.code : "other",
    // The earlier click may still create an order, whatever the reason for rejecting this one.
    isUnclear: click.isRepeated,
    status: error.init.status,
    reason: reasonOf(error),
    missingCents: toCents(error.details.missing),
  });
}

/** A second click on the same button, after the first response was lost. */
const SAME_PURCHASE_MS = 60_000;

function toOrder(context: Context, order: OrderView, alreadyOwned: boolean) {
  // Not as a toast: tabs share its cookie, and another tab may have bought at the same moment.
  if (alreadyOwned) {
    const age = requireWebRequest(context).now().getTime() - Date.parse(order.createdAt);
    return redirectTo(
      context,
      toOwnedPath(order.id, Math.abs(age) < SAME_PURCHASE_MS ? "now" : "before"),
    );
  }
  return redirectTo(context, toOrderPath(order.id), {
    kind: "success",
    key: toBoughtKey(order),
    values: { title: order.title },
  });
}

function fail(
  { context, isConsented }: Click,
  details: {
    code: string;
    isUnclear?: boolean;
    status: number;
    reason?: ShownMessage | null;
    missingCents?: number | null;
  },
) {
  const failure: PurchaseFailure = {
    code: details.code,
    isUnclear: details.isUnclear ?? false,
    text: getMessage(context)(details.reason ?? "purchase_failed"),
    missingCents: details.missingCents ?? null,
    isConsented,
  };
  return data(failure, { status: details.status });
}
