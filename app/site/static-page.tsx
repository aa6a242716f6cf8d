import { data } from "react-router";
import { getStaticPage } from "#app/api-client/pages.server.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { languageProps } from "#app/i18n/text-in.tsx";
import { getLanguages } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { readBySlug } from "#app/request/moved.server.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { PageHead } from "#app/ui/base/page-head.tsx";
import type { Route } from "./+types/static-page";

/** Minimum headings for a table of contents. */
const SECTIONS_MIN = 3;

/** Terms, privacy etc. (spec §2 static-page); 404 for a slug that the API does not know. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const api = getApi(context);
  const locales = getLanguages(context).map(({ code }) => code);
  const address = { folder: "/page", slug: params.slug };
  const page = await readBySlug(
    context,
    address,
    (slug) => getStaticPage(api, slug, locales),
    (found) => [found.slug],
  );
  if (!page) throw data({ code: "page_not_found" }, { status: 404 });
  return { ...page, slug: params.slug };
}

export default function StaticPage({ loaderData }: Route.ComponentProps) {
  const { slug, title, html, sections, summary, locales, language } = loaderData;
  const { locale } = useLayoutData();
  const written = languageProps(language === locale ? undefined : language);
  const hasContents = sections.length >= SECTIONS_MIN;
  return (
    <article className="page pt-10 pb-20 md:pt-14">
      <PageHead
        title={title}
        description={summary || undefined}
        canonical={`/page/${slug}`}
        locales={locales}
        language={language}
        scripts="touch"
      />
      <h1 {...written} className="max-w-4xl text-[clamp(1.75rem,8vw,2.25rem)] md:text-6xl">
        {title}
      </h1>
      <div
        className={
          hasContents ? "mt-10 lg:grid lg:grid-cols-[15rem_minmax(0,44rem)] lg:gap-16" : "mt-10"
        }
      >
        {hasContents ? <Contents sections={sections} written={written} /> : null}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: reduced to plain structure by page-html.server.ts */}
        <div {...written} className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </article>
  );
}

function Contents(props: {
  sections: { id: string; title: string }[];
  written: ReturnType<typeof languageProps>;
}) {
  const { sections, written } = props;
  const t = useT();
  return (
    <nav aria-label={t("page.contents")} className="mb-10 lg:mb-0">
      <div className="border-t border-ink pt-4 lg:sticky lg:top-24 lg:max-h-[calc(100dvh-8rem)] lg:overflow-y-auto">
        <p className="eyebrow max-lg:hidden">{t("page.contents")}</p>
        <details className="filter-drawer group">
          <summary className="min-h-11 items-center justify-between font-medium">
            {t("page.contents")}
            <Icon name="down" className="size-4 transition-transform group-open:rotate-180" />
          </summary>
          <ol {...written} className="mt-2 text-sm">
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="flex min-h-11 items-center py-1 underline-offset-4 hover:underline lg:min-h-9"
                >
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </details>
      </div>
    </nav>
  );
}
