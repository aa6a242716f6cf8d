import {
  controlProps,
  Field,
  FieldErrors,
  FieldFrame,
  type FieldMeta,
  initialText,
  useCorrected,
} from "#app/forms/field.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { useT } from "#app/i18n/i18n.tsx";

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

type Named = { id: string; title: string; name?: string };

/**
 * The offered work and its price (spec §2 Create offer form). Everything is required except the
 * prompt, the `add_text` of spec §3 and §7.
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
          {categories.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </FieldFrame>
      <StyleBoxes meta={fields.style_ids} styles={styles} />
      <FieldFrame meta={price} label={t("offer.price_label")}>
        <div className="relative max-w-56">
          <input
            {...controlProps(price)}
            // Not of type "number": its browsers drop a comma that their own language does not write.
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

/** The first box has the field's id, so that the error summary's link works. */
function StyleBoxes(props: { meta: FieldMeta; styles: readonly Named[] }) {
  const { styles } = props;
  const meta = useCorrected(props.meta);
  const t = useT();
  const { id, required: _, "aria-invalid": isInvalid, ...control } = controlProps(meta);
  const ticked = [meta.initialValue].flat();
  return (
    <fieldset
      aria-describedby={control["aria-describedby"]}
      onChange={(event) => meta.onCorrect?.(event.target)}
    >
      <legend className="mb-1.5 font-medium">{t("offer.style_label")}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-x-4">
        {styles.map((style, index) => (
          <label key={style.id} className="flex min-h-11 items-center gap-3">
            <input
              form={control.form}
              name={control.name}
              id={index === 0 ? id : `${id}-${style.id}`}
              type="checkbox"
              value={style.id}
              defaultChecked={ticked.includes(style.id)}
              aria-invalid={isInvalid}
              className="size-5 flex-none accent-accent"
            />
            <span className="min-w-0 hyphens-auto wrap-anywhere">{style.name ?? style.title}</span>
          </label>
        ))}
      </div>
      <FieldErrors meta={meta} />
    </fieldset>
  );
}
