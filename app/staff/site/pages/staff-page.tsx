import { data } from "react-router";
import {
  getPageVersion,
  getStaffPage,
  previewPage,
  resetPage,
  savePage,
} from "#app/api-client/staff/pages.server.ts";
import { dispatchForms } from "#app/forms/define-form.server.ts";
import { orWhenLost, readFormName, toLostForm } from "#app/forms/preserve-input.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getLanguages } from "#app/middleware/locale.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { BackLink } from "#app/staff/back-link.tsx";
import { KeyedForm } from "#app/staff/forms/use-seen.tsx";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { useLanguageName } from "#app/staff/use-language-name.ts";
import { Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { isRowId } from "#domain/ids.ts";
import type { Route } from "./+types/staff-page";
import { toEditorPath } from "./editor-path.ts";
import { PageEditor } from "./page-editor.tsx";
import { PagePreview } from "./page-preview.tsx";
import { PageVersions } from "./page-versions.tsx";
import { pageForm, resetForm } from "./staff-pages.server.ts";

/** With `?from=` the form starts with an earlier version, to view or save. */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requireStaff(context, "site");
  const api = getApi(context);
  const page = await getStaffPage(api, params);
  const from = [getUrl(context).searchParams.get("from")].find(isRowId) ?? null;
  return {
    page,
    from,
    earlier: from === null ? null : await getPageVersion(api, params, from),
    languages: getLanguages(context),
    pageForm: await pageForm.load(context),
    resetForm: await resetForm.load(context),
  };
}

export async function action(args: Route.ActionArgs) {
  await requireStaff(args.context, "site");
  return dispatchForms(args.context, {
    page: () => saveOrPreview(args),
    "page-reset": () => resetToShipped(args),
  });
}

function saveOrPreview(args: Route.ActionArgs) {
  const { context, params } = args;
  return pageForm.handle(args, async ({ intent, ...body }, api) => {
    if (intent === "preview") {
      const offeredLocales = getLanguages(context).map(({ code }) => code);
      const options = { locale: params.language, offeredLocales };
      const { html } = await previewPage(api, body.content, options);
      return data({ preview: { ...body, html } });
    }
    await savePage(api, params, body);
    return redirectTo(context, toEditorPath(params), { kind: "success", key: "staff_pages.saved" });
  });
}

function resetToShipped(args: Route.ActionArgs) {
  const { context, params } = args;
  return resetForm.handle(args, async ({ version }, api) => {
    await resetPage(api, params, version);
    return redirectTo(context, toEditorPath(params), {
      kind: "success",
      key: "staff_pages.was_reset",
    });
  });
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const formId = readFormName(new URL(request.url)) ?? "page";
  return orWhenLost(serverAction, toLostForm(await request.clone().formData(), formId));
}

export const shouldRevalidate = revalidatePosted;

/** One page in one language: its text, how the shop shows it, and its earlier versions. */
export default function StaffPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const nameLanguage = useLanguageName();
  const { page, earlier, from, languages } = loaderData;
  const result = useThroughLinks(actionData);
  const preview = result && "preview" in result ? result.preview : null;
  const failed = result && !("preview" in result) ? result : undefined;
  const text = preview ?? earlier ?? page;
  const title = `${page.title || page.slug} (${nameLanguage(page.language)})`;
  return (
    <article className="max-w-4xl space-y-10">
      <PageTitle title={title} hasErrors={Boolean(failed)} isPrivate />
      <header>
        <BackLink to="/staff/pages">{t("staff_pages.title")}</BackLink>
        <h1 className="mt-2 text-3xl">{title}</h1>
        <nav aria-label={t("staff_pages.languages")}>
          <ul className="mt-3 flex flex-wrap gap-x-4">
            {languages.map(({ code, name }) => (
              <li key={code}>
                <Link
                  to={toEditorPath({ slug: page.slug, language: code })}
                  aria-current={code === page.language ? "page" : undefined}
                  lang={code}
                  className="inline-flex min-h-11 items-center underline-offset-4 hover:underline aria-[current=page]:font-bold"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <KeyedForm
        key={`${page.language} ${from}`}
        loaded={loaderData.pageForm}
        failed={failed}
        name="version"
        current={preview?.version ?? page.version}
        otherForm={loaderData.resetForm}
      >
        {(version) => (
          <PageEditor
            {...{ page, version, text, failed }}
            isEarlier={earlier !== null && preview === null}
            loaded={loaderData.pageForm}
          />
        )}
      </KeyedForm>
      {preview ? <PagePreview preview={preview} language={page.language} /> : null}
      <PageVersions
        key={`versions ${page.language}`}
        page={page}
        from={from}
        loaded={loaderData.resetForm}
        editor={loaderData.pageForm}
        failed={failed}
      />
    </article>
  );
}
