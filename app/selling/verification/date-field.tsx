import { DATE_PARTS, partName, splitDate } from "#app/forms/date-parts.ts";
import {
  controlProps,
  FieldErrors,
  type FieldMeta,
  initialText,
  useCorrected,
} from "#app/forms/field.tsx";
import { useT } from "#app/i18n/i18n.tsx";

/**
 * A date that people know by heart, in three fields: no calendar to scroll back to the year of
 * birth, and no dependence on the browser's language. The first field has the field's id, so that
 * the error summary's link works; `joinDateParts` joins them.
 */
export function BirthDateField(props: {
  meta: FieldMeta;
  label: string;
  hint: string;
  className?: string;
}) {
  const { label, hint, className } = props;
  const meta = useCorrected(props.meta);
  const t = useT();
  const { id, name, "aria-describedby": describedBy, ...control } = controlProps(meta, true);
  const typed = splitDate(initialText(meta));
  return (
    <fieldset
      aria-describedby={describedBy}
      className={className}
      onChange={(event) => meta.onCorrect?.(event.target)}
    >
      <legend className="mb-1.5 font-medium">{label}</legend>
      <p id={meta.descriptionId} className="mb-2 text-sm text-muted">
        {hint}
      </p>
      <div className="flex flex-wrap gap-3">
        {DATE_PARTS.map((part, index) => (
          <label key={part} className={part === "year" ? "w-24" : "w-18"}>
            <span className="mb-1 block text-sm">{t(`form.${part}`)}</span>
            <input
              {...control}
              id={index === 0 ? id : `${id}-${part}`}
              name={partName(name, part)}
              inputMode="numeric"
              autoComplete={`bday-${part}`}
              maxLength={part === "year" ? 4 : 2}
              defaultValue={typed[part]}
              className="input tabular-nums"
            />
          </label>
        ))}
      </div>
      <FieldErrors meta={meta} />
    </fieldset>
  );
}
