import type { ReasonView } from "#app/api-client/staff/reviews.server.ts";
import { Field } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { versionOf } from "#app/forms/seen/seen-state.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { StaleForm } from "#app/staff/forms/stale-form.tsx";
import { ReasonButtons } from "#app/staff/review/reasons.tsx";
import { StaffCard } from "#app/staff/staff-card.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { nextOfferStatus, OFFER_STATUSES } from "#domain/offers.ts";
import { toTypedAmount } from "#domain/typed-amounts.ts";

type Reviewed = {
  id: string;
  status: string;
  version: number | null;
  servicePriceCents: number | null;
  user: { email: string };
  form: LoadedForm<"decision" | "service_price" | "message" | "version">;
  reasons: readonly ReasonView[];
  /** The reason named in the URL. */
  reason: ReasonView | null;
  /** The price in the URL, typed before a reason was picked without scripts. */
  typedPrice: string | null;
};

/** Another server's own status counts as one without possible actions. */
export function toStatus(offer: { status: string }) {
  return OFFER_STATUSES.find((one) => one === offer.status) ?? "approved";
}

/** A price, or a rejection with a reason; a price may be corrected until the seller accepts. */
export function OfferReview({
  offer,
  failed,
}: {
  offer: Reviewed;
  failed: FailedForm | undefined;
}) {
  const t = useT();
  const locale = useLocale();
  const price = offer.servicePriceCents;
  const form = useAppForm(offer.form, failed, {
    service_price: offer.typedPrice ?? (price === null ? "" : toTypedAmount(price, locale)),
    message: offer.reason?.body ?? "",
  });
  const { fields } = form;
  const mayReject = nextOfferStatus(toStatus(offer), "reject") !== null;
  return (
    <StaffCard id="review" title={t(mayReject ? "staff_offers.review" : "staff_offers.correct")}>
      <BoundForm of={form} summary={["service_price", "message", "decision"]} className="space-y-5">
        {offer.version === null ? null : (
          <input
            type="hidden"
            name="version"
            value={versionOf(offer.form, failed, offer.version)}
          />
        )}
        {/* Enter presses the first button of a form, which would otherwise be a reason's. */}
        <button
          type="submit"
          name="decision"
          value="offer"
          tabIndex={-1}
          aria-hidden
          className="sr-only"
        />
        <div data-shortcut="p">
          <Field
            meta={fields.service_price}
            label={t("staff_offers.price")}
            hint={mayReject ? t("staff_offers.price_hint") : undefined}
            inputMode="decimal"
          />
        </div>
        <div data-shortcut="m">
          <TextArea
            meta={fields.message}
            label={t("staff_offers.message")}
            hint={t("staff_offers.message_hint", { email: offer.user.email })}
            rows={4}
          />
          <ReasonButtons
            reasons={offer.reasons}
            path={staffPath("offers", offer.id)}
            field="message"
          />
        </div>
        <div className="flex flex-wrap gap-3">
          <span data-shortcut="a">
            <SubmitButton name="decision" value="offer">
              {t("staff_offers.send_price")}
            </SubmitButton>
          </span>
          {mayReject ? (
            <span data-shortcut="d">
              <SubmitButton name="decision" value="declined" kind="secondary">
                {t("offer.decline")}
              </SubmitButton>
            </span>
          ) : null}
        </div>
      </BoundForm>
    </StaffCard>
  );
}

/** What was typed for an offer that has meanwhile been decided. */
export function StaleReview(props: {
  loaded: LoadedForm<"service_price" | "message">;
  failed: FailedForm | undefined;
}) {
  const t = useT();
  return (
    <StaffCard id="review" title={t("staff.decision")} className="mb-8">
      <StaleForm
        {...props}
        reason={t("errors.offer_answered")}
        texts={[
          { name: "service_price", label: t("staff_offers.price"), rows: 1 },
          { name: "message", label: t("staff_offers.message"), rows: 4 },
        ]}
      />
    </StaffCard>
  );
}
