import {
  getStaffOffer,
  listStaffOffers,
  reviewOffer,
  type StaffOfferView,
  toImageUrl,
} from "#app/api-client/selling/offers.server.ts";
import { listReasons } from "#app/api-client/staff/reviews.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { dispatchForms, type FormArgs } from "#app/forms/define-form.server.ts";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { isOf, versionOf } from "#app/forms/seen/seen-state.ts";
import { useFormat, useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orNotFound } from "#app/request/or-rejected.ts";
import { ifOffered } from "#app/staff/if-offered.server.ts";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { DecisionHistory } from "#app/staff/review/decision-history.tsx";
import { ReviewQueue } from "#app/staff/review/review-queue.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { Fact } from "#app/ui/fact.tsx";
import { FileMark, OfferImage } from "#app/ui/offer-image.tsx";
import { OfferStatus } from "#app/ui/offer-status.tsx";
import { OfferFacts, OfferTexts } from "#app/ui/sent-offer.tsx";
import { formatDay } from "#domain/dates.ts";
import { nextOfferStatus, OFFER_STATUSES } from "#domain/offers.ts";
import { pickReasons } from "#domain/reviews.ts";
import { hasRight } from "#domain/staff-roles.ts";
import type { Route } from "./+types/staff-offer";
import { OfferReview, StaleReview, toStatus } from "./offer-review.tsx";
import { pickReason, readPicked, reviewForm } from "./staff-offer.server.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { staffRole } = await requireStaff(context, "offers");
  const api = getApi(context);
  const offer = await orNotFound(context, getStaffOffer(api, params.id));
  const { reasonId, typedPrice } = readPicked({ context });
  const [queue, reasons] = await Promise.all([
    listAdjacentItems(api, offer),
    ifOffered(listReasons(api)),
  ]);
  // The API's own URLs, and the acceptance's data, are not needed here.
  const { picture: _picture, contactDetails: _contact, originalUrl, ...shown } = offer;
  return {
    ...shown,
    form: await reviewForm.load(context),
    hasOriginal: originalUrl !== null,
    canReview: hasRight(staffRole, "reviews"),
    canPublish: offer.status === "approved" && hasRight(staffRole, "catalogue"),
    image: toImageUrl(api, offer, "whole", "/staff/offers"),
    items: queue,
    reasons: pickReasons(reasons ?? [], { kind: "offer", locale: offer.locale ?? "" }),
    reason: reasons?.find(({ id }) => id === reasonId) ?? null,
    typedPrice,
  };
}

/** The offers in the list, starting with this one. */
async function listAdjacentItems(api: ApiClient, { status, queue }: StaffOfferView) {
  const known = OFFER_STATUSES.find((one) => one === status);
  if (queue === null || known === undefined) return [];
  const from = { before: queue.previous, after: null };
  const { items } = await listStaffOffers(api, { status: known }, from);
  return items.map((offer) => ({
    id: offer.id,
    title: offer.title,
    cents: offer.userPriceCents,
    thumb: toImageUrl(api, offer, "thumb", "/staff/offers"),
  }));
}

export async function action(args: Route.ActionArgs) {
  const { context, params } = args;
  await requireStaff(context, "reviews");
  return dispatchForms(context, {
    review: () => review(args, params.id),
    reason: () => pickReason(args, staffPath("offers", params.id)),
  });
}

function review({ request, context }: FormArgs, id: string) {
  return reviewForm.handle({ request, context }, async ({ service_price: price, ...rest }, api) => {
    const isPriced = rest.decision === "offer";
    const { status, queue } = await getStaffOffer(api, id);
    await reviewOffer(api, id, { ...rest, service_price: isPriced ? price : undefined });
    const key = isPriced ? "staff_offers.priced" : "staff_offers.declined";
    // A queue continues with the next record, but not after a corrected price.
    const next = status === "pending" ? queue?.next : null;
    const path = next ? staffPath("offers", next) : "/staff/offers";
    return redirectTo(context, path, { kind: "success", key });
  });
}

export const clientAction = preserveInput;
export const shouldRevalidate = revalidatePosted;

type StaffOffer = Route.ComponentProps["loaderData"];

