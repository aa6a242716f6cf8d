import type { getStaffPage } from "#app/api-client/staff/pages.server.ts";
import { Field } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { SeenField } from "#app/staff/forms/use-seen.tsx";
import { languageAttributes } from "#app/staff/language-attributes.ts";
import { Link } from "#app/ui/base/link.tsx";
import { formatDateTime } from "#domain/dates.ts";
import { directionOf } from "#domain/locales.ts";

type StaffPageView = Awaited<ReturnType<typeof getStaffPage>>;

/** The path of the editor of a page in one language. */
export const toPath = ({ slug, language }: { slug: string; language: string }, query = "") =>
  `/staff/pages/${encodeURIComponent(slug)}/${encodeURIComponent(language)}${query}`;

/** Title and content as HTML; "preview" shows them without saving. */
export function PageEditor(props: {
  page: StaffPageView;
  version: string;
  text: { title: string; content: string };
  /** True if the text is that of an earlier version. */
  isEarlier: boolean;
  loaded: LoadedForm<"title" | "content" | "version" | "intent">;
  failed: FailedForm | undefined;
}) {
  const { page, version, text, isEarlier, loaded, failed } = props;
  const t = useT();
  const form = useAppForm(loaded, failed, { title: text.title, content: text.content });
  const { fields } = form;
  return (
    <BoundForm
      of={form}
      summary={["title", "content", "version"]}
      action={toPath(page, `?form=${loaded.id}`)}
      className="space-y-5"
    >
      {isEarlier ? <p className="card p-4">{t("staff_pages.earlier")}</p> : null}
      <input type="hidden" name="version" value={version} />
      <Field
        meta={fields.title}
        label={t("staff_pages.page_title")}
        {...languageAttributes(page.language)}
      />
      <TextArea
        meta={fields.content}
        label={t("staff_pages.content")}
        hint={t("staff_pages.content_hint")}
        rows={24}
        lang={page.language}
        // Tags are left-to-right, even around Arabic.
        dir="ltr"
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton name="intent" value="save">
          {t("staff_pages.save")}
        </SubmitButton>
        <SubmitButton name="intent" value="preview" kind="secondary">
          {t("staff_pages.preview")}
        </SubmitButton>
      </div>
    </BoundForm>
  );
}

/** Shows the page as the shop does. */
export function PagePreview(props: { preview: { title: string; html: string }; language: string }) {
  const { preview, language } = props;
  const t = useT();
  return (
    <section aria-labelledby="preview-title" className="card p-6">
      <h2 id="preview-title" className="eyebrow mb-6">
        {t("staff_pages.preview")}
      </h2>
      <div lang={language} dir={directionOf(language)}>
        <p className="mb-8 font-display text-4xl">{preview.title}</p>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: reduced to plain structure by page-html.server.ts */}
        <div className="prose" dangerouslySetInnerHTML={{ __html: preview.html }} />
      </div>
    </section>
  );
}

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
                to={toPath(page, `?from=${id}`)}
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
          action={toPath(page, `?form=${loaded.id}${from === null ? "" : `&from=${from}`}`)}
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
