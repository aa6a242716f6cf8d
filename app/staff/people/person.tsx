import { redirectDocument } from "react-router";
import {
  adjustBalance,
  changePerson,
  decideAdjustment,
  getPerson,
  startPersonView,
} from "#app/api-client/staff/people.server.ts";
import { dispatchForms, type FormArgs } from "#app/forms/define-form.server.ts";
import { preserveInputOfNamed } from "#app/forms/preserve-input.ts";
import { useFormat, useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { requireStaff } from "#app/middleware/guards.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orNotFound } from "#app/request/or-rejected.ts";
import { BackLink } from "#app/staff/back-link.tsx";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { useLanguageName } from "#app/staff/use-language-name.ts";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { Fact } from "#app/ui/fact.tsx";
import { formatDay } from "#domain/dates.ts";
import { hasRight } from "#domain/staff-roles.ts";
import type { Route } from "./+types/person";
import { BalanceForms, BalanceRequest } from "./balance-form.tsx";
import { balanceForm, changeForm, decisionForm, viewForm } from "./person.server.ts";
import { PersonForm } from "./person-form.tsx";
import { PersonRecords } from "./person-records.tsx";
import { PersonViewForm } from "./person-view-form.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  const user = await requireStaff(context, "people");
  const isSelf = user.id === params.id;
  const mayCorrect = hasRight(user.staffRole, "people.balance");
  const mayManage = hasRight(user.staffRole, "people.manage");
  return {
    person: await orNotFound(context, getPerson(getApi(context), params.id)),
    form: mayManage ? await changeForm.load(context) : null,
    viewForm: mayManage ? await viewForm.load(context) : null,
    balanceForm: mayCorrect && !isSelf ? await balanceForm.load(context) : null,
    decisionForm: mayCorrect && !isSelf ? await decisionForm.load(context) : null,
    canReadOffers: hasRight(user.staffRole, "offers"),
    canReadOrders: hasRight(user.staffRole, "orders"),
    viewerId: user.id,
    isSelf,
  };
}

export async function action(args: Route.ActionArgs) {
  const { id } = args.params;
  return dispatchForms(args.context, {
    change: () => change(args, id),
    view: () => viewAs(args, id),
    balance: () => correctBalance(args, id),
    "balance-decision": () => decideBalance(args, id),
  });
}

async function change(args: FormArgs, id: string) {
  await requireStaff(args.context, "people.manage");
  return changeForm.handle(args, async (value, api) => {
    await changePerson(api, id, value);
    return redirectTo(args.context, staffPath("people", id), {
      kind: "success",
      key: "people.changed",
    });
  });
}

/** Starts viewing the shop as this person. */
async function viewAs(args: FormArgs, id: string) {
  await requireStaff(args.context, "people.manage");
  return viewForm.handle(args, async ({ reason }, api) => {
    await startPersonView(api, id, reason);
    return redirectDocument(localePath(getLocale(args.context), "/dashboard"));
  });
}

/** Corrects the balance, or requests a second person's approval. */
async function correctBalance(args: FormArgs, id: string) {
  await requireStaff(args.context, "people.balance");
  return balanceForm.handle(args, async (value, api) => {
    const isWaiting = await adjustBalance(api, id, value);
    const key = isWaiting ? "people.balance_requested" : "people.balance_posted";
    return redirectTo(args.context, staffPath("people", id), { kind: "success", key });
  });
}

async function decideBalance(args: FormArgs, id: string) {
  await requireStaff(args.context, "people.balance");
  return decisionForm.handle(args, async (value, api) => {
    await decideAdjustment(api, id, value);
    const isApproved = value.decision === "approve";
    const key = isApproved ? "people.balance_posted" : "people.balance_rejected";
    return redirectTo(args.context, staffPath("people", id), { kind: "success", key });
  });
}

export const clientAction = preserveInputOfNamed("change");
export const shouldRevalidate = revalidatePosted;

type PersonView = Route.ComponentProps["loaderData"]["person"];

/** All data about a person, and actions on the account. Every view is logged. */
export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const failed = useThroughLinks(actionData);
  const t = useT();
  const { person, form, balanceForm, isSelf, viewerId } = loaderData;
  const { balanceRequest: request } = person;
  return (
    <article>
      <PageTitle title={person.email} hasErrors={Boolean(failed)} isPrivate />
      <BackLink to="/staff/people">{t("people.title")}</BackLink>
      <h1 className="mt-2 text-3xl wrap-anywhere">
        <bdi>{person.email}</bdi>
      </h1>
      <p className="mt-1 mb-5 text-sm text-muted">{t("people.logged")}</p>
      <div className="grid items-start gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0">
          <Facts person={person} />
          <PersonRecords
            person={person}
            canReadOffers={loaderData.canReadOffers}
            canReadOrders={loaderData.canReadOrders}
          />
        </div>
        <div key={person.id} className="space-y-8">
          {request && !person.isDeleted ? (
            <BalanceRequest
              {...{ person, request }}
              loaded={loaderData.decisionForm}
              mayApprove={request.requesterId !== viewerId}
              failed={failed}
            />
          ) : null}
          {balanceForm ? <BalanceForms {...{ person, failed }} loaded={balanceForm} /> : null}
          {loaderData.viewForm ? (
            <PersonViewForm {...{ person, failed }} loaded={loaderData.viewForm} />
          ) : null}
          {form && !person.isDeleted ? <PersonData id={person.id} /> : null}
          {form ? <PersonForm {...{ person, form, isSelf }} failed={failed} /> : null}
        </div>
      </div>
    </article>
  );
}

/** The person's own data export, for requests by mail. */
function PersonData({ id }: { id: string }) {
  const t = useT();
  const locale = useLocale();
  return (
    <p className="text-sm text-muted">
      <a
        href={localePath(locale, `${staffPath("people", id)}/data`)}
        className="link inline-flex min-h-11 items-center text-base"
      >
        {t("people.data")}
      </a>
      <span className="block">{t("people.data_hint")}</span>
    </p>
  );
}

function Facts({ person }: { person: PersonView }) {
  const t = useT();
  const format = useFormat();
  const nameLanguage = useLanguageName();
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
      <Fact name={t("shell.balance")} keepsWords>
        {format.credits(person.balanceCents)}
      </Fact>
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
      <Fact name={t("staff.language")}>
        {person.locale ? <bdi>{nameLanguage(person.locale)}</bdi> : "–"}
      </Fact>
      <Fact name={t("people.since")}>{formatDay(person.createdAt)}</Fact>
    </dl>
  );
}
