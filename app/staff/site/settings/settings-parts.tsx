import type { ReactNode } from "react";
import { controlProps, FieldErrors, type FieldMeta } from "#app/forms/field.tsx";

/** Related settings under a heading. */
export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="card min-w-0 p-6">
      <legend className="float-start mb-5 w-full font-display text-2xl">{title}</legend>
      <div className="clear-both grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-2">
        {children}
      </div>
    </fieldset>
  );
}

/** A switch, with a sentence about its effect. */
export function Switch(props: {
  meta: FieldMeta;
  label: string;
  hint: string;
  isOn: boolean;
  /** True once the form was submitted, whose checked boxes are then shown. */
  isSent: boolean;
}) {
  const { meta, label, hint, isOn, isSent } = props;
  return (
    <div className="sm:col-span-2">
      <label htmlFor={meta.id} className="flex min-h-11 items-start gap-3 py-2">
        <input
          {...controlProps(meta, true)}
          required={false}
          type="checkbox"
          value="on"
          defaultChecked={isSent ? meta.initialValue === "on" : isOn}
          className="mt-0.5 size-5 flex-none accent-accent"
        />
        <span>
          <span className="block font-medium">{label}</span>
          <span id={meta.descriptionId} className="block text-sm text-muted">
            {hint}
          </span>
        </span>
      </label>
      <FieldErrors meta={meta} />
    </div>
  );
}
