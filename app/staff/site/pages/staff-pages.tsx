import { createPage, listStaffPages } from "#app/api-client/staff/pages.server.ts";
import { Field } from "#app/forms/field.tsx";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getLanguages } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { StaffCard } from "#app/staff/staff-card.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { RecordTable } from "#app/ui/record-table.tsx";
import { DEFAULT_LOCALE } from "#domain/locales.ts";
import type { Route } from "./+types/staff-pages";
import { toEditorPath } from "./editor-path.ts";
import { newPageForm } from "./staff-pages.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "site");
  return {
    pages: await listStaffPages(getApi(context)),
    languages: getLanguages(context).map(({ code, name }) => ({ code, name })),
    form: await newPageForm.load(context),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  await requireStaff(context, "site");
  return newPageForm.handle({ request, context }, async ({ slug }, api) => {
    await createPage(api, { slug });
    return redirectTo(context, toEditorPath({ slug, language: DEFAULT_LOCALE }));
  });
}

export const clientAction = preserveInput;
export const shouldRevalidate = revalidatePosted;

/** All static pages by language: shipped, customized, or missing. */
export default function StaffPages({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { pages, languages } = loaderData;
  const form = useAppForm(loaderData.form, actionData);
  return (
    <section aria-labelledby="pages-title" className="space-y-6">
      <PageTitle title={t("staff_pages.title")} hasErrors={Boolean(actionData)} isPrivate />
      <h1 id="pages-title" className="text-2xl">
        {t("staff_pages.title")}
      </h1>
      <RecordTable
        caption={t("staff_pages.title")}
        note={t("staff_pages.note")}
        rows={pages}
        keyOf={(page) => page.slug}
        columns={[
          {
            title: t("staff_pages.page"),
            render: ({ slug, title }) => (
              <>
                <Link
                  to={toEditorPath({ slug, language: DEFAULT_LOCALE })}
                  className="link font-medium wrap-anywhere"
                >
                  {title}
                </Link>
                <span className="block text-sm text-muted">
                  <bdi dir="ltr">/page/{slug}</bdi>
                </span>
              </>
            ),
          },
          {
            title: t("staff_pages.languages"),
            render: ({ slug, texts }) => (
              <span className="flex flex-wrap gap-x-3">
                {languages.map(({ code, name }) => {
                  const text = texts.find(({ locale }) => locale === code);
                  const state = !text ? "missing" : text.isOwn ? "own" : "shipped";
                  return (
                    <Link
                      key={code}
                      to={toEditorPath({ slug, language: code })}
                      aria-label={t("shell.labelled", {
                        label: `${code} ${name}`,
                        text: t(`staff_pages.${state}`),
                      })}
                      className={`inline-grid min-h-11 min-w-8 place-items-center uppercase underline-offset-4 hover:underline ${
                        state === "missing" ? "text-negative" : state === "own" ? "font-bold" : ""
                      }`}
                    >
                      {code}
                    </Link>
                  );
                })}
              </span>
            ),
          },
        ]}
      />
      <StaffCard id="new-page" title={t("staff_pages.new")} className="max-w-xl">
        <BoundForm of={form} summary={["slug"]} action="/staff/pages" className="space-y-5">
          <Field
            meta={form.fields.slug}
            label={t("staff_pages.slug")}
            hint={t("staff_pages.slug_hint")}
            spellCheck={false}
            autoCapitalize="none"
          />
          <SubmitButton>{t("staff_pages.add")}</SubmitButton>
        </BoundForm>
      </StaffCard>
    </section>
  );
}
