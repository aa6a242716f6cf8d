import { z } from "zod";
import { withdrawalSchema } from "#api/contract/withdrawals.ts";
import { getFeatures } from "#app/api-client/site.server.ts";
import {
  getWithdrawalOptions,
  lacksWithdrawals,
  type WithdrawalOptions,
} from "#app/api-client/withdrawals.server.ts";
import { defineForm } from "#app/forms/define-form.server.ts";
import type { FailedForm } from "#app/forms/form-types.ts";
import { readKeptForm, storeForm } from "#app/forms/kept-form.server.ts";
import { markOneStep } from "#app/middleware/one-visitor.ts";
import { getApi, getUser } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { orNull } from "#app/request/or-null.ts";
import { WITHDRAWAL_PATH } from "#app/request/withdrawal-receipt.ts";
import { REFUND_DESTINATIONS, type RefundDestination } from "#domain/refunds.ts";

export type Statement = z.output<typeof withdrawalSchema>;

/** The statement, and whether it was reviewed: nothing is sent before the second step. */
const formSchema = withdrawalSchema.safeExtend({
  step: z.enum(["review", "confirm"]).default("review"),
});

export const withdrawalForm = defineForm(formSchema, {
  id: "withdrawal",
  comesBack: true,
  failure: "withdrawal_failed",
  unclear: "withdrawal_unclear",
});

/**
 * Whether the server receives withdrawals. The law requires the function, so it is only omitted if
 * the call is known to be missing: a server may have it without listing the feature.
 */
export async function isOffered(context: Context): Promise<boolean> {
  const api = getApi(context);
  const features = await orNull(context, "features", getFeatures(api));
  return features === null || features.has("withdrawals") || !(await lacksWithdrawals(api));
}

type Options = Pick<WithdrawalOptions, "orders" | "balanceCents">;

const NOTHING: Options = { orders: [], balanceCents: 0 };

/**
 * What a member can withdraw from, with the order named as the contract; empty for a guest, or if
 * the server does not report it.
 */
export async function loadOptions(context: Context, isSignedIn: boolean, contract = "") {
  if (!isSignedIn) return NOTHING;
  const options = getWithdrawalOptions(getApi(context), contract);
  return (await orNull(context, "withdrawals", options)) ?? NOTHING;
}

/**
 * Where the money can be refunded to, for everything that can be withdrawn from: an unused balance
 * goes back to its payments. For a guest, about whom nothing is known, both destinations.
 */
export function listDestinations(options: Options): readonly RefundDestination[] {
  const { orders, balanceCents } = options;
  if (orders.length === 0 || balanceCents > 0) return REFUND_DESTINATIONS;
  return REFUND_DESTINATIONS.filter((one) =>
    orders.some(({ destinations }) => destinations.includes(one)),
  );
}

/**
 * What the form starts with: the balance if it is requested, or if a member has nothing else to
 * withdraw from; otherwise an order.
 */
export function pickSubject(
  { orders, balanceCents }: Options,
  { contract, isBalance }: { contract: string; isBalance: boolean },
): Statement["subject"] {
  const isOnlyBalance = contract === "" && orders.length === 0 && balanceCents > 0;
  return isBalance || isOnlyBalance ? "balance" : "order";
}

/**
 * Where the money of this contract is refunded to: as stated or, by default, the way it was paid,
 * if that is possible. The stated one may be from before the user signed in.
 */
export function pickDestination(
  options: Options,
  { contract, destination = "source" }: Partial<Pick<Statement, "contract" | "destination">>,
): RefundDestination {
  const own = options.orders.find(({ id }) => id === contract)?.destinations;
  return (own ?? listDestinations(options)).includes(destination) ? destination : "wallet";
}

/** Without `destinations` for a form that did not reach its action. */
export type OfferedAgain = FailedForm & { destinations?: RefundDestination[] };

/**
 * The rejected form, with the possible refund destinations of the contract in it: without
 * JavaScript the page is loaded for a URL that does not name the contract.
 */
export async function offerAgain(context: Context, failed: FailedForm): Promise<OfferedAgain> {
  const { initialValue } = failed.reply;
  const { contract, destination } = withdrawalSchema.shape;
  const stated = {
    contract: contract.safeParse(initialValue?.contract).data,
    destination: destination.safeParse(initialValue?.destination).data,
  };
  const user = await orNull(context, "profile", getUser(context));
  const options = await loadOptions(context, user !== null, stated.contract);
  const picked = { ...initialValue, destination: pickDestination(options, stated) };
  return {
    ...failed,
    reply: { ...failed.reply, initialValue: picked },
    destinations: listDestinations(options).toReversed(),
  };
}

/**
 * Stores the statement for its second step, which is a separate page: a browser can go back to it
 * or reload it without sending anything. False if it is too long.
 */
export function keepStatement(context: Context, response: Response, statement: Statement) {
  const fields = Object.entries(statement).filter(([, value]) => value !== undefined);
  const form = { path: WITHDRAWAL_PATH, fields: Object.fromEntries(fields) };
  return storeForm(context, response, form);
}

/** The statement stored for the second step; null if there is none. */
export async function readStatement(context: Context, request: Request): Promise<Statement | null> {
  const kept = await readKeptForm(context, request);
  if (kept?.path !== WITHDRAWAL_PATH) return null;
  markOneStep(context);
  return withdrawalSchema.safeParse(kept.fields).data ?? null;
}
