import { readCursor } from "#app/api-client/history.server.ts";
import { importStatement, listStatements } from "#app/api-client/staff/statements.server.ts";
import { controlProps, FieldErrors } from "#app/forms/field.tsx";
import { FileControl } from "#app/forms/file-control.tsx";
import type { FailedForm } from "#app/forms/form-types.ts";
import { preserveFiles } from "#app/forms/preserve-input.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { BackLink } from "#app/staff/back-link.tsx";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { StaffTable } from "#app/staff/table/staff-table.tsx";
import { adjacentCursors } from "#app/staff/table/table-path.ts";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { STATEMENT_MB_MAX } from "#domain/bank-statements.ts";
import type { Route } from "./+types/bank-statements";
import { uploadForm } from "./bank-statements.server.ts";

const PATH = "/staff/payouts/statements";

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "payouts");
  return {
    list: await listStatements(getApi(context), readCursor(getUrl(context).searchParams)),
    form: await uploadForm.load(context),
  };
}

/** Imports a file and redirects to its preview; marks nothing yet. */
export async function action({ request, context }: Route.ActionArgs) {
  await requireStaff(context, "payouts");
  return uploadForm.handle({ request, context }, async ({ file }, api) => {
    const { id } = await importStatement(api, file);
    return redirectTo(context, `${PATH}/${encodeURIComponent(id)}`);
  });
}

export const clientAction = preserveFiles({ file: STATEMENT_MB_MAX });
export const shouldRevalidate = revalidatePosted;

/** Bank files, by which payouts are marked (I16). */
export default function BankStatements({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { list, form } = loaderData;
  return (
    <>
      <BackLink to="/staff/payouts">{t("staff_payouts.title")}</BackLink>
      <StaffTable
        title={t("staff_statements.title")}
        path={PATH}
        query={{}}
        hasErrors={Boolean(actionData)}
        rows={list.items}
        keyOf={({ id }) => id}
        {...adjacentCursors(list.newer, list.older)}
        empty={t("staff_statements.empty")}
        actions={<Upload loaded={form} failed={actionData} />}
        columns={[
          {
            title: t("staff_statements.file"),
            render: ({ id, messageId }) => (
              <Link to={`${PATH}/${encodeURIComponent(id)}`} className="link font-medium">
                <bdi dir="ltr">{messageId}</bdi>
              </Link>
            ),
          },
          {
            title: t("staff_statements.format"),
            keepsWords: true,
            render: ({ format }) => <bdi>{format}</bdi>,
          },
          {
            title: t("staff_statements.imported"),
            render: ({ importedAt, importedBy }) => (
              <TimeAndActor at={importedAt} by={importedBy} />
            ),
          },
          {
            title: t("staff_statements.marked"),
            render: ({ markedAt, markedBy }) =>
              markedAt === null ? "–" : <TimeAndActor at={markedAt} by={markedBy} />,
          },
        ]}
      />
    </>
  );
}

function TimeAndActor({ at, by }: { at: string; by: string | null }) {
  return (
    <>
      <DateTime at={at} className="tabular-nums" /> UTC
      <span className="block text-muted">
        <bdi>{by}</bdi>
      </span>
    </>
  );
}

function Upload(props: {
  loaded: Route.ComponentProps["loaderData"]["form"];
  failed: FailedForm | undefined;
}) {
  const t = useT();
  const form = useAppForm(props.loaded, props.failed);
  const meta = form.fields.file;
  return (
    <div className="min-w-0 basis-full">
      <BoundForm
        of={form}
        summary={["file"]}
        encType="multipart/form-data"
        className="card mt-2 flex flex-wrap items-end gap-4 p-4"
      >
        <div className="min-w-0 basis-full sm:flex-1">
          <label htmlFor={meta.id} className="mb-1.5 block font-medium">
            {t("staff_statements.choose")}
          </label>
          <FileControl
            control={controlProps(meta)}
            accept=".xml,application/xml,text/xml"
            button={t("form.choose_file")}
            buttonAgain={t("offer.other_file")}
            onChoose={() => {}}
          />
          <FieldErrors meta={meta} />
        </div>
        <SubmitButton>{t("staff_statements.preview")}</SubmitButton>
      </BoundForm>
      <p className="mt-2 max-w-prose text-sm text-muted">{t("staff_statements.hint")}</p>
    </div>
  );
}
