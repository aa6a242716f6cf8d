import {
  confirmChecklistItem,
  getOverview,
  type OverviewView,
} from "#app/api-client/staff/overview.server.ts";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { ifOffered } from "#app/staff/if-offered.server.ts";
import { NotOffered } from "#app/staff/not-offered.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { formatDateTime } from "#domain/dates.ts";
import { hasRight } from "#domain/staff-roles.ts";
import type { Route } from "./+types/staff-start";
import { Checklist } from "./checklist.tsx";
import { Figures } from "./figures.tsx";
import { confirmForm } from "./staff-start.server.ts";
import { Waiting } from "./waiting.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { staffRole } = await requireStaff(context, "overview");
  return {
    overview: await ifOffered(getOverview(getApi(context))),
    form: hasRight(staffRole, "site") ? await confirmForm.load(context) : null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  await requireStaff(context, "overview");
  return confirmForm.handle({ request, context }, async (value, api) => {
    await requireStaff(context, "site");
    await confirmChecklistItem(api, value);
    return redirectTo(context, "/staff", { kind: "success", key: "staff_start.confirmed" });
  });
}

export const clientAction = preserveInput;

/** The first screen: what a new shop has to do, what waits, and how the shop does. */
export default function Start({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { overview, form } = loaderData;
  const title = t("staff_start.title");
  if (overview === null) return <NotOffered title={title} />;
  const { checklist, waiting, missedSearches, failedMails } = overview;
  return (
    <div className="space-y-8">
      <PageTitle title={title} hasErrors={Boolean(actionData)} isPrivate />
      <h2 className="text-2xl">{title}</h2>
      {checklist ? <Checklist {...{ checklist, form }} failed={actionData} /> : null}
      <Waiting waiting={waiting} />
      <Figures overview={overview} />
      {missedSearches ? <MissedSearches searches={missedSearches} /> : null}
      {failedMails && failedMails.length > 0 ? <FailedMails mails={failedMails} /> : null}
    </div>
  );
}

function MissedSearches({ searches }: { searches: NonNullable<OverviewView["missedSearches"]> }) {
  const t = useT();
  return (
    <section aria-labelledby="missed-title">
      <h3 id="missed-title" className="text-lg">
        {t("staff_start.missed_top")}
      </h3>
      <p className="mt-1 text-sm text-muted">
        {t(searches.length > 0 ? "staff_start.missed_hint" : "staff_start.missed_none")}
      </p>
      <ol className="mt-2 flex flex-wrap gap-2 text-sm">
        {searches.map((search) => (
          <li key={search.words} className="card flex items-baseline gap-2 px-3 py-1.5">
            <bdi className="wrap-anywhere">{search.words}</bdi>
            <span className="text-muted tabular-nums">{search.searches}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function FailedMails({ mails }: { mails: NonNullable<OverviewView["failedMails"]> }) {
  const t = useT();
  return (
    <section aria-labelledby="mails-title" id="failed-mails">
      <h3 id="mails-title" className="text-lg">
        {t("staff_start.kind_mails")}
      </h3>
      <ul className="card mt-2 text-sm">
        {mails.map(({ recipient, subject, failedAt, error }) => (
          <li
            key={`${recipient} ${failedAt} ${subject}`}
            className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-b-0"
          >
            <span className="text-muted tabular-nums">{formatDateTime(failedAt)}</span>
            <Link
              to={`/staff/people?q=${encodeURIComponent(recipient)}`}
              className="link wrap-anywhere"
            >
              <bdi>{recipient}</bdi>
            </Link>
            <bdi className="wrap-anywhere">{subject}</bdi>
            {error ? (
              <span dir="ltr" className="text-muted wrap-anywhere">
                {error}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
