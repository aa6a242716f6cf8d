import { type ComponentType, useEffect, useRef, useState } from "react";
import { useT } from "#app/i18n/i18n.tsx";
import type { CountryComboboxProps } from "./country-combobox.tsx";
import { controlProps, FieldFrame, type FieldMeta, initialText } from "./field.tsx";

export type CountryOption = { id: string; name: string };

/**
 * A country: the browser's own select, which works everywhere. Where scripts run it becomes a field
 * that filters by typed text (spec §5), fetched only then, and never while somebody is using it.
 */
export function CountrySelect(props: {
  meta: FieldMeta;
  label: string;
  countries: readonly CountryOption[];
  /** "off" for a country that is not where somebody lives. */
  autoComplete?: "country" | "off";
  className?: string;
}) {
  const { meta, label, countries, autoComplete = "country", className } = props;
  const t = useT();
  const select = useRef<HTMLSelectElement>(null);
  const [upgrade, setUpgrade] = useState<{
    Combobox: ComponentType<CountryComboboxProps>;
    value: string;
  } | null>(null);

  useEffect(() => {
    let isGone = false;
    let native: HTMLSelectElement | null = null;
    void import("./country-combobox.tsx").then(({ CountryCombobox }) => {
      native = select.current;
      if (isGone || !native) return;
      const swap = () => {
        if (!isGone && native) setUpgrade({ Combobox: CountryCombobox, value: native.value });
      };
      if (document.activeElement === native) native.addEventListener("blur", swap, { once: true });
      else swap();
    });
    return () => {
      isGone = true;
    };
  }, []);

  const control = controlProps(meta);
  return (
    <FieldFrame meta={meta} label={label} className={className}>
      {upgrade ? (
        <upgrade.Combobox control={control} countries={countries} initialValue={upgrade.value} />
      ) : (
        <select
          {...control}
          ref={select}
          autoComplete={autoComplete}
          defaultValue={initialText(meta) ?? ""}
          className="input"
        >
          <option value="">{t("form.choose")}</option>
          {countries.map((country) => (
            <option key={country.id} value={country.id}>
              {country.name}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
