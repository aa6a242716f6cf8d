import type { ReactNode } from "react";
import { TextIn } from "#app/i18n/text-in.tsx";
import { controlProps, FieldErrors, type FieldMeta, useCorrected } from "../field.tsx";

/**
 * Checkboxes of styles under one label, followed by `children`. The first box has the field's id,
 * so that the error summary's link works.
 */
export function StyleChoices(props: {
  meta: FieldMeta;
  label: string;
  styles: readonly { id: string; text: string; language?: string }[];
  children?: ReactNode;
}) {
  const meta = useCorrected(props.meta);
  const { id, required: _, "aria-invalid": isInvalid, ...control } = controlProps(meta);
  const ticked = [meta.initialValue].flat();
  return (
    <fieldset
      aria-describedby={control["aria-describedby"]}
      onChange={(event) => meta.onCorrect?.(event.target)}
    >
      <legend className="mb-1.5 font-medium">{props.label}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] gap-x-4">
        {props.styles.map((style, index) => (
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
            <span className="min-w-0 hyphens-auto wrap-anywhere">
              <TextIn language={style.language}>{style.text}</TextIn>
            </span>
          </label>
        ))}
      </div>
      {props.children}
      <FieldErrors meta={meta} />
    </fieldset>
  );
}
