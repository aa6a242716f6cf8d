import {
  Combobox,
  ComboboxButton,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
} from "@headlessui/react";
import { useEffect, useRef, useState } from "react";
import { useT } from "#app/i18n/i18n.tsx";
import type { CountryOption } from "./country-select.tsx";
import type { controlProps } from "./field.tsx";
import { Icon } from "./icon.tsx";

/** Typed text is forgotten after this long without another key (spec §5, §9). */
const TYPED_RESET_MS = 1_000;

export type CountryComboboxProps = {
  control: ReturnType<typeof controlProps>;
  countries: readonly CountryOption[];
  initialValue: string;
};

/** The country field where scripts run: type to filter, arrows and Enter to choose. */
export function CountryCombobox({ control, countries, initialValue }: CountryComboboxProps) {
  const t = useT();
  const { id, name, form, required: _native, ...aria } = control;
  const [value, setValue] = useState(initialValue);
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const reset = useRef<ReturnType<typeof setTimeout>>(undefined);
  const nameOf = (code: string | null) =>
    countries.find((country) => country.id === code)?.name ?? "";

  useEffect(() => () => clearTimeout(reset.current), []);

  function type(text: string) {
    setTyped(text);
    clearTimeout(reset.current);
    if (text === "") return;
    // The next key begins a new word. What was found stays in the list and stays marked, so that
    // Enter chooses what the reader saw, however slowly they type.
    reset.current = setTimeout(() => {
      if (input.current) input.current.value = "";
    }, TYPED_RESET_MS);
  }

  function forget() {
    clearTimeout(reset.current);
    setTyped("");
  }

  const matches = filterCountries(countries, typed);
  return (
    <Combobox
      value={value}
      onChange={(code: string | null) => setValue(code ?? value)}
      onClose={forget}
      name={name}
      form={form}
      immediate
    >
      <div className="relative">
        <ComboboxInput
          {...aria}
          ref={input}
          id={id}
          autoComplete="off"
          className="input pe-11"
          placeholder={t("form.choose")}
          displayValue={nameOf}
          onChange={(event) => type(event.target.value)}
          onFocus={(event) => event.target.select()}
        />
        <ComboboxButton
          aria-label={t("form.show_options")}
          className="absolute inset-y-0 end-0 grid w-11 place-items-center text-muted"
        >
          <Icon name="down" className="size-4" />
        </ComboboxButton>
        <ComboboxOptions className="card absolute z-20 mt-1 max-h-72 w-full overflow-y-auto py-1 shadow-raised">
          {matches.map((country) => (
            <ComboboxOption
              key={country.id}
              value={country.id}
              className="flex min-h-10 cursor-pointer items-center justify-between gap-3 px-3.5 data-focus:bg-sunken data-selected:font-medium"
            >
              {country.name}
              {country.id === value ? <Icon name="check" className="size-4 text-accent" /> : null}
            </ComboboxOption>
          ))}
          {matches.length === 0 ? (
            <p className="px-3.5 py-2 text-muted">{t("form.no_match")}</p>
          ) : null}
        </ComboboxOptions>
      </div>
    </Combobox>
  );
}

/** Names that begin with the typed text first, then those that hold it; accents do not matter. */
export function filterCountries(
  countries: readonly CountryOption[],
  typed: string,
): readonly CountryOption[] {
  const wanted = fold(typed);
  if (wanted === "") return countries;
  const begins = countries.filter((country) => fold(country.name).startsWith(wanted));
  const holds = countries.filter((country) => fold(country.name).includes(wanted));
  return [...new Set([...begins, ...holds])];
}

function fold(text: string): string {
  return text.trim().normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
