import {
  deleteReason,
  listReasons,
  type ReasonView,
  saveReason,
} from "#app/api-client/staff/reviews.server.ts";
import { dispatchForms, type FormArgs } from "#app/forms/define-form.server.ts";
import { preserveInputOfNamed } from "#app/forms/preserve-input.ts";
import { useExecutions } from "#app/forms/seen/executions.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { StaffTable } from "#app/staff/table/staff-table.tsx";
import { readTableQuery, type TableQuery } from "#app/staff/table/table-path.ts";
import { useLanguageName } from "#app/staff/use-language-name.ts";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { REASON_KINDS } from "#domain/reviews.ts";
import type { Route } from "./+types/staff-reasons";
import { DeleteReason, ReasonForm } from "./reason-forms.tsx";
import { deleteReasonForm, reasonForm } from "./staff-reasons.server.ts";

const PATH = "/staff/reasons";

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "reviews");
  const { page: _page, ...query } = readTableQuery(getUrl(context).searchParams, [
    "kind",
    "language",
  ]);
  const reasons = await listReasons(getApi(context));
  const id = getUrl(context).searchParams.get("id");
  return {
    query,
    reasons: reasons.filter(
      ({ kind, locale }) => (query.kind ?? kind) === kind && (query.language ?? locale) === locale,
    ),
    edited: reasons.find((reason) => reason.id === id) ?? null,
    form: await reasonForm.load(context),
    deleteForm: await deleteReasonForm.load(context),
  };
}

/** With `?id=` edits or deletes the reason with that id, without it creates one. */
export async function action(args: Route.ActionArgs) {
  await requireStaff(args.context, "reviews");
  const id = getUrl(args.context).searchParams.get("id");
  return dispatchForms(args.context, {
    reason: () => save(args, id),
    "delete-reason": () => remove(args, id ?? ""),
  });
}

function save(args: FormArgs, id: string | null) {
  return reasonForm.handle(args, async (value, api) => {
    await saveReason(api, id, value);
    return redirectTo(args.context, PATH, { kind: "success", key: "staff_reasons.saved" });
  });
}

function remove(args: FormArgs, id: string) {
  return deleteReasonForm.handle(args, async (_value, api) => {
    await deleteReason(api, id);
    return redirectTo(args.context, PATH, { kind: "success", key: "staff_groups.deleted" });
  });
}

export const shouldRevalidate = revalidatePosted;

export const clientAction = preserveInputOfNamed("reason");

/** Reasons that fill the field of a decision, in the languages in which people get mails. */
export default function StaffReasons({ loaderData, actionData }: Route.ComponentProps) {
  const failed = useThroughLinks(actionData);
  const { query, reasons, edited, form } = loaderData;
  const executions = useExecutions([form], failed);
  return (
    <>
      <ReasonTable {...{ query, reasons }} hasErrors={Boolean(failed)} />
      <div className="mt-10 max-w-3xl">
        <ReasonForm
          key={`${edited?.id ?? ""} ${executions}`}
          {...{ edited, failed }}
          loaded={form}
        />
        {edited ? (
          <DeleteReason
            key={`delete ${edited.id}`}
            id={edited.id}
            loaded={loaderData.deleteForm}
            failed={failed}
          />
        ) : null}
      </div>
    </>
  );
}

function ReasonTable(props: { query: TableQuery; reasons: ReasonView[]; hasErrors: boolean }) {
  const { query, reasons, hasErrors } = props;
  const t = useT();
  const { languages } = useLayoutData();
  const nameLanguage = useLanguageName();
  return (
    <StaffTable
      title={t("staff_reasons.title")}
      path={PATH}
      query={query}
      hasErrors={hasErrors}
      filters={[
        {
          name: "kind",
          label: t("staff_reasons.kind"),
          choices: REASON_KINDS.map((value) => ({
            value,
            text: t(`staff_reasons.kind_${value}`),
          })),
        },
        {
          name: "language",
          label: t("staff.language"),
          choices: languages.map(({ code, name }) => ({ value: code, text: name ?? code })),
        },
      ]}
      rows={reasons}
      keyOf={({ id }) => id}
      empty={t("staff_reasons.empty")}
      columns={[
        {
          title: t("staff_reasons.name"),
          render: ({ id, title }) => (
            <Link
              to={`${PATH}?id=${encodeURIComponent(id)}#reason-form`}
              className="link font-medium"
            >
              <bdi>{title}</bdi>
            </Link>
          ),
        },
        {
          title: t("staff_reasons.body"),
          render: ({ body, locale }) => (
            <span lang={locale} dir="auto" className="line-clamp-2 max-w-xl">
              {body}
            </span>
          ),
        },
        {
          title: t("staff_reasons.kind"),
          keepsWords: true,
          render: ({ kind }) => t(`staff_reasons.kind_${kind}`),
        },
        {
          title: t("staff.language"),
          keepsWords: true,
          render: ({ locale }) => nameLanguage(locale),
        },
      ]}
    />
  );
}
