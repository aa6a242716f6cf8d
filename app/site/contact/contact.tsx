import { getSavedContact } from "#app/api-client/accounts.server.ts";
import { sendContactMessage, toReference } from "#app/api-client/contact.server.ts";
import { PHONE_AND_ADDRESS_FIELDS, PhoneAndAddressFields } from "#app/forms/contact-fields.tsx";
import { loadCountries } from "#app/forms/country/countries.server.ts";
import { Field, initialText } from "#app/forms/field.tsx";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { TextIn } from "#app/i18n/text-in.tsx";
import { getApi, getUser } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orNull } from "#app/request/or-null.ts";
import { readSignedQuery, signQuery } from "#app/request/signed-query.ts";
import { HoneypotField } from "#app/site/honeypot-field.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Link } from "#app/ui/base/link.tsx";
import { PageHead } from "#app/ui/base/page-head.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { DEFAULT_CURRENCY } from "#domain/money.ts";
import type { Route } from "./+types/contact";
import { contactForm } from "./contact.server.ts";
import { ContactDetails } from "./contact-details.tsx";

/** The form of spec §3 and §5, prefilled for members; a thank-you message after sending. */
export async function loader({ context }: Route.LoaderArgs) {
  const [contact, countries] = await Promise.all([loadContact(context), loadCountries(context)]);
  const sent = readSignedQuery(context).get("sent");
  return {
    isSent: sent !== null,
    reference: toReference(sent),
    form: await contactForm.load(context),
    countries,
    prefilled: contact ?? {},
  };
}

/** The saved contact details of a member; null for guests. */
async function loadContact(context: Context) {
  const user = await orNull(context, "profile", getUser(context));
  return user && orNull(context, "saved contact details", getSavedContact(getApi(context)));
}

export async function action({ request, context }: Route.ActionArgs) {
  return contactForm.handle({ request, context }, async (value, api) => {
    const reference = await sendContactMessage(api, value);
    return redirectTo(context, signQuery(context, `/contact-us?sent=${reference ?? 1}`));
  });
}

export const clientAction = preserveInput;

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const failed = useThroughLinks(actionData);
  return (
    <div className="page pt-10 pb-20 md:pt-14">
      {failed || loaderData.isSent ? (
        <PageTitle title={t("contact.title")} hasErrors={Boolean(failed)} isPrivate />
      ) : (
        <PageHead
          title={t("contact.title")}
          description={t("contact.lead")}
          canonical="/contact-us"
          scripts="touch"
        />
      )}
      <div className="grid gap-x-20 gap-y-12 lg:grid-cols-[minmax(0,1fr)_18rem]">
        {loaderData.isSent && !failed ? (
          <Thanks reference={loaderData.reference} />
        ) : (
          <Message loaderData={loaderData} actionData={actionData} />
        )}
        <DirectContact />
      </div>
    </div>
  );
}

/** In page order: phone and address are collapsed (spec §3 Contact form). */
const FIELDS_IN_ORDER = [
  "first_name",
  "last_name",
  "email",
  "message",
  ...PHONE_AND_ADDRESS_FIELDS,
] as const;

function Message({
  loaderData,
  actionData,
}: Pick<Route.ComponentProps, "loaderData" | "actionData">) {
  const t = useT();
  const form = useAppForm(loaderData.form, actionData, loaderData.prefilled);
  const { fields } = form;
  // Filled or invalid fields are never hidden from the sender.
  const isMoreOpen = PHONE_AND_ADDRESS_FIELDS.some(
    (name) => initialText(fields[name]) || fields[name].errors,
  );
  return (
    <div className="max-w-3xl">
      <h1 className="text-4xl md:text-5xl">{t("contact.title")}</h1>
      <p className="mt-4 mb-8 text-muted">{t("contact.lead")}</p>
      <BoundForm of={form} summary={FIELDS_IN_ORDER} action="/contact-us" className="space-y-6">
        <input type="hidden" name="currency" value={DEFAULT_CURRENCY} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            meta={fields.first_name}
            label={t("deposit.first_name")}
            autoComplete="given-name"
          />
          <Field
            meta={fields.last_name}
            label={t("contact.last_name")}
            autoComplete="family-name"
          />
          <Field
            meta={fields.email}
            label={t("deposit.email")}
            type="email"
            autoComplete="email"
            className="sm:col-span-2"
          />
        </div>
        <TextArea meta={fields.message} label={t("contact.message")} rows={7} />
        <details className="group border-y border-line" open={isMoreOpen}>
          <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-4 font-medium">
            {t("contact.more")}
            <Icon
              name="down"
              className="size-5 flex-none transition-transform group-open:rotate-180"
            />
          </summary>
          <p className="mt-1 mb-5 text-muted">{t("contact.more_hint")}</p>
          <div className="grid gap-5 pb-8 sm:grid-cols-2">
            <PhoneAndAddressFields fields={fields} countries={loaderData.countries} />
          </div>
        </details>
        <HoneypotField id={fields.website.id} />
        <SubmitButton size="large" className="w-full sm:w-auto">
          {t("contact.submit")}
        </SubmitButton>
      </BoundForm>
    </div>
  );
}

function Thanks({ reference }: { reference: string | null }) {
  const t = useT();
  return (
    <div role="status" className="max-w-2xl">
      <h1 className="text-4xl md:text-5xl">{t("contact.thanks")}</h1>
      <p className="mt-5 text-lg text-muted">{t("contact.thanks_text")}</p>
      {reference ? (
        <p className="mt-3 text-muted">{t("contact.reference", { reference })}</p>
      ) : null}
      <div className="mt-9 flex flex-wrap gap-3">
        <ButtonLink to="/products">{t("error.toProducts")}</ButtonLink>
        <ButtonLink to="/contact-us" kind="secondary">
          {t("contact.another")}
        </ButtonLink>
      </div>
    </div>
  );
}

/** For people who prefer to write, call or visit. */
function DirectContact() {
  const t = useT();
  const { staticPages } = useLayoutData();
  const privacy = staticPages.find(({ kind }) => kind === "privacy");
  return (
    <aside aria-label={t("contact.directly")} className="space-y-6 border-t border-ink pt-5">
      <h2 className="text-2xl">{t("contact.directly")}</h2>
      <ContactDetails />
      {privacy ? (
        <p className="text-sm text-muted">
          {t("contact.privacy")}{" "}
          <Link className="link inline-flex min-h-11 items-center" to={`/page/${privacy.slug}`}>
            <TextIn language={privacy.titleLanguage}>{privacy.title}</TextIn>
          </Link>
        </p>
      ) : null}
    </aside>
  );
}
