import { useId } from "react";
import { useT } from "#app/i18n/i18n.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import type { controlProps } from "../field.tsx";
import { CountryOptions } from "./country-options.tsx";
import type { CountryOption } from "./country-select.tsx";
import { useCountryField } from "./use-country-field.ts";

type CountryComboboxProps = {
  control: ReturnType<typeof controlProps>;
  countries: readonly CountryOption[];
  /** The country that was selected when this field replaced the select. */
  chosen: string;
  /** The initial value of the form. */
  initialValue: string;
  /** Whether browsers may fill in the country from one of the user's addresses. */
  isFillable: boolean;
  /** Called after each choice. */
  onChoose: () => void;
};

/**
 * The country field with scripts (spec §5): type to filter, Enter or Tab selects the marked
 * country. The list is only rendered once it is needed.
 */
export function CountryCombobox(props: CountryComboboxProps) {
  const { control, countries, chosen, initialValue, isFillable, onChoose } = props;
  const t = useT();
  const { id, name, form, required: isRequired, ...aria } = control;
  const listId = useId();
  const field = useCountryField({ countries, chosen, isRequired, onChoose });
  const { value, choose } = field;
  const { isOpen, isUp, matches, marked } = field.list;
  const optionId = (code: string) => `${listId}-${code}`;
  return (
    <div className="relative">
      <input type="hidden" name={name} form={form} value={value} data-initial={initialValue} />
      <input
        {...aria}
        ref={field.input}
        id={id}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && marked ? optionId(marked) : undefined}
        autoComplete={isFillable ? "country-name" : "off"}
        spellCheck={false}
        className="input pe-11"
        placeholder={t("form.choose")}
        defaultValue={field.initialName}
        onFocus={(event) => event.currentTarget.select()}
        // Typed letters are not a choice yet: the frame keeps its errors until there is one
        // (field.tsx).
        onChange={(event) => event.stopPropagation()}
        {...field.handlers}
      />
      <DownMark />
      {isOpen ? (
        <CountryOptions id={listId} {...{ isUp, matches, value, marked, optionId, choose }} />
      ) : null}
    </div>
  );
}

/** At the end of the field, as in a select. */
function DownMark() {
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 end-0 grid w-11 place-items-center text-muted"
    >
      <Icon name="down" className="size-4" />
    </span>
  );
}
