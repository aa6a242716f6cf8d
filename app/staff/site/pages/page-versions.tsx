import type { getStaffPage } from "#app/api-client/staff/pages.server.ts";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { SeenField } from "#app/staff/forms/use-seen.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { formatDateTime } from "#domain/dates.ts";
import { toEditorPath } from "./editor-path.ts";

type StaffPageView = Awaited<ReturnType<typeof getStaffPage>>;

/** Authors and times of the versions; each can be opened in the form and saved again. */
export function PageVersions(props: {
  page: StaffPageView;
  /** The version open in the form, which stays if a reset is rejected. */
  from: string | null;
  loaded: LoadedForm<"version">;
  /** Saving this form adds a version. */
  editor: LoadedForm;
  failed: FailedForm | undefined;
}) {
  const { page, from, loaded, editor, failed } = props;
  const t = useT();
  const form = useAppForm(loaded, failed);
  return (
    <section aria-labelledby="versions-title">
      <h2 id="versions-title" className="mb-4 text-2xl">
        {t("staff_pages.versions")}
      </h2>
      {page.versions.length === 0 ? (
        <p className="text-muted">{t("staff_pages.no_versions")}</p>
      ) : (
        <ol className="border-t border-line">
          {page.versions.map(({ id, author, createdAt }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-6 border-b border-line py-1"
            >
              <span>
                <bdi>{formatDateTime(createdAt)}</bdi>{" "}
                <bdi className="text-muted wrap-anywhere">{author ?? t("staff_pages.shipped")}</bdi>
              </span>
              <Link
                to={toEditorPath(page, `?from=${id}`)}
                className="link inline-flex min-h-11 items-center"
              >
                {t("staff_pages.restore")}
              </Link>
            </li>
          ))}
        </ol>
      )}
      {page.isOwn && page.isShipped ? (
        <BoundForm
          of={form}
          summary={["version"]}
          action={toEditorPath(page, `?form=${loaded.id}${from === null ? "" : `&from=${from}`}`)}
          className="mt-6"
        >
          <SeenField
            {...{ loaded, failed }}
            name="version"
            current={page.version}
            otherForm={editor}
          />
          <p className="mb-3 text-sm text-muted">{t("staff_pages.reset_hint")}</p>
          <SubmitButton kind="secondary">{t("staff_pages.reset")}</SubmitButton>
        </BoundForm>
      ) : null}
    </section>
  );
}
