import { type RefObject, useState } from "react";
import { filterCountries } from "./country-filter.ts";
import type { CountryOption } from "./country-select.tsx";

/** Space needed below the field; with less the list opens upwards. */
const LIST_HEIGHT_PX = 300;

/**
 * The list of a country field: whether it is open and in which direction, the countries that match
 * the typed text, and which one is marked. `value` is the id of the chosen country, or empty.
 */
export function useCountryList(
  input: RefObject<HTMLInputElement | null>,
  { countries, value }: { countries: readonly CountryOption[]; value: string },
) {
  const [query, setQuery] = useState("");
  const [place, setPlace] = useState<"closed" | "down" | "up">("closed");
  /** Set by the arrow keys; otherwise the best match of the typed text is marked. */
  const [reached, setReached] = useState<string | null>(null);

  const isOpen = place !== "closed";
  const matches = isOpen ? filterCountries(countries, query) : [];
  const marked = reached ?? (query.trim() ? matches[0]?.id : undefined) ?? null;

  function open() {
    if (!isOpen && input.current) setPlace(chooseDirection(input.current));
  }

  function close() {
    setQuery("");
    setReached(null);
    setPlace("closed");
  }

  function search(typed: string) {
    setQuery(typed);
    setReached(null);
    open();
  }

  /** Marks the next or previous country; opens a closed list at the current one instead. */
  function move(step: 1 | -1) {
    open();
    const all = filterCountries(countries, query);
    const at = all.findIndex((country) => country.id === (marked ?? value));
    const next = isOpen ? at + step : Math.max(at, 0);
    setReached(all[Math.min(Math.max(next, 0), all.length - 1)]?.id ?? null);
  }

  return { query, isOpen, isUp: place === "up", matches, marked, open, close, search, move };
}

/**
 * The direction in which the list fits: within the dialog around the field, else within the window.
 */
function chooseDirection(field: HTMLElement): "down" | "up" {
  const { top, bottom } = field.getBoundingClientRect();
  const frame = field.closest("dialog:modal")?.getBoundingClientRect();
  const above = top - (frame?.top ?? 0);
  const below = (frame?.bottom ?? innerHeight) - bottom;
  return below < LIST_HEIGHT_PX && above > below ? "up" : "down";
}
