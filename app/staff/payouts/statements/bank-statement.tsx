import {
  getStatement,
  markByStatement,
  type StatementView,
} from "#app/api-client/staff/statements.server.ts";
import type { FailedForm } from "#app/forms/form-types.ts";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orNotFound } from "#app/request/or-rejected.ts";
import { BackLink } from "#app/staff/back-link.tsx";
import { loadPage } from "#app/staff/read-page.ts";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { StatusFilter } from "#app/staff/status-filter.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { adjacentPages, toTablePath } from "#app/staff/table/table-path.ts";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { PagerLinks } from "#app/ui/pager.tsx";
import { RecordTable } from "#app/ui/record-table.tsx";
import { formatDay } from "#domain/dates.ts";
import type { Route } from "./+types/bank-statement";
import { ENTRIES_PER_PAGE, markForm } from "./bank-statements.server.ts";

const OUTCOMES = ["sent", "returned", "differs", "already", "unknown"] as const;

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireStaff(context, "payouts");
  const statement = await orNotFound(context, getStatement(getApi(context), params.id));
  const asked = getUrl(context).searchParams.get("outcome");
  const outcome = OUTCOMES.find((one) => one === asked) ?? null;
  const entries = statement.entries.filter((entry) => (outcome ?? entry.outcome) === entry.outcome);
  const pages = Math.ceil(entries.length / ENTRIES_PER_PAGE);
  const { page } = await loadPage(context, async (page) => ({ page, pages }));
  const start = (page - 1) * ENTRIES_PER_PAGE;
  return {
    statement: { ...statement, entries: entries.slice(start, start + ENTRIES_PER_PAGE) },
    outcome,
    page,
    pages,
    form: await markForm.load(context),
  };
}

/** Applies the previewed marks. */
export async function action({ request, context, params }: Route.ActionArgs) {
  await requireStaff(context, "payouts");
  return markForm.handle({ request, context }, async (expected, api) => {
    await markByStatement(api, params.id, expected);
    return redirectTo(context, staffPath("payouts/statements", params.id), {
      kind: "success",
      key: "staff_payouts.batch_marked",
      values: { count: expected.sent + expected.returned },
    });
  });
}

export const clientAction = preserveInput;
export const shouldRevalidate = revalidatePosted;

/** One bank file: the payout of each entry, and what will be marked. */
export default function BankStatement({ loaderData, actionData }: Route.ComponentProps) {
  const failed = useThroughLinks(actionData);
  const t = useT();
  const { statement, outcome, form, page, pages } = loaderData;
  const { back, on } = adjacentPages(page, pages);
  const toPage = (place: { page: string }) =>
    toTablePath(path, { outcome: outcome ?? undefined }, place);
  const path = staffPath("payouts/statements", statement.id);
  const total = Object.values(statement.counts).reduce((sum, count) => sum + count, 0);
  return (
    <article>
      <PageTitle title={statement.messageId} hasErrors={Boolean(failed)} isPrivate />
      <BackLink to="/staff/payouts/statements">{t("staff_statements.title")}</BackLink>
      <h1 className="mt-2 text-3xl wrap-anywhere">
        <bdi dir="ltr">{statement.messageId}</bdi>
      </h1>
      <p className="mt-1 mb-5 text-sm text-muted">
        <bdi>{statement.format}</bdi>
      </p>
      <Mark key={JSON.stringify(statement.counts)} {...{ statement, form }} failed={failed} />
      <div className="mt-8">
        <StatusFilter
          label={t("staff_statements.outcome")}
          choices={[
            { to: path, text: t("staff_table.all"), isCurrent: outcome === null, count: total },
            ...OUTCOMES.map((one) => ({
              to: `${path}?outcome=${one}`,
              text: t(`staff_statements.outcome_${one}`),
              isCurrent: one === outcome,
              count: statement.counts[one] ?? 0,
            })),
          ]}
        />
        <Entries entries={statement.entries} />
        <PagerLinks back={back && toPage(back)} on={on && toPage(on)} />
      </div>
    </article>
  );
}

function Mark(props: {
  statement: StatementView;
  form: Route.ComponentProps["loaderData"]["form"];
  failed: FailedForm | undefined;
}) {
  const { statement } = props;
  const t = useT();
  const format = useFormat();
  const form = useAppForm(props.form, props.failed);
  const { sent = 0, returned = 0 } = statement.counts;
  if (sent + returned === 0) {
    return <p className="card p-5">{t("staff_statements.nothing")}</p>;
  }
  return (
    <section className="card p-5" aria-label={t("staff_orders.plan")}>
      <BoundForm
        of={form}
        summary={["sent", "returned"]}
        className="flex flex-wrap items-center justify-between gap-4"
      >
        <input type="hidden" name="sent" value={sent} />
        <input type="hidden" name="returned" value={returned} />
        <p>
          {t("staff_statements.plan", {
            sent: format.number(sent),
            returned: format.number(returned),
          })}
        </p>
        <SubmitButton>{t("staff_statements.mark")}</SubmitButton>
      </BoundForm>
    </section>
  );
}

const LOOKS: Record<string, string> = {
  sent: "text-positive",
  returned: "text-negative",
  differs: "text-warning",
};

function Entries({ entries }: { entries: StatementView["entries"] }) {
  const t = useT();
  const format = useFormat();
  if (entries.length === 0) return <p className="text-muted">{t("staff_table.nothing_fits")}</p>;
  return (
    <RecordTable
      caption={t("staff_statements.entries")}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t("staff_statements.outcome"),
          render: ({ outcome, why }) => (
            <span className={`text-sm font-medium ${LOOKS[outcome] ?? ""}`}>
              {t(`staff_statements.outcome_${outcome}`)}
              {why === null ? null : (
                <span className="block font-normal">{t(`staff_statements.why_${why}`)}</span>
              )}
            </span>
          ),
        },
        {
          title: t("staff_payouts.reference"),
          render: ({ endToEndId, entryRef }) => (
            <>
              <bdi dir="ltr" className="wrap-anywhere">
                {endToEndId ?? "–"}
              </bdi>
              <span className="block text-sm text-muted">
                <bdi dir="ltr">{entryRef}</bdi>
              </span>
            </>
          ),
        },
        {
          title: t("staff_statements.booked"),
          render: ({ postedOn, returnReason }) => (
            <>
              {postedOn === null ? "–" : formatDay(postedOn)}
              {returnReason === null ? null : (
                <span className="block text-sm text-muted">
                  <bdi>{returnReason}</bdi>
                </span>
              )}
            </>
          ),
        },
        {
          title: t("staff_payouts.amount"),
          isNumber: true,
          render: ({ amountCents, currency, isCredit }) => (
            <bdi>
              {isCredit ? "+" : "−"}
              {amountCents === null ? "?" : format.money(amountCents, currency)}
            </bdi>
          ),
        },
      ]}
    />
  );
}
