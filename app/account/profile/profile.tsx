import type { ShouldRevalidateFunctionArgs } from "react-router";
import { loadStatus } from "#app/account/verify-email/verify-email.server.ts";
import { getSavedContact } from "#app/api-client/accounts.server.ts";
import { getFeatures } from "#app/api-client/site.server.ts";
import { getBillingDetails } from "#app/api-client/wallet/documents.server.ts";
import { loadCountries } from "#app/forms/country/countries.server.ts";
import { malformed } from "#app/forms/parse-form.server.ts";
import { preserveInputOf } from "#app/forms/preserve-input.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { requireUser } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { orNull } from "#app/request/or-null.ts";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { wasNotProcessed } from "#domain/unsent-forms.ts";
import type { Route } from "./+types/profile";
import { DeletionDialog } from "./delete-account.tsx";
import { InvoiceForm } from "./invoice-form.tsx";
import { PendingEmail } from "./pending-email.tsx";
import {
  cancelChange,
  cancelForm,
  deletionForm,
  invoiceForm,
  loadLockedOrders,
  passwordForm,
  prefillInvoices,
  profileForm,
  removeAccount,
  saveInvoices,
  savePassword,
  saveProfile,
} from "./profile.server.ts";
import { DeletionSection, OwnDataSection, PasswordForm, ProfileForm } from "./profile-forms.tsx";
import { readIntent } from "./profile-intents.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { balanceCents } = await requireUser(context);
  const isDeleting = getUrl(context).searchParams.has("delete");
  const api = getApi(context);
  const [status, contact, billing, countries, features] = await Promise.all([
    loadStatus(context),
    getSavedContact(api),
    orNull(context, "billing details", getBillingDetails(api)),
    loadCountries(context),
    orNull(context, "features", getFeatures(api)),
  ]);
  const { first_name: name, last_name: surname, ...rest } = contact;
  return {
    person: { name, surname, ...rest },
    countries,
    invoices: billing && prefillInvoices(billing, contact),
    pendingEmail: status?.isChange ? status.email : null,
    hasOwnData: features?.has("own_data") ?? false,
    deletion: isDeleting ? { balanceCents, locked: await loadLockedOrders(context) } : null,
    profileForm: await profileForm.load(context),
    cancelForm: await cancelForm.load(context),
    invoiceForm: await invoiceForm.load(context),
    passwordForm: await passwordForm.load(context),
    deletionForm: await deletionForm.load(context),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const intent = await readIntent(request);
  if (intent === null) throw malformed();
  return SUBMITS[intent]({ request, context });
}

/** The handler of each form. */
const SUBMITS = {
  profile: saveProfile,
  cancel_email: cancelChange,
  invoices: saveInvoices,
  password: savePassword,
  delete: removeAccount,
};

export async function clientAction(args: Route.ClientActionArgs) {
  return preserveInputOf(`${(await readIntent(args.request)) ?? "profile"}-form`, args);
}

/** After a rejected deletion the dialog must show the current amounts to give up. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const isDeletion =
    args.formData?.get("intent") === "delete" && !wasNotProcessed(args.actionStatus);
  return isDeletion || args.defaultShouldRevalidate;
}

/** The member's own data (spec §2 Profile edit): several forms, each with its own button. */
export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { person, deletion } = loaderData;
  return (
    <>
      <PageTitle title={t("profile.title")} hasErrors={Boolean(actionData)} isPrivate />
      {deletion ? (
        <DeletionDialog {...deletion} loaded={loaderData.deletionForm} failed={actionData} />
      ) : null}
      {loaderData.pendingEmail ? (
        <PendingEmail
          email={loaderData.pendingEmail}
          loaded={loaderData.cancelForm}
          failed={actionData}
        />
      ) : null}
      <div className="divide-y divide-line">
        <ProfileForm
          person={person}
          countries={loaderData.countries}
          loaded={loaderData.profileForm}
          failed={actionData}
        />
        {loaderData.invoices ? (
          <InvoiceForm
            details={loaderData.invoices}
            countries={loaderData.countries}
            loaded={loaderData.invoiceForm}
            failed={actionData}
          />
        ) : null}
        <PasswordForm email={person.email} loaded={loaderData.passwordForm} failed={actionData} />
        {loaderData.hasOwnData ? <OwnDataSection /> : null}
        <DeletionSection />
      </div>
    </>
  );
}
