import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { withdrawalSchema } from "#api/contract/withdrawals.ts";
import { getWithdrawalOptions } from "#app/api-client/withdrawals.server.ts";
import { defineForm } from "#app/forms/define-form.server.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { orNull } from "#app/request/or-null.ts";

/** The statement, and whether it was looked through: nothing is sent before the second press. */
const formSchema = withdrawalSchema.safeExtend({
  step: z.enum(["review", "confirm"]).default("review"),
});

export const withdrawalForm = defineForm(formSchema, {
  id: "withdrawal",
  failure: "withdrawal_failed",
});

const NOTHING = { orders: [], balanceCents: 0 };

/** What a member can withdraw from; nothing for a guest, or where the server does not say. */
export async function loadOptions(context: Readonly<RouterContextProvider>, isSignedIn: boolean) {
  if (!isSignedIn) return NOTHING;
  return (await orNull(context, "withdrawals", getWithdrawalOptions(getApi(context)))) ?? NOTHING;
}
