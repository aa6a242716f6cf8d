import { useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useT } from "#app/i18n/i18n.tsx";
import { controlProps, FieldFrame, type FieldMeta, initialText, useCorrected } from "../field.tsx";
import { CountryCombobox } from "./country-combobox.tsx";

export type CountryOption = { id: string; name: string };

/**
 * A country field: the browser's own select, which works everywhere. With scripts it becomes a
 * field that filters by typed text (spec §5), immediately but never while it is in use, so that no
 * key press is lost.
 */
export function CountrySelect(props: {
  meta: FieldMeta;
  label: string;
  countries: readonly CountryOption[];
  /** "off" for a country that is not the user's residence. */
  autoComplete?: "country" | "off";
  className?: string;
}) {
  const { label, countries, autoComplete = "country", className } = props;
  const meta = useCorrected(props.meta);
  const t = useT();
  const select = useRef<HTMLSelectElement>(null);
  const [upgrade, setUpgrade] = useState<{ value: string } | null>(null);

  useLayoutEffect(() => {
    const native = select.current;
    if (!native) return;
    const swap = () => setUpgrade({ value: native.value });
    if (document.activeElement !== native) return swap();
    const onBlur = () => flushSync(swap);
    native.addEventListener("blur", onBlur, { once: true });
    return () => native.removeEventListener("blur", onBlur);
  }, []);

  const control = controlProps(meta);
  return (
    <FieldFrame meta={meta} label={label} className={className}>
      {upgrade ? (
        <CountryCombobox
          control={control}
          countries={countries}
          chosen={upgrade.value}
          initialValue={initialText(meta) ?? ""}
          isFillable={autoComplete === "country"}
          onChoose={() => meta.onCorrect?.(null)}
        />
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
