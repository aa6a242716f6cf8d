import type { ShouldRevalidateFunctionArgs } from "react-router";
import { uploadPicture } from "#app/api-client/staff/products.server.ts";
import {
  getStaffSettings,
  saveMoneySettings,
  saveSiteSettings,
} from "#app/api-client/staff/settings.server.ts";
import { loadCountries } from "#app/forms/country/countries.server.ts";
import { preserveInputOf } from "#app/forms/preserve-input.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { ifOffered } from "#app/staff/if-offered.server.ts";
import { NotOffered } from "#app/staff/not-offered.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { wasNotJudged } from "#domain/unsent-forms.ts";
import type { Route } from "./+types/staff-settings";
import { MoneySettings } from "./money-settings.tsx";
import { SiteSettings } from "./site-settings.tsx";
import { moneyForm, siteForm } from "./staff-settings.server.ts";

const SAVED = { kind: "success", key: "staff_settings.saved" } as const;

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "site");
  const [settings, countries] = await Promise.all([
    ifOffered(getStaffSettings(getApi(context))),
    loadCountries(context),
  ]);
  return {
    settings,
    countries,
    siteForm: await siteForm.load(context),
    moneyForm: await moneyForm.load(context),
  };
}

/** With `?form=money` saves the money settings, otherwise the rest. */
export async function action({ request, context }: Route.ActionArgs) {
  await requireStaff(context, "site");
  const args = { request, context };
  if (getUrl(context).searchParams.get("form") !== "money") {
    return siteForm.handle(args, async ({ media, ...value }, api) => {
      const uploaded = media ? await uploadPicture(api, media) : null;
      await saveSiteSettings(api, { ...value, currency_picture: uploaded?.picture });
      return redirectTo(context, "/staff/settings", SAVED);
    });
  }
  await requireStaff(context, "payouts");
  return moneyForm.handle(args, async (value, api) => {
    await saveMoneySettings(api, value);
    return redirectTo(context, "/staff/settings", SAVED);
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  const isMoney = new URL(args.request.url).searchParams.get("form") === "money";
  return preserveInputOf(isMoney ? "money-settings" : "site-settings", args);
}

/** Also after a conflict: the typed values stay, and saving again uses the current version. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  if (wasNotJudged(args.actionStatus)) return false;
  return args.formMethod === "POST" || args.defaultShouldRevalidate;
}

/** The shop's settings (spec §3 Settings), each with an explanation. */
export default function StaffSettings({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { settings, countries } = loaderData;
  if (settings === null) return <NotOffered title={t("staff_settings.title")} />;
  return (
    <div className="max-w-3xl space-y-14">
      <PageTitle title={t("staff_settings.title")} hasErrors={Boolean(actionData)} isPrivate />
      <h2 className="text-3xl">{t("staff_settings.title")}</h2>
      <SiteSettings
        key={`site-${settings.version}`}
        settings={settings}
        countries={countries}
        loaded={loaderData.siteForm}
        failed={actionData}
      />
      {settings.money ? (
        <MoneySettings
          key={`money-${settings.version}`}
          version={settings.version}
          money={settings.money}
          loaded={loaderData.moneyForm}
          failed={actionData}
        />
      ) : null}
    </div>
  );
}
