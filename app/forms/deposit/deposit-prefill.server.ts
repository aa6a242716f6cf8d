import type { RouterContextProvider } from "react-router";
import { getSavedContact, type SavedContact } from "#app/api-client/accounts.server.ts";
import { getDeposit } from "#app/api-client/deposits.server.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { orNull } from "#app/request/or-null.ts";
import { isApiId } from "#domain/ids.ts";
import { toDecimal } from "#domain/money.ts";

/**
 * What a deposit form begins with: the saved contact details, or with `?again=ID` all that was sent
 * with the deposit that failed.
 */
export async function loadDepositPrefill(context: Readonly<RouterContextProvider>): Promise<{
  contact: SavedContact | null;
  /** As it was, "12.50"; null without a deposit to repeat. */
  amount: string | null;
  method: string;
}> {
  const api = getApi(context);
  const again = getUrl(context).searchParams.get("again") ?? "";
  const [saved, failed] = await Promise.all([
    orNull(context, "saved contact details", getSavedContact(api)),
    isApiId(again) ? orNull(context, "failed deposit", getDeposit(api, again)) : null,
  ]);
  // An older deposit has fewer details where the account's person asked for it.
  const contact = failed && Object.values(failed.contact).every(Boolean) ? failed.contact : saved;
  return {
    contact,
    amount: failed && toDecimal(failed.amountCents),
    method: failed?.method ?? "card",
  };
}
