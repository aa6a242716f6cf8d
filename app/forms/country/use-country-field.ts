import { type FormEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { findFilledCountry, findTypedCountry } from "./country-filter.ts";
import type { CountryOption } from "./country-select.tsx";
import { useCountryList } from "./use-country-list.ts";
import { useTypedReset } from "./use-typed-reset.ts";

type CountryField = {
  countries: readonly CountryOption[];
  /** The country that was selected when this field replaced the select. */
  chosen: string;
  /** If false, an emptied field selects no country. */
  isRequired: boolean | undefined;
  /** Called after each choice. */
  onChoose: () => void;
};

/**
 * A country field (spec §5): the id of the chosen country (`value`), its list, and the text field's
 * handlers. The text field is uncontrolled, so no key press waits for React.
 */
export function useCountryField({ countries, chosen, isRequired, onChoose }: CountryField) {
  const input = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(chosen);
  const list = useCountryList(input, { countries, value });
  const reset = useTypedReset(input);

  const nameOf = (code: string) => countries.find((country) => country.id === code)?.name ?? "";

  function close(code: string) {
    reset.cancel();
    list.close();
    if (input.current) input.current.value = nameOf(code);
  }

  function choose(code: string) {
    setValue(code);
    close(code);
    onChoose();
  }

  function onClick({ currentTarget }: MouseEvent<HTMLInputElement>) {
    if (list.query === "") currentTarget.select();
    list.open();
  }

  function onInput({ nativeEvent, currentTarget }: FormEvent<HTMLInputElement>) {
    const filled = isFilled(nativeEvent) ? findFilledCountry(countries, currentTarget.value) : null;
    if (filled) return choose(filled.id);
    const typed = reset.readTyped();
    // Emptied by the user: no country is also a choice if the field is optional.
    if (typed === "" && !isRequired) setValue("");
    list.search(typed);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    reset.noteKey(event.timeStamp);
    const { isOpen, marked } = list;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      list.move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && isOpen) {
      // Nothing matches: the form must not submit a country other than the typed one.
      event.preventDefault();
      if (marked) choose(marked);
    } else if (event.key === "Tab" && marked) {
      choose(marked);
    } else if (event.key === "Escape" && isOpen) {
      // Closes the list, but not the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      close(value);
    }
  }

  function onBlur() {
    const typed = findTypedCountry(countries, list.query);
    if (typed) choose(typed.id);
    else close(value);
  }

  const handlers = { onClick, onInput, onKeyDown, onBlur };
  return { input, value, list, initialName: nameOf(chosen), choose, handlers };
}

/**
 * True if the browser filled it in: Firefox names this input type, others give the event none at
 * all.
 */
function isFilled(event: Event): boolean {
  const inputType = event instanceof InputEvent ? event.inputType : "";
  return ["", "insertReplacementText"].includes(inputType);
}
