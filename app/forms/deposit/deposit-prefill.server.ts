import { getSavedContact, type SavedContact } from "#app/api-client/accounts.server.ts";
import { getDeposit } from "#app/api-client/wallet/deposits.server.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { orNull } from "#app/request/or-null.ts";
import { isApiId } from "#domain/ids.ts";

/**
 * The initial values of a deposit form: the saved contact details, or with `?again=ID` those of the
 * failed deposit.
 */
export async function loadDepositPrefill(context: Context): Promise<{
  contact: SavedContact | null;
  /** Null if there is no deposit to repeat. */
  amountCents: number | null;
  method: string;
}> {
  const api = getApi(context);
  const again = getUrl(context).searchParams.get("again") ?? "";
  const [saved, failed] = await Promise.all([
    orNull(context, "saved contact details", getSavedContact(api)),
    isApiId(again) ? orNull(context, "failed deposit", getDeposit(api, again)) : null,
  ]);
  // An older deposit may have fewer details than the form requires.
  const contact = failed && Object.values(failed.contact).every(Boolean) ? failed.contact : saved;
  return {
    contact,
    amountCents: failed?.amountCents ?? null,
    method: failed?.method ?? "card",
  };
}
