import { useT } from "#app/i18n/i18n.tsx";
import { directionOf } from "#domain/locales.ts";

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
