import { Field, type FieldMeta } from "#app/forms/field.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { FoldMark } from "#app/staff/fold-mark.tsx";
import { languageAttributes } from "#app/staff/language-attributes.ts";
import { useLayoutData } from "#app/ui/base/layout-data.ts";

/**
 * The texts of a product, one section per language: English and sections with errors are open. A
 * language without a title is marked; shoppers see English in its place.
 */
export function ProductTexts(props: {
  field: (name: string) => FieldMeta;
  titles: Record<string, string>;
}) {
  const { field, titles } = props;
  const t = useT();
  const format = useFormat();
  const { languages, defaultLocale } = useLayoutData();
  const missing = languages.filter(({ code }) => !titles[code]);
  return (
    <section aria-labelledby="product-texts">
      <h2 id="product-texts" className="mb-2 text-2xl">
        {t("staff_products.texts")}
      </h2>
      <p className="mb-4 text-sm text-muted">
        {missing.length === 0
          ? t("staff_products.texts_whole")
          : t("staff_products.texts_missing", {
              languages: format.list(missing.map(({ code, name }) => name ?? code)),
            })}
      </p>
      {languages.map(({ code, name }) => {
        const metas = ["title", "description", "motifs"].map((text) => field(`${text}_${code}`));
        const isWrong = metas.some(({ errors }) => errors && errors.length > 0);
        return (
          <details
            key={code}
            open={code === defaultLocale || isWrong}
            className="group/fold border-t border-line"
          >
            <summary className="flex min-h-12 cursor-pointer items-center gap-3 py-2">
              <span className="flex-1 font-medium">{name}</span>
              {titles[code] ? (
                <bdi className="truncate text-sm text-muted">{titles[code]}</bdi>
              ) : (
                <span className="text-sm text-warning">{t("staff_products.missing")}</span>
              )}
              <FoldMark />
            </summary>
            <div className="space-y-5 pt-2 pb-6">
              <Field
                meta={field(`title_${code}`)}
                label={t("staff_products.field_titles")}
                autoComplete="off"
                {...languageAttributes(code)}
              />
              <TextArea
                meta={field(`description_${code}`)}
                label={t("staff_products.field_descriptions")}
                rows={3}
                {...languageAttributes(code)}
              />
              <Field
                meta={field(`motifs_${code}`)}
                label={t("staff_products.field_motifs")}
                hint={t("staff_products.motifs_hint")}
                autoComplete="off"
                {...languageAttributes(code)}
              />
            </div>
          </details>
        );
      })}
    </section>
  );
}