/** One offer, and the form to review it. */
export default function StaffOffer({ loaderData: offer, actionData }: Route.ComponentProps) {
  const failed = useThroughLinks(actionData);
  const t = useT();
  const isOpenForReview = offer.canReview && nextOfferStatus(toStatus(offer), "price") !== null;
  const format = useFormat();
  return (
    <ReviewQueue
      path="/staff/offers"
      listPath={`/staff/offers?status=${encodeURIComponent(offer.status)}`}
      listTitle={t("staff_offers.title")}
      currentId={offer.id}
      place={offer.queue}
      items={offer.items.map(({ id, title, cents, thumb }) => ({
        id,
        title,
        note: format.money(cents),
        image: <OfferImage src={thumb} className="size-10" />,
      }))}
      keys={
        isOpenForReview
          ? [
              { key: "p", text: t("staff_keys.price") },
              { key: "a", text: t("staff_keys.send_price") },
              { key: "m", text: t("staff_keys.reason") },
              { key: "d", text: t("staff_keys.decline") },
            ]
          : []
      }
    >
      <PageTitle title={offer.title} hasErrors={Boolean(failed)} isPrivate />
      <h1 className="mt-2 mb-6 text-3xl wrap-anywhere">
        <bdi>{offer.title}</bdi>
      </h1>
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-2">
        <div>
          <SentFile offer={offer} />
          {isOpenForReview ? (
            <div className="mt-6">
              <Facts offer={offer} />
            </div>
          ) : null}
        </div>
        {/* The form stays visible while image and facts scroll. */}
        <div className="min-w-0 lg:sticky lg:top-24">
          {isOpenForReview ? (
            <OfferReview
              key={`${offer.id} ${versionOf(offer.form, failed, offer.version ?? 0)} ${offer.reason?.id ?? ""}`}
              offer={offer}
              failed={failed}
            />
          ) : (
            <>
              {isOf(failed, offer.form) ? (
                <StaleReview loaded={offer.form} failed={failed} />
              ) : null}
              <Facts offer={offer} />
            </>
          )}
          <DecisionHistory
            decisions={offer.history}
            nameOf={(status) =>
              t(status === "pending" ? "staff.sent" : `staff_offers.status_${status}`)
            }
          />
          {offer.canPublish ? (
            <p className="mt-6">
              <ButtonLink to={`/staff/products/create?offer=${encodeURIComponent(offer.id)}`}>
                {t("staff_products.publish_offer")}
              </ButtonLink>
            </p>
          ) : null}
        </div>
      </div>
    </ReviewQueue>
  );
}

/** The submitted image, or an icon for any other file, and the link to the original. */
function SentFile({ offer }: { offer: StaffOffer }) {
  const t = useT();
  const locale = useLocale();
  return (
    <>
      {offer.image ? (
        <img
          src={offer.image}
          alt={offer.title}
          className="aspect-square max-h-[60dvh] w-full rounded-card bg-sunken object-contain"
        />
      ) : (
        <FileMark className="h-40 w-full" />
      )}
      {offer.hasOriginal ? (
        <p className="mt-3">
          <a
            className="link inline-flex min-h-11 items-center gap-2"
            href={localePath(locale, `${staffPath("offers", offer.id)}/picture?size=original`)}
            download
          >
            <Icon name="download" className="size-4" />
            {t("staff_offers.original")}
          </a>
        </p>
      ) : null}
    </>
  );
}

function Facts({ offer }: { offer: StaffOffer }) {
  const t = useT();
  const format = useFormat();
  return (
    <div>
      <dl className="border-t border-line">
        <Fact name={t("staff_offers.from")}>
          {offer.user.name ? (
            <span className="block">
              <bdi>{offer.user.name}</bdi>
            </span>
          ) : null}
          <bdi>{offer.user.email}</bdi>
          {offer.user.isDisabled ? (
            <span className="block font-medium text-negative">{t("staff.account_disabled")}</span>
          ) : null}
        </Fact>
        <Fact name={t("staff_offers.verified")}>
          {t(offer.user.isVerified ? "staff_offers.yes" : "staff_offers.no")}
        </Fact>
        <Fact name={t("staff_offers.asked")} keepsWords>
          {format.money(offer.userPriceCents)}
        </Fact>
        {offer.servicePriceCents === null ? null : (
          <Fact name={t("offer.our_price")} keepsWords>
            {format.money(offer.servicePriceCents)}
          </Fact>
        )}
        <Fact name={t("offers.status")}>
          <OfferStatus status={offer.status} isForStaff />
        </Fact>
        <OfferFacts offer={offer} />
        {offer.replyBy ? (
          <Fact name={t("staff_offers.reply_by")}>{formatDay(offer.replyBy)}</Fact>
        ) : null}
      </dl>
      <OfferTexts offer={offer} />
      {offer.message ? (
        <figure className="mt-6">
          <figcaption className="eyebrow mb-1.5">{t("staff_offers.our_message")}</figcaption>
          <blockquote
            dir="auto"
            className="border-s-2 border-ink ps-4 whitespace-pre-line wrap-anywhere"
          >
            {offer.message}
          </blockquote>
        </figure>
      ) : null}
    </div>
  );
}
