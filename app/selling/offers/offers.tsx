import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import {
  defaultOfferMessage,
  listOffers,
  offerReasonOf,
} from "#app/api-client/selling/offers.server.ts";
import type { FailedForm } from "#app/forms/form-types.ts";
import { malformed } from "#app/forms/parse-form.server.ts";
import { orWhenLost } from "#app/forms/preserve-input.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { toReference } from "#app/i18n/message-reference.ts";
import { requireUser } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { loadHistoryOrMessage } from "#app/request/load-history.ts";
import { orNull } from "#app/request/or-null.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { NotOffered } from "#app/ui/not-offered.tsx";
import { HistoryPager } from "#app/ui/pager.tsx";
import { FailedState } from "#app/ui/screen-state.tsx";
import type { FailureCode } from "#domain/messages.ts";
import type { Route } from "./+types/offers";
import {
  returnToContact,
  startCard,
  submitBankDetails,
  submitCard,
  submitContact,
  submitDecline,
} from "./offer-actions.server.ts";
import { OfferDialog } from "./offer-dialog.tsx";
import type { OfferStep } from "./offer-forms.server.ts";
import { OFFERS_PATH } from "./offer-paths.ts";
import { OfferTable } from "./offer-table.tsx";
import { findOffer, isWaiting, openOffer, toRow } from "./offers.server.ts";
import { OfferSentDialog } from "./sent-dialog.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const api = getApi(context);
  const query = getUrl(context).searchParams;
  const requestedId = query.get("offer");
  const [user, { value: offers, message: failure, isOffered }, found] = await Promise.all([
    requireUser(context),
    loadHistoryOrMessage(
      context,
      OFFERS_PATH,
      (cursor) => listOffers(api, cursor),
      (error) => offerReasonOf(error) ?? defaultOfferMessage("fetch", error),
    ),
    requestedId === null ? null : orNull(context, "offer", findOffer(api, requestedId)),
  ]);
  const offer = found?.offer;
  // Another user's offer is as unknown as one that never existed. A server that rejects every read
  // of its offers has not said that there is no such offer.
  const isUnknown = found !== null && !offer && offers !== null;
  return data(
    {
      offers: offers && { ...offers, items: offers.items.map((one) => toRow(api, one)) },
      failure,
      isOffered,
      opened: offer
        ? await openOffer(context, request, offer, { user, offers: offers?.items ?? [] })
        : null,
      isUnknown,
      isSent: query.has("sent") && (offers === null || offers.items.some(isWaiting)),
    },
    { status: isUnknown ? 404 : 200 },
  );
}

/**
 * A form posts to the URL of the step that it leads to, so that a reload shows that step; the last
 * one, which decides, posts to its own URL. A rejected form shows its own step.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const query = getUrl(context).searchParams;
  const offerId = query.get("offer") ?? "";
  switch (offerId && query.get("step")) {
    case "contact":
      return returnToContact(request);
    case "bank":
      return query.has("confirm")
        ? submitBankDetails(request, context, offerId)
        : submitContact(request, context, offerId);
    case "card":
      return query.has("card")
        ? submitCard(request, context, offerId)
        : startCard(request, context, offerId);
    case "decline":
      return submitDecline(request, context, offerId);
    default:
      throw malformed();
  }
}

type LostForm = { step: OfferStep; failure: FailureCode };

/**
 * Messages for a lost form, by the step to which it was sent, or `confirm` for bank details. Those
 * for forms that may have paid out, or declined, say so.
 */
const LOST_FORMS: Record<string, LostForm> = {
  bank: { step: "contact", failure: "request_failed" },
  confirm: { step: "bank", failure: "outcome_unclear" },
  card: { step: "card", failure: "outcome_unclear" },
  decline: { step: "details", failure: "outcome_unclear" },
};
const LOST_RETURN: LostForm = { step: "bank", failure: "request_failed" };

/** A lost form leaves its step unchanged, with the typed values. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const query = new URL(request.url).searchParams;
  const sentTo = query.has("confirm") ? "confirm" : (query.get("step") ?? "");
  const { step, failure } = LOST_FORMS[sentTo] ?? LOST_RETURN;
  const note = toReference({ code: failure });
  const reply = { status: "error" as const, error: { form: [note] } };
  const form: FailedForm = { formId: null, reply, operationId: null, isUnclear: true };
  return orWhenLost(() => serverAction(), { step, note, form });
}

/** Also revalidates after a rejection, because a changed price or a decided offer must be shown. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  if (Number(args.actionStatus) >= 500) return false;
  return args.formMethod === "POST" || args.defaultShouldRevalidate;
}

export default function Offers({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { offers, failure, isOffered, opened, isUnknown, isSent } = loaderData;
  const result = useThroughLinks(actionData);
  const hasErrors = result !== undefined && "form" in result;
  return (
    <section aria-labelledby="offers-title">
      <PageTitle title={opened?.title ?? t("offers.title")} hasErrors={hasErrors} isPrivate />
      {opened ? <OfferDialog key={opened.id} offer={opened} result={result} /> : null}
      {isSent && !opened ? <OfferSentDialog replyBy={offers?.items[0]?.replyBy ?? null} /> : null}
      <div className="mb-6 flex justify-end">
        <h2 id="offers-title" className="sr-only">
          {t("offers.title")}
        </h2>
        {isOffered ? (
          <ButtonLink to="/dashboard/offers/create">{t("offers.create")}</ButtonLink>
        ) : null}
      </div>
      {isUnknown ? (
        <div className="mb-6">
          <FailedState message={t("errors.offer_not_found")}>
            <p>{t("offer.not_found_hint")}</p>
          </FailedState>
        </div>
      ) : null}
      {!isOffered ? (
        <NotOffered />
      ) : offers === null ? (
        <FailedState message={failure ?? ""}>
          <ButtonLink to={OFFERS_PATH} kind="secondary" size="small">
            {t("dashboard.retry")}
          </ButtonLink>
        </FailedState>
      ) : offers.items.length === 0 ? (
        <EmptyState drawing="offers" title={t("offers.empty")} text={t("offers.empty_hint")}>
          <ButtonLink to="/sell-your-designs" kind="secondary">
            {t("sell.how")}
          </ButtonLink>
        </EmptyState>
      ) : (
        <>
          <OfferTable offers={offers.items} />
          <HistoryPager path={OFFERS_PATH} newer={offers.newer} older={offers.older} />
        </>
      )}
    </section>
  );
}
