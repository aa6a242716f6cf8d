import { listImports } from "#app/api-client/staff/imports.server.ts";
import { ErrorSummary } from "#app/forms/error-summary.tsx";
import { controlProps, FieldErrors, type FieldMeta } from "#app/forms/field.tsx";
import { FileControl } from "#app/forms/file-control.tsx";
import { createOperationId } from "#app/forms/operation-id.server.ts";
import { assertSender } from "#app/forms/session/sender.server.ts";
import { SenderField } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { peekBeginning } from "#app/middleware/note-unsent.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { requireWebRequest } from "#app/middleware/web-context.ts";
import { FoldMark } from "#app/staff/fold-mark.tsx";
import { loadPage } from "#app/staff/read-page.ts";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { StaffCard } from "#app/staff/staff-card.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { StaffTable } from "#app/staff/table/staff-table.tsx";
import { adjacentPages } from "#app/staff/table/table-path.ts";
import { Button } from "#app/ui/base/button.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Form, Link } from "#app/ui/base/link.tsx";
import { TABLE_COLUMNS } from "#domain/imports.ts";
import type { Route } from "./+types/staff-imports";
import { ExportLinks } from "./export-links.tsx";
import { rejectUpload, sendUpload } from "./upload.server.ts";

const PATH = "/staff/imports";

export async function loader({ context }: Route.LoaderArgs) {
  const { id } = await requireStaff(context, "catalogue");
  const list = await loadPage(context, (page) => listImports(getApi(context), page));
  return { list, operationId: createOperationId(), sender: id };
}

/**
 * The form is streamed, so that a large file is never completely in memory. Responds once all of it
 * has arrived: a browser that is still sending would show its own error page instead of the
 * response.
 */
export async function action({ request, context }: Route.ActionArgs) {
  await requireStaff(context, "catalogue");
  const contentType = request.headers.get("content-type") ?? "";
  try {
    await assertSender({ request, context }, await peekBeginning(request));
    if (!request.body) return rejectUpload();
    return await sendUpload(context, { stream: request.body, contentType });
  } finally {
    await requireWebRequest(context).readRest?.();
  }
}

export const shouldRevalidate = revalidatePosted;

/** Product tables: a new import, earlier imports, and exports. */
export default function StaffImports({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { list, operationId, sender } = loaderData;
  return (
    <StaffTable
      title={t("staff_imports.title")}
      path={PATH}
      query={{}}
      hasErrors={Boolean(actionData)}
      {...adjacentPages(list.page, list.pages)}
      rows={list.imports}
      keyOf={({ id }) => id}
      empty={t("staff_imports.empty")}
      columns={[
        {
          title: t("staff_imports.file"),
          render: ({ id, fileName }) => (
            <Link to={staffPath("imports", id)} className="link font-medium wrap-anywhere">
              <bdi>{fileName}</bdi>
            </Link>
          ),
        },
        {
          title: t("offers.status"),
          keepsWords: true,
          render: ({ status }) => t(`staff_imports.status_${status}`),
        },
        { title: t("staff_imports.rows"), isNumber: true, render: ({ total }) => total ?? "–" },
        {
          title: t("staff_imports.wrong"),
          isNumber: true,
          render: ({ wrongCount }) => wrongCount,
        },
        {
          title: t("staff_imports.uploaded"),
          keepsWords: true,
          render: ({ createdAt }) => <DateTime at={createdAt} />,
        },
      ]}
    >
      <div className="mt-6 mb-10 grid items-start gap-6 lg:grid-cols-2">
        <Upload {...{ operationId, sender }} problem={actionData?.problem} />
        <StaffCard
          id="export"
          title={t("staff_imports.export")}
          hint={t("staff_imports.export_hint")}
          isSmall
        >
          <ExportLinks />
        </StaffCard>
      </div>
    </StaffTable>
  );
}

const FILE: FieldMeta = {
  id: "import-file",
  name: "media",
  formId: "import",
  errorId: "import-file-error",
  descriptionId: "import-file-hint",
  required: true,
};

/** The form for a new import; `problem` is the reason why the last file was rejected. */
function Upload(props: { operationId: string; sender: string | null; problem?: string }) {
  const { operationId, sender, problem } = props;
  const t = useT();
  const meta = { ...FILE, errors: problem === undefined ? undefined : [problem] };
  const reply = meta.errors && { error: { [meta.name]: meta.errors } };
  return (
    <StaffCard id="upload" title={t("staff_imports.new")} hint={t("staff_imports.lead")} isSmall>
      <ErrorSummary reply={reply} fields={[meta]} />
      <Form
        id={meta.formId}
        method="post"
        action={PATH}
        encType="multipart/form-data"
        reloadDocument
        className="mt-4 space-y-4"
      >
        <input type="hidden" name="operation_id" value={operationId} />
        <SenderField sender={sender} />
        <label htmlFor={meta.id} className="block font-medium">
          {t("staff_imports.file")}
        </label>
        <FileControl
          control={controlProps(meta)}
          accept=".csv,.zip,text/csv,application/zip"
          button={t("form.choose_file")}
          buttonAgain={t("offer.other_file")}
          onChoose={() => {}}
        />
        <FieldErrors meta={meta} />
        <Button type="submit">{t("staff_imports.upload")}</Button>
      </Form>
      <details className="group/fold mt-4 text-sm">
        <summary className="flex min-h-9 cursor-pointer items-center gap-2">
          {t("staff_imports.columns")}
          <FoldMark />
        </summary>
        <p className="text-muted">{t("staff_imports.columns_hint")}</p>
        <p dir="ltr" className="mt-2 font-mono text-xs wrap-anywhere">
          {TABLE_COLUMNS.join(", ")}
        </p>
      </details>
    </StaffCard>
  );
}
