import { type RefObject, useCallback, useEffect, useId, useLayoutEffect, useState } from "react";
import { useLocation } from "react-router";
import { useFormat, useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { languageProps, TextIn } from "#app/i18n/text-in.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { Picture } from "#app/ui/base/picture.tsx";
import { LIST_DEBOUNCE_MS, SUGGESTION_LENGTH_MIN } from "#domain/catalog.ts";
import type { Suggestions } from "./search-suggestions.ts";

type Found = Suggestions & { search: string };

const optionClass =
  "flex min-h-11 items-center gap-3 rounded-control px-2 py-1.5 hover:bg-sunken aria-selected:bg-sunken aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-ink";

/**
 * Makes a search field a combobox (WAI-ARIA, list autocomplete): shows suggestions below it while
 * typing, arrows select, Enter opens, Escape closes. The field itself stays server-rendered.
 */
export function SearchSuggestions({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const t = useT();
  const id = useId();
  const location = useLocation();
  const [found, setFound] = useSuggestions(field);
  const [active, setActive] = useState(-1);
  const count = found ? found.groups.length + found.products.length : 0;
  const isOpen = found !== null && count > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page is the reason to close
  useEffect(() => setFound(null), [location.key, setFound]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new suggestions start over
  useLayoutEffect(() => setActive(-1), [found]);

  const close = useCallback(() => setFound(null), [setFound]);
  useComboboxField(field, { id, count, isOpen, active, setActive, close });

  return (
    <>
      <p role="status" className="sr-only">
        {isOpen ? t("search.found", { count }) : null}
      </p>
      {isOpen ? <SuggestionList id={id} found={found} active={active} /> : null}
    </>
  );
}

function SuggestionList(props: { id: string; found: Found; active: number }) {
  const { id, found, active } = props;
  const t = useT();
  const format = useFormat();
  const optionProps = (index: number) => ({
    id: optionId(id, index),
    role: "option",
    "aria-selected": active === index,
    tabIndex: -1,
    className: optionClass,
  });
  return (
    <div
      id={listId(id)}
      role="listbox"
      aria-label={t("search.suggestions")}
      // The field keeps the focus, or the list would close before the click takes effect.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      className="card z-40 mt-1 p-1.5 shadow-raised md:absolute md:end-0 md:top-full md:w-[27rem] md:max-w-[90vw]"
    >
      {found.groups.map(({ kind, title, titleLanguage, path }, index) => (
        <Link key={path} to={path} {...optionProps(index)}>
          <Icon name="search" className="mx-3 size-4 text-muted" />
          <span
            {...languageProps(titleLanguage)}
            className="min-w-0 flex-1 truncate rtl:text-right"
          >
            {title}
          </span>
          <span className="text-sm text-muted">{t(`product.${kind}`)}</span>
        </Link>
      ))}
      {found.products.map((product, place) => (
        <Link
          key={product.slug}
          to={`/products/${product.slug}`}
          {...optionProps(found.groups.length + place)}
        >
          <Picture
            picture={product.picture}
            fallbackUrl={product.thumbUrl}
            alt=""
            sizes="40px"
            className="size-10 flex-none object-cover"
          />
          <span className="line-clamp-2 min-w-0 flex-1">
            <TextIn language={product.titleLanguage}>{product.title}</TextIn>
          </span>
          <span className="text-sm text-muted">{format.credits(product.priceCents)}</span>
        </Link>
      ))}
    </div>
  );
}

const listId = (id: string) => `${id}-list`;
const optionId = (id: string, index: number) => `${id}-${index}`;

type Combobox = {
  id: string;
  /** The number of options. */
  count: number;
  isOpen: boolean;
  /** The index of the selected option; -1 is the field itself. */
  active: number;
  setActive: (index: number) => void;
  close: () => void;
};

/** The attributes and keys of a combobox, for a field that another component has rendered. */
function useComboboxField(field: RefObject<HTMLInputElement | null>, combobox: Combobox): void {
  const { id, count, isOpen, active, setActive, close } = combobox;
  // Before the next key press, which may follow immediately.
  useLayoutEffect(() => {
    const input = field.current;
    if (!input) return;
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-expanded", String(isOpen));
    const name = (attribute: string, value: string | null) =>
      value === null ? input.removeAttribute(attribute) : input.setAttribute(attribute, value);
    name("aria-controls", isOpen ? listId(id) : null);
    name("aria-activedescendant", isOpen && active >= 0 ? optionId(id, active) : null);
    const controller = new AbortController();
    const { signal } = controller;
    input.addEventListener(
      "keydown",
      (event) => {
        if (!isOpen || event.isComposing) return;
        // The position after the last option is the field itself, so that arrows cycle through it.
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step) setActive(((active + 1 + step + count + 1) % (count + 1)) - 1);
        else if (event.key === "Escape") close();
        else if (event.key === "Enter" && active >= 0) {
          document.getElementById(optionId(id, active))?.click();
        } else return;
        event.preventDefault();
      },
      { signal },
    );
    for (const end of ["submit", "reset"]) {
      input.form?.addEventListener(end, close, { signal });
    }
    input.addEventListener("blur", close, { signal });
    return () => controller.abort();
  }, [field, id, isOpen, active, count, setActive, close]);
}

/** Requests 300 ms after the last key (spec §9); outdated responses are discarded. */
function useSuggestions(field: RefObject<HTMLInputElement | null>) {
  const locale = useLocale();
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    const input = field.current;
    if (!input) return;
    const listening = new AbortController();
    let asking = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      clearTimeout(timer);
      asking.abort();
    };
    const ask = async () => {
      const search = input.value.trim();
      asking = new AbortController();
      const { signal } = asking;
      const query = new URLSearchParams({ search });
      const path = localePath(locale, `/search-suggestions?${query}`);
      const response = await fetch(path, { signal });
      if (!response.ok) return;
      const suggestions: Suggestions = await response.json();
      if (!signal.aborted && document.activeElement === input) setFound({ ...suggestions, search });
    };
    const onInput = () => {
      stop();
      if ([...input.value.trim()].length < SUGGESTION_LENGTH_MIN) return setFound(null);
      // Search works without suggestions.
      timer = setTimeout(() => ask().catch(() => {}), LIST_DEBOUNCE_MS);
    };
    input.addEventListener("input", onInput, { signal: listening.signal });
    input.form?.addEventListener("submit", stop, { signal: listening.signal });
    // Text typed while this code was loading.
    if (input.value !== input.defaultValue) onInput();
    return () => {
      stop();
      listening.abort();
    };
  }, [field, locale]);
  return [found, setFound] as const;
}
