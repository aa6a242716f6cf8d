import { type RouterContextProvider, redirect } from "react-router";
import { getStaffOffer, reviewOffer, toImageUrl } from "#app/api-client/offers.server.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { Field } from "#app/forms/field.tsx";
import type { FailedForm } from "#app/forms/form-types.ts";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useFormat, useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { requireStaff } from "#app/middleware/guards.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { Fact } from "#app/ui/fact.tsx";
import { FileMark } from "#app/ui/offer-image.tsx";
import { OfferStatus } from "#app/ui/offer-status.tsx";
import { OfferFacts, OfferTexts } from "#app/ui/sent-offer.tsx";
import { formatDay } from "#domain/dates.ts";
import { toDecimal } from "#domain/money.ts";
import { nextOfferStatus, OFFER_STATUSES } from "#domain/offers.ts";
import { hasRight } from "#domain/staff-roles.ts";
import type { Route } from "./+types/staff-offer";
import { reviewForm } from "./staff-offer.server.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { staffRole } = await requireStaff(context, "offers");
  const api = getApi(context);
  const offer = await requireOffer(context, params.id);
  // The API's own addresses, and what the acceptance holds, are of no use here.
  const { picture: _picture, contactDetails: _contact, originalUrl, ...shown } = offer;
  return {
    ...shown,
    form: await reviewForm.load(context),
    hasOriginal: originalUrl !== null,
    canReview: hasRight(staffRole, "reviews"),
    canPublish: offer.status === "approved" && hasRight(staffRole, "catalogue"),
    image: toImageUrl(api, offer, "whole", "/staff/offers"),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  await requireStaff(context, "reviews");
  return reviewForm.handle({ request, context }, async ({ service_price: price, ...rest }, api) => {
    const isPriced = rest.decision === "offer";
    await reviewOffer(api, params.id, { ...rest, service_price: isPriced ? price : undefined });
    const key = isPriced ? "staff_offers.priced" : "staff_offers.declined";
    return redirectTo(context, "/staff/offers", { kind: "success", key });
  });
}

export const clientAction = preserveInput;

/** An offer that is not there leads to the page that says so. */
async function requireOffer(context: Readonly<RouterContextProvider>, id: string) {
  try {
    return await getStaffOffer(getApi(context), id);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    throw redirect(localePath(getLocale(context), "/404"), 302);
  }
}

type StaffOffer = Route.ComponentProps["loaderData"];

/** One offer, and the form to review it. */
export default function StaffOffer({ loaderData: offer, actionData }: Route.ComponentProps) {
  const t = useT();
  const locale = useLocale();
  const isOpenForReview = offer.canReview && nextOfferStatus(toStatus(offer), "price") !== null;
  return (
    <article>
      <PageTitle title={offer.title} hasErrors={Boolean(actionData)} isPrivate />
      <Link to="/staff/offers" className="link inline-flex min-h-11 items-center gap-2">
        <Icon name="left" className="size-4" />
        {t("staff_offers.title")}
      </Link>
      <h2 className="mt-2 mb-6 text-3xl wrap-anywhere">
        <bdi>{offer.title}</bdi>
      </h2>
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-2">
        <div>
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
                href={localePath(
                  locale,
                  `/staff/offers/${encodeURIComponent(offer.id)}/picture?size=original`,
                )}
                download
              >
                <Icon name="download" className="size-4" />
                {t("staff_offers.original")}
              </a>
            </p>
          ) : null}
          {isOpenForReview ? (
            <div className="mt-6">
              <Facts offer={offer} />
            </div>
          ) : null}
        </div>
        {/* What is to be done stays in sight while picture and facts are read. */}
        <div className="lg:sticky lg:top-24">
          {isOpenForReview ? (
            <Review key={offer.version ?? 0} offer={offer} failed={actionData} />
          ) : (
            <Facts offer={offer} />
          )}
          {offer.canPublish ? (
            <p className="mt-6">
              <ButtonLink to={`/staff/products/create?offer=${encodeURIComponent(offer.id)}`}>
                {t("staff_products.publish_offer")}
              </ButtonLink>
            </p>
          ) : null}
        </div>
      </div>
    </article>
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
        </Fact>
        <Fact name={t("staff_offers.verified")}>
          {t(offer.user.isVerified ? "staff_offers.yes" : "staff_offers.no")}
        </Fact>
        <Fact name={t("staff_offers.asked")}>{format.money(offer.userPriceCents)}</Fact>
        {offer.servicePriceCents === null ? null : (
          <Fact name={t("offer.our_price")}>{format.money(offer.servicePriceCents)}</Fact>
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

function toStatus(offer: StaffOffer) {
  return OFFER_STATUSES.find((one) => one === offer.status) ?? "approved";
}

/** A price, or a no with a few words; while nobody has agreed to a price it may be corrected. */
function Review({ offer, failed }: { offer: StaffOffer; failed: FailedForm | undefined }) {
  const t = useT();
  const form = useAppForm(offer.form, failed, {
    service_price: offer.servicePriceCents === null ? "" : toDecimal(offer.servicePriceCents),
  });
  const { fields } = form;
  const mayReject = nextOfferStatus(toStatus(offer), "reject") !== null;
  return (
    <section aria-labelledby="review-title" className="card p-6">
      <h3 id="review-title" className="mb-5 text-2xl">
        {t(mayReject ? "staff_offers.review" : "staff_offers.correct")}
      </h3>
      <BoundForm of={form} summary={["service_price", "message", "decision"]} className="space-y-5">
        {offer.version === null ? null : (
          <input type="hidden" name="version" value={offer.version} />
        )}
        <Field
          meta={fields.service_price}
          label={t("staff_offers.price")}
          hint={mayReject ? t("staff_offers.price_hint") : undefined}
          inputMode="decimal"
        />
        <TextArea
          meta={fields.message}
          label={t("staff_offers.message")}
          hint={t("staff_offers.message_hint", { email: offer.user.email })}
          rows={4}
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton name="decision" value="offer">
            {t("staff_offers.send_price")}
          </SubmitButton>
          {mayReject ? (
            <SubmitButton name="decision" value="declined" kind="secondary">
              {t("offer.decline")}
            </SubmitButton>
          ) : null}
        </div>
      </BoundForm>
    </section>
  );
}
