import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useT } from "#app/i18n/i18n.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import type { controlProps } from "../field.tsx";
import { filterCountries, findFilledCountry, findTypedCountry } from "./country-filter.ts";
import type { CountryOption } from "./country-select.tsx";
import { useTypedReset } from "./use-typed-reset.ts";

type CountryComboboxProps = {
  control: ReturnType<typeof controlProps>;
  countries: readonly CountryOption[];
  /** What was chosen when this field took the select's place. */
  chosen: string;
  /** What the form began with. */
  initialValue: string;
  /** Whether browsers may fill in the country of an address of the user's. */
  isFillable: boolean;
  /** Called after each choice. */
  onChoose: () => void;
};

/** Space needed below the field; with less the list opens upwards. */
const LIST_HEIGHT_PX = 300;

/**
 * The country field with scripts (spec §5): type to filter, Enter or Tab selects the marked
 * country. The text field is uncontrolled, so no key waits for React, and the list is only rendered
 * once it is needed.
 */
export function CountryCombobox({
  control,
  countries,
  chosen,
  initialValue,
  isFillable,
  onChoose,
}: CountryComboboxProps) {
  const t = useT();
  const { id, name, form, required: isRequired, ...aria } = control;
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(chosen);
  const [query, setQuery] = useState("");
  const [list, setList] = useState<"closed" | "down" | "up">("closed");
  /** Set by the arrow keys; otherwise the best match of the typed text is marked. */
  const [reached, setReached] = useState<string | null>(null);
  const reset = useTypedReset(input);

  const isOpen = list !== "closed";
  const matches = isOpen ? filterCountries(countries, query) : [];
  const marked = reached ?? (query.trim() ? matches[0]?.id : undefined) ?? null;
  const optionId = (code: string) => `${listId}-${code}`;
  const nameOf = (code: string) => countries.find((country) => country.id === code)?.name ?? "";

  function open() {
    if (!isOpen && input.current) setList(chooseDirection(input.current));
  }

  function close(code: string) {
    reset.cancel();
    setQuery("");
    setReached(null);
    setList("closed");
    if (input.current) input.current.value = nameOf(code);
  }

  function choose(code: string) {
    setValue(code);
    close(code);
    onChoose();
  }

  function move(step: 1 | -1) {
    open();
    const all = filterCountries(countries, query);
    const at = all.findIndex((country) => country.id === (marked ?? value));
    const next = isOpen ? at + step : Math.max(at, 0);
    setReached(all[Math.min(Math.max(next, 0), all.length - 1)]?.id ?? null);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    reset.noteKey(event.timeStamp);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
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
    const typed = findTypedCountry(countries, query);
    if (typed) choose(typed.id);
    else close(value);
  }

  return (
    <div className="relative">
      <input type="hidden" name={name} form={form} value={value} data-initial={initialValue} />
      <input
        {...aria}
        ref={input}
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
        defaultValue={nameOf(chosen)}
        onFocus={(event) => event.currentTarget.select()}
        onClick={(event) => {
          if (query === "") event.currentTarget.select();
          open();
        }}
        // Typed letters are not a choice yet: the frame keeps its errors until there is one
        // (field.tsx).
        onChange={(event) => event.stopPropagation()}
        onInput={({ nativeEvent, currentTarget }) => {
          const filled = isFilled(nativeEvent)
            ? findFilledCountry(countries, currentTarget.value)
            : null;
          if (filled) return choose(filled.id);
          const typed = reset.readTyped();
          // Emptied by hand: no country is also a choice if the field is optional.
          if (typed === "" && !isRequired) setValue("");
          setQuery(typed);
          setReached(null);
          open();
        }}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 end-0 grid w-11 place-items-center text-muted"
      >
        <Icon name="down" className="size-4" />
      </span>
      {isOpen ? (
        <Options
          id={listId}
          isUp={list === "up"}
          matches={matches}
          {...{ value, marked, optionId, choose }}
        />
      ) : null}
    </div>
  );
}

function Options(props: {
  id: string;
  isUp: boolean;
  matches: readonly CountryOption[];
  value: string;
  marked: string | null;
  optionId: (code: string) => string;
  choose: (code: string) => void;
}) {
  const { id, isUp, matches, value, marked, optionId, choose } = props;
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const inSight = marked ?? value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other matches move the marked one
  useEffect(() => {
    const option = document.getElementById(optionId(inSight));
    if (!box.current || !option) return;
    const { offsetTop, offsetHeight } = option;
    const { scrollTop, clientHeight } = box.current;
    if (offsetTop < scrollTop) box.current.scrollTop = offsetTop;
    const over = offsetTop + offsetHeight - clientHeight;
    if (over > scrollTop) box.current.scrollTop = over;
  }, [inSight, matches]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is
    <div
      ref={box}
      className={`card absolute z-20 max-h-72 w-full overflow-y-auto overscroll-contain py-1 shadow-raised ${isUp ? "bottom-full mb-1" : "top-full mt-1"}`}
      // The field keeps the focus, even when the list's scroll bar is used.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      <div id={id} role="listbox" aria-label={t("form.show_options")}>
        {matches.map((country) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field
          <div
            key={country.id}
            id={optionId(country.id)}
            role="option"
            aria-selected={country.id === value}
            className={`flex min-h-10 cursor-pointer items-center justify-between gap-3 px-3.5 hover:bg-sunken ${country.id === marked ? "bg-sunken" : ""} ${country.id === value ? "font-medium" : ""}`}
            onClick={() => choose(country.id)}
          >
            {country.name}
            {country.id === value ? <Icon name="check" className="size-4 text-accent" /> : null}
          </div>
        ))}
      </div>
      <p role="status" className="px-3.5 text-muted not-empty:py-2">
        {matches.length === 0 ? t("form.no_match") : null}
      </p>
    </div>
  );
}

/** Filled in by the browser: Firefox names it so, others give the event no type of input at all. */
function isFilled(event: Event): boolean {
  const inputType = event instanceof InputEvent ? event.inputType : "";
  return ["", "insertReplacementText"].includes(inputType);
}

/** Where the list fits: within the dialog around the field, else within the window. */
function chooseDirection(field: HTMLElement): "down" | "up" {
  const { top, bottom } = field.getBoundingClientRect();
  const frame = field.closest("dialog:modal")?.getBoundingClientRect();
  const above = top - (frame?.top ?? 0);
  const below = (frame?.bottom ?? innerHeight) - bottom;
  return below < LIST_HEIGHT_PX && above > below ? "up" : "down";
}
