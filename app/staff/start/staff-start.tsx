import {
  confirmChecklistItem,
  getOverview,
  type OverviewView,
  sendFailedMails,
} from "#app/api-client/staff/overview.server.ts";
import { dispatchForms, type FormArgs } from "#app/forms/define-form.server.ts";
import { preserveInputOfNamed } from "#app/forms/preserve-input.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { hasRight } from "#domain/staff-roles.ts";
import type { Route } from "./+types/staff-start";
import { Checklist } from "./checklist.tsx";
import { FailedMails } from "./failed-mails.tsx";
import { Figures } from "./figures.tsx";
import { MissingOriginals } from "./missing-originals.tsx";
import { confirmForm, mailsForm } from "./staff-start.server.ts";
import { Waiting } from "./waiting.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { staffRole } = await requireStaff(context, "overview");
  return {
    overview: await getOverview(getApi(context)),
    form: hasRight(staffRole, "site") ? await confirmForm.load(context) : null,
    mailsForm: hasRight(staffRole, "people.manage") ? await mailsForm.load(context) : null,
  };
}

export async function action(args: Route.ActionArgs) {
  await requireStaff(args.context, "overview");
  return dispatchForms(args.context, {
    checklist: () => confirmItem(args),
    "failed-mails": () => sendMails(args),
  });
}

async function confirmItem(args: FormArgs) {
  const { context } = args;
  await requireStaff(context, "site");
  return confirmForm.handle(args, async (value, api) => {
    await confirmChecklistItem(api, value);
    return redirectTo(context, "/staff", { kind: "success", key: "staff_start.confirmed" });
  });
}

async function sendMails(args: FormArgs) {
  const { context } = args;
  await requireStaff(context, "people.manage");
  return mailsForm.handle(args, async (value, api) => {
    const count = await sendFailedMails(api, value);
    return redirectTo(context, "/staff", {
      kind: count > 0 ? "success" : "info",
      key: count > 0 ? "staff_start.mails_sent" : "staff_start.mails_none",
      values: { count },
    });
  });
}

export const clientAction = preserveInputOfNamed("checklist");
export const shouldRevalidate = revalidatePosted;

/** The first screen: the tasks of a new shop, open items, and the shop's figures. */
export default function Start({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { overview, form, mailsForm } = loaderData;
  const title = t("staff_start.title");
  const { checklist, waiting, missedSearches, failedMails } = overview;
  const failedCount = waiting.find(({ kind }) => kind === "mails")?.count ?? 0;
  return (
    <div className="space-y-8">
      <PageTitle title={title} hasErrors={Boolean(actionData)} isPrivate />
      <h1 className="text-2xl">{title}</h1>
      {checklist ? <Checklist {...{ checklist, form }} failed={actionData} /> : null}
      <Waiting waiting={waiting} />
      <MissingOriginals originals={overview.missingOriginals} />
      <Figures overview={overview} />
      {missedSearches ? <MissedSearches searches={missedSearches} /> : null}
      {failedMails && failedMails.length > 0 && mailsForm ? (
        <FailedMails
          mails={failedMails}
          count={failedCount}
          loaded={mailsForm}
          failed={actionData}
        />
      ) : null}
    </div>
  );
}

function MissedSearches({ searches }: { searches: NonNullable<OverviewView["missedSearches"]> }) {
  const t = useT();
  return (
    <section aria-labelledby="missed-title">
      <h2 id="missed-title" className="text-lg">
        {t("staff_start.missed_top")}
      </h2>
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
