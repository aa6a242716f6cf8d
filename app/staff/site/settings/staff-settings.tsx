import { uploadPicture } from "#app/api-client/staff/products.server.ts";
import {
  decideRate,
  getStaffSettings,
  saveMoneySettings,
  saveSiteSettings,
} from "#app/api-client/staff/settings.server.ts";
import { loadCountries } from "#app/forms/country/countries.server.ts";
import { dispatchForms, type FormArgs } from "#app/forms/define-form.server.ts";
import { preserveInputOfNamed } from "#app/forms/preserve-input.ts";
import { useExecutions } from "#app/forms/seen/executions.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { KeyedForm } from "#app/staff/forms/use-seen.tsx";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { PRODUCT_UPLOAD_MB_MAX } from "#domain/products.ts";
import { hasRight } from "#domain/staff-roles.ts";
import type { Route } from "./+types/staff-settings";
import { MoneySettings } from "./money-settings.tsx";
import { RateRequest } from "./rate-request.tsx";
import { SiteSettings } from "./site-settings.tsx";
import { moneyForm, rateForm, siteForm } from "./staff-settings.server.ts";

const SAVED = { kind: "success", key: "staff_settings.saved" } as const;

export async function loader({ context }: Route.LoaderArgs) {
  const { id, staffRole } = await requireStaff(context, "settings");
  const [settings, countries] = await Promise.all([
    getStaffSettings(getApi(context)),
    loadCountries(context),
  ]);
  return {
    settings,
    countries,
    canSaveSite: hasRight(staffRole, "site"),
    siteForm: await siteForm.load(context),
    moneyForm: await moneyForm.load(context),
    rateForm: await rateForm.load(context),
    viewerId: id,
  };
}

export async function action(args: Route.ActionArgs) {
  await requireStaff(args.context, "settings");
  return dispatchForms(args.context, {
    "site-settings": () => saveSite(args),
    "money-settings": () => saveMoney(args),
    rate: () => decide(args),
  });
}

async function saveSite(args: FormArgs) {
  await requireStaff(args.context, "site");
  return siteForm.handle(args, async ({ media, ...value }, api) => {
    const uploaded = media ? await uploadPicture(api, media) : null;
    await saveSiteSettings(api, { ...value, currency_picture: uploaded?.picture });
    return redirectTo(args.context, "/staff/settings", SAVED);
  });
}

async function saveMoney(args: FormArgs) {
  await requireStaff(args.context, "payouts");
  return moneyForm.handle(args, async (value, api) => {
    const isWaiting = await saveMoneySettings(api, value);
    const toast = isWaiting ? ({ ...SAVED, key: "staff_settings.rate_requested" } as const) : SAVED;
    return redirectTo(args.context, "/staff/settings", toast);
  });
}

async function decide(args: FormArgs) {
  await requireStaff(args.context, "payouts");
  return rateForm.handle(args, async (value, api) => {
    await decideRate(api, value);
    const isApproved = value.decision === "approve";
    const key = isApproved ? "staff_settings.rate_approved" : "staff_settings.rate_rejected";
    return redirectTo(args.context, "/staff/settings", { kind: "success", key });
  });
}

export const clientAction = preserveInputOfNamed("site-settings", {
  media: PRODUCT_UPLOAD_MB_MAX,
});
export const shouldRevalidate = revalidatePosted;

/** The shop's details, offerings and rules (spec §3 Settings), each with its effect. */
export default function StaffSettings({ loaderData, actionData }: Route.ComponentProps) {
  const failed = useThroughLinks(actionData);
  const t = useT();
  const { settings, countries, canSaveSite } = loaderData;
  const { money } = settings;
  // A rate that became a request is not the one to edit: the form shows the current one again.
  const executions = useExecutions([loaderData.moneyForm], failed);
  return (
    <div className="max-w-3xl space-y-14">
      <PageTitle title={t("staff_settings.title")} hasErrors={Boolean(failed)} isPrivate />
      <h1 className="mb-6 text-2xl">{t("staff_settings.title")}</h1>
      {money?.rateRequest ? (
        <RateRequest
          request={money.rateRequest}
          currentRate={money.texts.eur_rate}
          loaded={loaderData.rateForm}
          mayApprove={money.rateRequest.requesterId !== loaderData.viewerId}
          failed={failed}
        />
      ) : null}
      {canSaveSite ? (
        <KeyedForm
          loaded={loaderData.siteForm}
          failed={failed}
          name="version"
          current={settings.version}
        >
          {(version) => (
            <SiteSettings
              {...{ settings, countries, failed, version }}
              loaded={loaderData.siteForm}
            />
          )}
        </KeyedForm>
      ) : null}
      {money ? (
        <KeyedForm
          loaded={loaderData.moneyForm}
          failed={failed}
          name="version"
          current={money.version}
        >
          {(version) => (
            <MoneySettings
              key={executions}
              {...{ money, failed, version }}
              loaded={loaderData.moneyForm}
            />
          )}
        </KeyedForm>
      ) : null}
    </div>
  );
}
