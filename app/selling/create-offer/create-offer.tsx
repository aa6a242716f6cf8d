import { createOffer, lacksOffers } from "#app/api-client/selling/offers.server.ts";
import { CheckboxField } from "#app/forms/field.tsx";
import { preserveFiles } from "#app/forms/preserve-input.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import {
  requireUser,
  requireUserMiddleware,
  returnFormMiddleware,
} from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { requireVerifiedEmailMiddleware } from "#app/request/verified-email.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { NotOffered } from "#app/ui/not-offered.tsx";
import { OFFER_UPLOAD_MB_MAX } from "#domain/offers.ts";
import type { Route } from "./+types/create-offer";
import { offerForm, toContractForm } from "./create-offer.server.ts";
import { ImageUpload } from "./image-upload.tsx";
import { FIELDS_IN_ORDER, OfferFields } from "./offer-fields.tsx";

export { FormErrorBoundary as ErrorBoundary } from "#app/forms/session/session-over.tsx";

export const middleware: Route.MiddlewareFunction[] = [
  returnFormMiddleware("/dashboard/offers/create"),
  requireUserMiddleware,
  requireVerifiedEmailMiddleware,
];

export async function loader({ context }: Route.LoaderArgs) {
  await requireUser(context);
  const isOffered = !(await lacksOffers(getApi(context)));
  return { isOffered, form: await offerForm.load(context) };
}

export async function action({ request, context }: Route.ActionArgs) {
  return offerForm.handle({ request, context }, async (value, api) => {
    await createOffer(api, toContractForm(value));
    return redirectTo(context, "/dashboard/offers?sent=1");
  });
}

export const clientAction = preserveFiles({ media: OFFER_UPLOAD_MB_MAX });

export default function CreateOffer({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  return (
    <div className="page pt-10 pb-20 md:pt-14">
      <PageTitle title={t("offer.create_title")} hasErrors={Boolean(actionData)} isPrivate />
      <div className="mx-auto max-w-3xl">
        <Link to="/dashboard/offers" className="link inline-flex min-h-11 items-center gap-2">
          <Icon name="left" className="size-4" />
          {t("offer.back")}
        </Link>
        <h1 className="mt-3 text-4xl md:text-5xl">{t("offer.create_title")}</h1>
        {loaderData.isOffered ? (
          <CreateForm loaderData={loaderData} failed={actionData} />
        ) : (
          <NotOffered />
        )}
      </div>
    </div>
  );
}

function CreateForm(props: {
  loaderData: Route.ComponentProps["loaderData"];
  failed: Route.ComponentProps["actionData"];
}) {
  const t = useT();
  const { categories, styles } = useLayoutData();
  const form = useAppForm(props.loaderData.form, props.failed);
  const { fields, reply } = form;
  return (
    <>
      <p className="mt-4 text-muted">{t("offer.create_lead")}</p>
      <p className="mt-1 mb-7">
        <Link to="/sell-your-designs" className="link inline-flex min-h-11 items-center">
          {t("sell.how")}
        </Link>
      </p>
      <BoundForm
        of={form}
        summary={FIELDS_IN_ORDER}
        encType="multipart/form-data"
        className="space-y-8"
      >
        <OfferFields fields={fields} categories={categories} styles={styles} />
        <ImageUpload
          meta={fields.media}
          label={t("offer.upload_label")}
          button={t("offer.upload")}
          wasSent={Boolean(reply)}
        />
        <CheckboxField meta={fields.confirm}>{t("offer.confirm_ai")}</CheckboxField>
        {/* Not in one row on phones: the wider "Submitting..." would move Cancel under a second tap. */}
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:flex-wrap">
          <ButtonLink to="/dashboard/offers" kind="secondary" size="large">
            {t("offer.cancel")}
          </ButtonLink>
          <SubmitButton size="large">{t("offer.create")}</SubmitButton>
        </div>
      </BoundForm>
    </>
  );
}
