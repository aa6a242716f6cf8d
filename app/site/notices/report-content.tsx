import { getProduct } from "#app/api-client/catalog.server.ts";
import { sendNotice, toReference } from "#app/api-client/contact.server.ts";
import { getFeatures } from "#app/api-client/site.server.ts";
import { CheckboxField, Field, RadioGroup } from "#app/forms/field.tsx";
import type { FailedForm } from "#app/forms/form-types.ts";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { languageProps } from "#app/i18n/text-in.tsx";
import { getApi, getUrl, getUser } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orNull } from "#app/request/or-null.ts";
import { readSignedQuery, signQuery } from "#app/request/signed-query.ts";
import { ContactInstead } from "#app/site/contact-instead.tsx";
import { HoneypotField } from "#app/site/honeypot-field.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { PageHead } from "#app/ui/base/page-head.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { ANONYMOUS_REASON, NOTICE_REASONS } from "#domain/notices.ts";
import type { Route } from "./+types/report-content";
import { noticeForm } from "./notices.server.ts";

const PATH = "/report-content";

/** A notice of illegal content (Regulation (EU) 2022/2065 Art. 16), from anybody. */
export async function loader({ context }: Route.LoaderArgs) {
  const query = getUrl(context).searchParams;
  const slug = query.get("product");
  const [user, features, product] = await Promise.all([
    orNull(context, "profile", getUser(context)),
    orNull(context, "features", getFeatures(getApi(context))),
    slug ? orNull(context, "product", getProduct(getApi(context), slug)) : null,
  ]);
  return {
    // Only omitted if the call is known to be missing, as for the withdrawal function.
    isOffered: features?.has("notices") ?? true,
    reference: toReference(readSignedQuery(context).get("sent")),
    product: product && {
      slug: product.slug,
      title: product.title,
      titleLanguage: product.titleLanguage,
    },
    form: await noticeForm.load(context),
    prefilled: {
      product: product?.slug ?? slug ?? "",
      name: [user?.name, user?.surname].filter(Boolean).join(" "),
      email: user?.email ?? "",
    },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return noticeForm.handle({ request, context }, async (value, api) => {
    const reference = await sendNotice(api, value);
    return redirectTo(context, signQuery(context, `${PATH}?sent=${reference}`));
  });
}

export const clientAction = preserveInput;

export default function ReportContent({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { isOffered, reference, product } = loaderData;
  const failed = useThroughLinks(actionData);
  if (!isOffered)
    return <ContactInstead title={t("notice.title")} text={t("notice.not_offered")} />;
  const isPlain = !failed && reference === null && product === null;
  return (
    <div className="page-narrow pt-10 pb-20 md:pt-14">
      {isPlain ? (
        <PageHead
          title={t("notice.title")}
          description={t("notice.lead")}
          canonical={PATH}
          scripts="touch"
        />
      ) : (
        <PageTitle title={t("notice.title")} hasErrors={Boolean(failed)} isPrivate />
      )}
      {reference !== null && !failed ? (
        <Sent reference={reference} />
      ) : (
        <NoticeForm loaderData={loaderData} failed={failed} />
      )}
    </div>
  );
}

const FIELDS_IN_ORDER = [
  "product",
  "reason",
  "explanation",
  "name",
  "email",
  "good_faith",
] as const;

function NoticeForm(props: {
  loaderData: Route.ComponentProps["loaderData"];
  failed: FailedForm | undefined;
}) {
  const t = useT();
  const { product, form: loaded, prefilled } = props.loaderData;
  const form = useAppForm(loaded, props.failed, prefilled);
  const { fields } = form;
  return (
    <>
      <h1 className="text-4xl md:text-5xl">{t("notice.title")}</h1>
      <p className="mt-4 mb-8 text-muted">{t("notice.lead")}</p>
      <BoundForm
        of={form}
        summary={FIELDS_IN_ORDER}
        action={product ? `${PATH}?product=${encodeURIComponent(product.slug)}` : PATH}
        className="space-y-7"
      >
        {product ? (
          <p className="border-s-4 border-s-control ps-4">
            <input type="hidden" name="product" value={product.slug} />
            <Link to={`/products/${encodeURIComponent(product.slug)}`} className="link">
              <bdi {...languageProps(product.titleLanguage)}>{product.title}</bdi>
            </Link>
          </p>
        ) : (
          <Field meta={fields.product} label={t("notice.product")} />
        )}
        <RadioGroup
          meta={fields.reason}
          legend={t("notice.reason")}
          choices={NOTICE_REASONS.map((reason) => ({
            value: reason,
            label: t(`notice.about.${reason}`),
            hint: reason === ANONYMOUS_REASON ? t("notice.anonymous_hint") : undefined,
          }))}
        />
        <TextArea
          meta={fields.explanation}
          label={t("notice.explanation")}
          hint={t("notice.explanation_hint")}
          rows={7}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field meta={fields.name} label={t("withdrawal.name")} autoComplete="name" />
          <Field
            meta={fields.email}
            label={t("deposit.email")}
            type="email"
            autoComplete="email"
            hint={t("notice.email_hint")}
          />
        </div>
        <CheckboxField meta={fields.good_faith}>{t("notice.good_faith")}</CheckboxField>
        <HoneypotField id={fields.website.id} />
        <SubmitButton size="large" className="w-full sm:w-auto">
          {t("notice.submit")}
        </SubmitButton>
      </BoundForm>
    </>
  );
}

function Sent({ reference }: { reference: string }) {
  const t = useT();
  return (
    <div role="status">
      <h1 className="text-4xl md:text-5xl">{t("contact.thanks")}</h1>
      <p className="mt-5 text-lg text-muted">{t("notice.thanks_text")}</p>
      <p className="mt-3 text-muted">{t("contact.reference", { reference })}</p>
      <div className="mt-9">
        <ButtonLink to="/products">{t("error.toProducts")}</ButtonLink>
      </div>
    </div>
  );
}
