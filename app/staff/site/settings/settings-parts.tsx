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

/** The initial value of a switch, for the `defaults` of its form. */
export const toTicked = (isOn: boolean) => (isOn ? "on" : "");

/**
 * A switch, with a sentence about its effect. Whether it is on is known from its form alone: once
 * that is rejected, a change of `defaultChecked` would switch it, unless somebody has before.
 */
export function Switch(props: { meta: FieldMeta; label: string; hint: string }) {
  const { meta, label, hint } = props;
  return (
    <div className="sm:col-span-2">
      <label htmlFor={meta.id} className="flex min-h-11 items-start gap-3 py-2">
        <input
          {...controlProps(meta, true)}
          required={false}
          type="checkbox"
          value="on"
          defaultChecked={meta.initialValue === "on"}
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
