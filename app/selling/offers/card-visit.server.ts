import { offerReasonOf } from "#app/api-client/selling/offers.server.ts";
import { type GivenCardView, getGivenCard } from "#app/api-client/selling/payouts.server.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { toReference } from "#app/i18n/message-reference.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { orNull } from "#app/request/or-null.ts";
import { CONTACT_STEP_FIELDS, readTyped, type TypedContact } from "./offer-forms.server.ts";

/**
 * The result of returning from the payout provider's page: the entered card, or the reason why
 * there is none.
 */
export type CardVisit =
  | { given: Pick<GivenCardView, "state" | "card"> & { contact: TypedContact }; note: null }
  | { given: null; note: string };

/** Resolves a return URL (`card=`); null for any other URL. */
export async function loadCardVisit(context: Context, offerId: string): Promise<CardVisit | null> {
  const state = getUrl(context).searchParams.get("card");
  if (state === null) return null;
  if (!/^[\w-]{8,64}$/.test(state)) return { given: null, note: NOT_FOUND };
  try {
    const { card, contactDetails, ...visit } = await getGivenCard(getApi(context), state);
    if (visit.offerId !== offerId) return { given: null, note: NOT_FOUND };
    const contact = readTyped((name) =>
      name === "type" ? "card" : isContactField(name) ? contactDetails[name] : "",
    );
    return { given: { state, card, contact }, note: null };
  } catch (error) {
    if (!(error instanceof ApiError)) return orNull(context, "given card", Promise.reject(error));
    const reason = offerReasonOf(error) ?? ({ code: "card_payout_failed" } as const);
    return { given: null, note: toReference(reason) };
  }
}

const NOT_FOUND = toReference({ code: "payout_card_not_found" });

const isContactField = (name: string) => CONTACT_STEP_FIELDS.some((known) => known === name);
