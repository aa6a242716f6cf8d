import { useForm } from "@conform-to/react";
import { data } from "react-router";
import { createOffer, defaultOfferMessage } from "#app/api-client/offers.server.ts";
import { ErrorSummary } from "#app/forms/error-summary.tsx";
import { CheckboxField } from "#app/forms/field.tsx";
import { keepForm } from "#app/forms/keep-input.ts";
import { createOperationId, nextOperationId } from "#app/forms/operation-id.server.ts";
import { getConstraints, parseUploadForm, statusOfRefusal } from "#app/forms/parse-form.server.ts";
import { replyWithApiError } from "#app/forms/submission.server.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { requireUser, requireUserMiddleware } from "#app/middleware/guards.ts";
import { getMessage } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Form, Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { OFFER_UPLOAD_BYTES_MAX, OFFER_UPLOAD_MB_MAX } from "#domain/offers.ts";
import type { Route } from "./+types/create-offer";
import {
  OFFER_FIELDS,
  OFFER_FILES,
  OFFER_LISTS,
  OFFER_TEXTS,
  offerFormSchema,
  toContractForm,
  toFormError,
  withoutFile,
} from "./create-offer.server.ts";
import { PictureUpload } from "./image-upload.tsx";
import { OfferFields, type OfferForm } from "./offer-fields.tsx";

export const middleware: Route.MiddlewareFunction[] = [requireUserMiddleware];

const FAILURE = "An unexpected error occurred while creating the offer.";

export async function loader({ context }: Route.LoaderArgs) {
  await requireUser(context);
  return {
    constraints: getConstraints(offerFormSchema, OFFER_FIELDS),
    operationId: createOperationId(),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const names = { texts: OFFER_TEXTS, lists: OFFER_LISTS, files: OFFER_FILES };
  const submission = await parseUploadForm(request, offerFormSchema, names);
  const sentId = submission.payload.operation_id;
  if (submission.status !== "success") {
    const reply = withoutFile(submission.reply());
    return data({ reply, operationId: nextOperationId(sentId, null) }, { status: 422 });
  }
  try {
    await createOffer(getApi(context), toContractForm(submission.value));
  } catch (error) {
    const message = getMessage(context);
    const reply = replyWithApiError(submission, toFormError(error), (text) =>
      message(text || defaultOfferMessage("create", error)),
    );
    const answer = { reply: withoutFile(reply), operationId: nextOperationId(sentId, error) };
    return data(answer, { status: statusOfRefusal(error) });
  }
  return redirectTo(context, "/dashboard/offers?sent=1");
}

/** A file that is too large is not sent at all; a failure on the way leaves the form as it is. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const sent = await request.clone().formData();
  const media = sent.get("media");
  const kept = { operationId: String(sent.get("operation_id")) };
  if (media instanceof File && media.size > OFFER_UPLOAD_BYTES_MAX) {
    const error = { media: [`file size exceeds ${OFFER_UPLOAD_MB_MAX}MB`] };
    return data({ reply: { status: "error" as const, error }, ...kept }, { status: 422 });
  }
  return keepForm(() => serverAction(), FAILURE, kept);
}

export default function CreateOffer({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { categories, styles } = useLayoutData();
  const reply = actionData?.reply;
  const [form, fields] = useForm<OfferForm>({
    lastResult: reply,
    constraint: loaderData.constraints,
  });
  const listed = [
    fields.title,
    fields.description,
    fields.add_text,
    fields.category_id,
    fields.style_ids,
    fields.price,
    fields.media,
    fields.confirm,
  ];
  return (
    <div className="page pt-10 pb-20 md:pt-14">
      <PageTitle title={t("offer.create_title")} hasErrors={Boolean(reply)} isPrivate />
      <div className="mx-auto max-w-3xl">
        <Link to="/dashboard/offers" className="link inline-flex min-h-11 items-center gap-2">
          <Icon name="left" className="size-4" />
          {t("offer.back")}
        </Link>
        <h1 className="mt-3 text-4xl md:text-5xl">{t("offer.create_title")}</h1>
        <p className="mt-4 text-muted">{t("offer.create_lead")}</p>
        <p className="mt-1 mb-7">
          <Link to="/sell-your-designs" className="link inline-flex min-h-11 items-center">
            {t("sell.how")}
          </Link>
        </p>
        <ErrorSummary reply={reply} fields={listed} />
        <Form
          method="post"
          encType="multipart/form-data"
          id={form.id}
          noValidate={form.noValidate}
          onSubmit={form.onSubmit}
          className="space-y-8"
        >
          <input
            type="hidden"
            name="operation_id"
            value={actionData?.operationId ?? loaderData.operationId}
          />
          <OfferFields fields={fields} categories={categories} styles={styles} />
          <PictureUpload
            meta={fields.media}
            label={t("offer.upload_label")}
            button={t("offer.upload")}
            wasSent={Boolean(reply)}
          />
          <CheckboxField meta={fields.confirm}>{t("offer.confirm_ai")}</CheckboxField>
          <div className="flex flex-wrap gap-3 *:grow sm:*:grow-0">
            <ButtonLink to="/dashboard/offers" kind="secondary" size="large">
              {t("offer.cancel")}
            </ButtonLink>
            <SubmitButton size="large">{t("offer.create")}</SubmitButton>
          </div>
        </Form>
      </div>
    </div>
  );
}
