import { data } from "react-router";
import type { z } from "zod";
import { resolveSchema } from "#api/contract/refunds.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { defineForm, type FormArgs } from "#app/forms/define-form.server.ts";
import type { FailedForm } from "#app/forms/form-types.ts";
import { getApi } from "#app/middleware/session-relay.ts";

export const withdrawalForm = defineForm(resolveSchema, {
  id: "withdrawal",
  failure: "request_failed",
});

/** What a colleague recorded about a statement in the meantime. */
export type ResolvedWithdrawal = { number: string; note: string };

export type FailedWithdrawal = FailedForm & { resolved?: ResolvedWithdrawal };

/**
 * Resolves a statement, or redirects to the list if it does not exist. If a colleague has meanwhile
 * resolved it, shows the form again as typed, with what they recorded.
 */
export async function handleWithdrawal(
  args: FormArgs,
  {
    resolve,
    redirectToList,
  }: {
    resolve: (value: z.output<typeof resolveSchema>, api: ApiClient) => Promise<Response>;
    redirectToList: (error: ApiError) => Promise<Response>;
  },
): Promise<Response | ReturnType<typeof data<FailedWithdrawal>>> {
  const { context } = args;
  const submission = await withdrawalForm.parse(args);
  if (submission.status !== "success") return withdrawalForm.reject({ context, submission });
  try {
    return await resolve(submission.value, getApi(context));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return redirectToList(error);
    const rejected = withdrawalForm.reject({ context, submission, error });
    if (!(error instanceof ApiError) || error.code !== "withdrawal_changed") return rejected;
    const { number = "", note = "" } = error.details;
    const resolved: ResolvedWithdrawal = { number: String(number), note: String(note) };
    return data({ ...rejected.data, resolved }, rejected.init ?? undefined);
  }
}
