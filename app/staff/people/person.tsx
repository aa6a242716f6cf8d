import { type RouterContextProvider, redirect } from "react-router";
import { changePerson, getPerson } from "#app/api-client/staff/people.server.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { requireStaff } from "#app/middleware/guards.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { Fact } from "#app/ui/fact.tsx";
import { formatDay } from "#domain/dates.ts";
import { hasRight } from "#domain/staff-roles.ts";
import type { Route } from "./+types/person";
import { changeForm } from "./person.server.ts";
import { PersonForm } from "./person-form.tsx";
import { PersonRecords } from "./person-records.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  const user = await requireStaff(context, "people");
  return {
    person: await requirePerson(context, params.id),
    form: hasRight(user.staffRole, "people.manage") ? await changeForm.load(context) : null,
    isSelf: user.id === params.id,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  await requireStaff(context, "people.manage");
  return changeForm.handle({ request, context }, async (change, api) => {
    await changePerson(api, params.id, change);
    const path = `/staff/people/${encodeURIComponent(params.id)}`;
    return redirectTo(context, path, { kind: "success", key: "people.changed" });
  });
}

export const clientAction = preserveInput;

/** Somebody who is not there leads to the page that says so. */
async function requirePerson(context: Readonly<RouterContextProvider>, id: string) {
  try {
    return await getPerson(getApi(context), id);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    throw redirect(localePath(getLocale(context), "/404"), 302);
  }
}

type PersonView = Route.ComponentProps["loaderData"]["person"];

/** All that is known of a person, and what may be done with the account. Every look is logged. */
export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { person, form, isSelf } = loaderData;
  return (
    <article>
      <PageTitle title={person.email} hasErrors={Boolean(actionData)} isPrivate />
      <Link to="/staff/people" className="link inline-flex min-h-11 items-center gap-2">
        <Icon name="left" className="size-4" />
        {t("people.title")}
      </Link>
      <h2 className="mt-2 text-2xl wrap-anywhere">
        <bdi>{person.email}</bdi>
      </h2>
      <p className="mt-1 mb-5 text-sm text-muted">{t("people.logged")}</p>
      <div className="grid items-start gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0">
          <Facts person={person} />
          <PersonRecords records={person.records} />
        </div>
        {form && !person.isDeleted ? (
          <PersonForm {...{ person, form, isSelf }} failed={actionData} />
        ) : null}
      </div>
    </article>
  );
}

function Facts({ person }: { person: PersonView }) {
  const t = useT();
  const format = useFormat();
  const yesOrNo = (is: boolean) => t(is ? "staff_offers.yes" : "staff_offers.no");
  return (
    <dl className="border-t border-line text-sm">
      <Fact name={t("people.number")}>{person.id}</Fact>
      <Fact name={t("staff.name")}>
        <bdi>{person.name || "–"}</bdi>
      </Fact>
      <Fact name={t("people.role")}>{t(`people.role_${person.staffRole ?? "none"}`)}</Fact>
      <Fact name={t("people.state_disabled")}>{yesOrNo(person.isDisabled)}</Fact>
      <Fact name={t("people.email_confirmed")}>{yesOrNo(person.isEmailVerified)}</Fact>
      <Fact name={t("staff_offers.verified")}>{yesOrNo(person.isVerified)}</Fact>
      <Fact name={t("shell.balance")}>{format.credits(person.balanceCents)}</Fact>
      {person.phone ? (
        <Fact name={t("people.phone")}>
          <bdi>{person.phone}</bdi>
        </Fact>
      ) : null}
      {person.address ? (
        <Fact name={t("people.address")}>
          <bdi>{person.address}</bdi>
        </Fact>
      ) : null}
      <Fact name={t("staff.language")}>{person.locale ?? "–"}</Fact>
      <Fact name={t("people.since")}>{formatDay(person.createdAt)}</Fact>
    </dl>
  );
}
