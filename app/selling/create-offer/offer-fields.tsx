import {
  controlProps,
  Field,
  FieldFrame,
  type FieldMeta,
  initialText,
  useCorrected,
} from "#app/forms/field.tsx";
import { StyleChoices } from "#app/forms/styles/style-choices.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { languageProps } from "#app/i18n/text-in.tsx";

/** In page order, for the error summary. */
export const FIELDS_IN_ORDER = [
  "title",
  "description",
  "add_text",
  "category_id",
  "style_ids",
  "price",
  "media",
  "confirm",
] as const;

type Named = { id: string; title: string; titleLanguage?: string; name?: string };

/**
 * The offered work and its price (spec §2 Create offer form). Everything is required except the
 * prompt, which is the `add_text` of spec §3 and §7.
 */
export function OfferFields(props: {
  fields: Record<(typeof FIELDS_IN_ORDER)[number], FieldMeta>;
  categories: readonly Named[];
  styles: readonly Named[];
}) {
  const { fields, categories, styles } = props;
  const t = useT();
  const category = useCorrected(fields.category_id);
  const price = useCorrected(fields.price);
  return (
    <>
      <Field meta={fields.title} label={t("offer.title_label")} autoComplete="off" />
      <TextArea meta={fields.description} label={t("offer.description_label")} rows={6} />
      <TextArea
        meta={fields.add_text}
        label={t("offer.prompt_label")}
        hint={t("offer.prompt_hint")}
        rows={5}
      />
      <FieldFrame meta={category} label={t("offer.category_label")}>
        <select
          {...controlProps(category)}
          defaultValue={initialText(category) ?? ""}
          className="input"
        >
          <option value="">{t("offer.choose_category")}</option>
          {categories.map(({ id, title, titleLanguage }) => (
            <option key={id} value={id} {...languageProps(titleLanguage)}>
              {title}
            </option>
          ))}
        </select>
      </FieldFrame>
      <StyleChoices
        meta={fields.style_ids}
        label={t("offer.style_label")}
        styles={styles.map(({ id, title, titleLanguage, name }) => {
          return { id, text: name ?? title, language: titleLanguage };
        })}
      />
      <FieldFrame meta={price} label={t("offer.price_label")}>
        <div className="relative max-w-56">
          <input
            {...controlProps(price)}
            // Not of type "number": browsers then drop a comma that is not used in their own
            // language.
            inputMode="decimal"
            defaultValue={initialText(price)}
            className="input pe-10"
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 end-3.5 grid place-items-center text-muted"
          >
            €
          </span>
        </div>
      </FieldFrame>
    </>
  );
}
