import { redirect } from "react-router";
import { endPersonView } from "#app/api-client/accounts.server.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { getApi, getUser } from "#app/middleware/session-relay.ts";
import { leaveDocument } from "#app/request/flash-toast.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import type { Route } from "./+types/person-view";

/**
 * Shown if a staff member viewing as a user attempts a write, or a read that is not allowed in a
 * view.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const user = await getUser(context);
  if (!user?.viewedUntil) throw redirect(localePath(getLocale(context), "/"), 302);
  return null;
}

/**
 * Ends the view, with a document navigation: none of the viewed data stays in the page
 * (`leaveDocument`).
 */
export async function action({ context }: Route.ActionArgs) {
  const person = await endPersonView(getApi(context));
  const locale = getLocale(context);
  if (person) {
    const path = localePath(locale, `/staff/people/${encodeURIComponent(person)}`);
    return leaveDocument(redirect(path));
  }
  const user = await getUser(context);
  return leaveDocument(redirect(localePath(locale, user?.staffRole ? "/staff" : "/")));
}

export default function PersonView() {
  const t = useT();
  return (
    <div className="page-narrow pt-10 pb-20 md:pt-14">
      <PageTitle title={t("person_view.title")} isPrivate />
      <h1 className="text-4xl">{t("person_view.title")}</h1>
      <p className="mt-4 mb-8 text-muted">{t("errors.view_only")}</p>
      <ButtonLink to="/dashboard" kind="secondary">
        {t("shell.to_orders")}
      </ButtonLink>
    </div>
  );
}
