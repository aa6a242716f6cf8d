import { decideNotice, getStaffNotice } from "#app/api-client/staff/notices.server.ts";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orNotFound } from "#app/request/or-rejected.ts";
import { BackLink } from "#app/staff/back-link.tsx";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { Fact } from "#app/ui/fact.tsx";
import { formatDay } from "#domain/dates.ts";
import type { Route } from "./+types/staff-notice";
import { DecisionForm, statusSeen } from "./decision-form.tsx";
import { decisionForm } from "./staff-notices.server.ts";

const LIST = "/staff/notices";

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireStaff(context, "reviews");
  return {
    notice: await orNotFound(context, getStaffNotice(getApi(context), params.id)),
    form: await decisionForm.load(context),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  await requireStaff(context, "reviews");
  const path = `${LIST}/${encodeURIComponent(params.id)}`;
  return decisionForm.handle({ request, context }, async (decision, api) => {
    await decideNotice(api, params.id, decision);
    return redirectTo(context, path, { kind: "success", key: "staff_notices.decided" });
  });
}

export const clientAction = preserveInput;
export const shouldRevalidate = revalidatePosted;

type Notice = Route.ComponentProps["loaderData"]["notice"];

/** One notice of illegal content, its decisions, and the form for a pending decision. */
export default function StaffNotice({ loaderData, actionData }: Route.ComponentProps) {
  const failed = useThroughLinks(actionData);
  const t = useT();
  const { notice, form } = loaderData;
  const { complaint } = notice;
  return (
    <article className="max-w-4xl">
      <PageTitle title={notice.reference} hasErrors={Boolean(failed)} isPrivate />
      <BackLink to={LIST}>{t("staff_notices.title")}</BackLink>
      <h1 className="mt-2 mb-6 text-3xl">
        <bdi>{notice.reference}</bdi>
      </h1>
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="space-y-8">
          <Words
            heading={t("notice.explanation")}
            at={notice.createdAt}
            text={notice.explanation}
          />
          {notice.decisions.slice(0, 1).map((decision) => (
            <Decided key={decision.at} decision={decision} />
          ))}
          {complaint ? (
            <Words
              heading={t(`staff_notices.complaint_${complaint.by}`)}
              at={complaint.at}
              text={complaint.text}
            />
          ) : null}
          {notice.decisions.slice(1).map((decision) => (
            <Decided key={decision.at} decision={decision} />
          ))}
          <DecisionForm
            key={statusSeen(notice, form, failed)}
            notice={notice}
            loaded={form}
            failed={failed}
          />
        </div>
        <Facts notice={notice} />
      </div>
    </article>
  );
}

/** A text written by a person, below its author and time. */
function Words(props: { heading: string; at: string; text: string }) {
  return (
    <section>
      <h2 className="mb-1.5 text-lg">{props.heading}</h2>
      <p className="mb-2 text-sm text-muted">{formatDay(props.at)}</p>
      <p dir="auto" className="border-s-2 border-ink ps-4 whitespace-pre-line wrap-anywhere">
        {props.text}
      </p>
    </section>
  );
}

function Decided({ decision }: { decision: Notice["decisions"][number] }) {
  const t = useT();
  return (
    <section className="card p-6">
      <h2 className="mb-1.5 text-lg">{t(`notice.decision_${decision.decision}`)}</h2>
      <p className="mb-3 text-sm text-muted">
        <bdi>{decision.by}</bdi>, {formatDay(decision.at)}
      </p>
      <p dir="auto" className="font-medium wrap-anywhere">
        {decision.ground}
      </p>
      <p dir="auto" className="mt-2 whitespace-pre-line wrap-anywhere">
        {decision.statement}
      </p>
    </section>
  );
}

function Facts({ notice }: { notice: Notice }) {
  const t = useT();
  return (
    <dl className="border-t border-line">
      <Fact name={t("staff_notices.about")}>
        <Link to={`/products/${encodeURIComponent(notice.slug)}`} className="link">
          <bdi>{notice.title}</bdi>
        </Link>
        {notice.hasSeller ? (
          <span className="block text-sm text-muted">{t("staff_notices.seller")}</span>
        ) : null}
      </Fact>
      <Fact name={t("staff_notices.reason")}>{t(`notice.about.${notice.reason}`)}</Fact>
      <Fact name={t("staff_notices.notifier")}>
        {notice.name ? <bdi>{notice.name}</bdi> : t("staff_notices.anonymous")}
        {notice.email ? <bdi className="block wrap-anywhere text-muted">{notice.email}</bdi> : null}
      </Fact>
      <Fact name={t("offers.status")}>{t(`staff_notices.status_${notice.status}`)}</Fact>
    </dl>
  );
}
