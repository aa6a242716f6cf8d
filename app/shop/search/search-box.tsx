import { type ComponentType, type RefObject, useEffect, useRef, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { useT } from "#app/i18n/i18n.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Form, Link } from "#app/ui/base/link.tsx";
import { SEARCH_LENGTH_MAX } from "#domain/catalog.ts";

/** The parts of a listing's URL that another search keeps; it starts again at page 1 (spec §4). */
const FILTERS = ["category", "style", "price_min", "price_max", "sort"];

/**
 * A plain GET form; the clear button is a link, so both work without scripts. With scripts it makes
 * suggestions while typing; that code is fetched when the field gets the focus.
 */
export function SearchBox({ id }: { id: string }) {
  const t = useT();
  const [params] = useSearchParams();
  const search = params.get("search") ?? "";
  const isListing = /^\/[^/]+\/products\/?$/.test(useLocation().pathname);
  const filters = isListing ? readFilters(params) : [];
  const query = filters.length > 0 ? `?${new URLSearchParams(filters)}` : "";
  const field = useRef<HTMLInputElement>(null);
  const { Suggestions, fetchSuggestions } = useLateSuggestions(field);
  return (
    <Form action="/products" method="get" role="search" className="relative w-full">
      {filters.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor={id} className="sr-only">
        {t("shell.search")}
      </label>
      <div className="search-field">
        <input
          ref={field}
          key={search}
          id={id}
          name="search"
          type="search"
          defaultValue={search}
          maxLength={SEARCH_LENGTH_MAX}
          placeholder={t("shell.searchPlaceholder")}
          autoComplete="off"
          className="input"
          enterKeyHint="search"
          onFocus={fetchSuggestions}
        />
        <div className="search-buttons">
          {search ? (
            <Link
              to={`/products${query}`}
              aria-label={t("shell.searchClear")}
              className="text-muted"
            >
              <Icon name="close" className="size-4" />
            </Link>
          ) : (
            <button
              type="reset"
              aria-label={t("shell.searchClear")}
              onClick={() => field.current?.focus()}
            >
              <Icon name="close" className="size-4" />
            </button>
          )}
          <button type="submit" aria-label={t("shell.search")}>
            <Icon name="search" />
          </button>
        </div>
      </div>
      {Suggestions ? <Suggestions key={search} field={field} /> : null}
    </Form>
  );
}

/** The filters in a listing's query, each once. */
function readFilters(params: URLSearchParams): [name: string, value: string][] {
  return FILTERS.flatMap((name) =>
    [...new Set(params.getAll(name))].map((value): [string, string] => [name, value]),
  );
}

type Field = RefObject<HTMLInputElement | null>;

function useLateSuggestions(field: Field) {
  const [Suggestions, setSuggestions] = useState<ComponentType<{ field: Field }> | null>(null);
  const fetchSuggestions = () => {
    import("./suggestion-list.tsx").then(
      (module) => setSuggestions(() => module.SearchSuggestions),
      () => {},
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; it may have been focused earlier
  useEffect(() => {
    if (document.activeElement === field.current) fetchSuggestions();
  }, []);
  return { Suggestions, fetchSuggestions };
}
