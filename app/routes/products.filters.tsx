import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { Button } from "#app/components/button.tsx";
import { Icon } from "#app/components/icon.tsx";
import { Form, Link } from "#app/components/link.tsx";
import { useFormat, useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { useShell } from "#app/i18n/shell.ts";
import { LIST_DEBOUNCE_MS, PRODUCT_SORTS } from "#domain/catalog.ts";
import { type ListState, readListState, toListPath } from "./products.query.ts";

type Group = { title: string; url: string; products_count?: number };

/**
 * A GET form: ticking and Apply without scripts; with them a change goes out by itself, 300 ms after
 * the last one (spec §4, §9), and always starts at page 1.
 */
export function ProductFilters({ state }: { state: ListState }) {
  const t = useT();
  const locale = useLocale();
  const navigate = useNavigate();
  const { styles, categories } = useShell();
  const chosenCount = state.styles.length + state.categories.length;
  const formRef = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useSyncedForm(formRef, state);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (!formRef.current) return;
      const values = [...new FormData(formRef.current)].map(([key, value]) => [key, String(value)]);
      const next = readListState(new URLSearchParams(values));
      void navigate(localePath(locale, toListPath(next)), { preventScrollReset: true });
    }, LIST_DEBOUNCE_MS);
  };
  return (
    <Form
      ref={formRef}
      action="/products"
      method="get"
      onChange={send}
      aria-label={t("products.filters")}
    >
      {state.search ? <input type="hidden" name="search" value={state.search} /> : null}
      <label className="block">
        <span className="mb-1.5 block text-sm font-medium">{t("products.sort")}</span>
        <select name="sort" defaultValue={state.sort ?? ""} className="input">
          <option value="">{t("products.sort.newest")}</option>
          {PRODUCT_SORTS.filter((sort) => sort !== "newest").map((sort) => (
            <option key={sort} value={sort}>
              {t(`products.sort.${sort}`)}
            </option>
          ))}
        </select>
      </label>
      <details className="filter-drawer group/drawer mt-3 border-b border-line lg:mt-0 lg:border-0">
        <summary className="min-h-12 items-center gap-2 font-medium">
          {t("products.filters")}
          {chosenCount > 0 ? <span className="text-accent tabular-nums">{chosenCount}</span> : null}
          <Icon
            name="down"
            className="ms-auto size-4 transition-transform group-open/drawer:rotate-180"
          />
        </summary>
        <div className="pb-6 lg:pb-0">
          <Choices legend={t("shell.styles")} name="style" groups={styles} chosen={state.styles} />
          <Choices
            legend={t("shell.categories")}
            name="category"
            groups={categories}
            chosen={state.categories}
          />
        </div>
      </details>
      <Button type="submit" kind="secondary" className="without-js mt-5 w-full">
        {t("products.apply")}
      </Button>
    </Form>
  );
}

function Choices(props: { legend: string; name: string; groups: Group[]; chosen: string[] }) {
  const { legend, name, groups, chosen } = props;
  const format = useFormat();
  if (groups.length === 0) return null;
  return (
    <details open className="group mt-5 border-t border-line pt-2">
      <summary className="flex min-h-11 items-center font-medium">
        {legend}
        <Icon name="down" className="ms-auto size-4 transition-transform group-open:rotate-180" />
      </summary>
      <fieldset>
        <legend className="sr-only">{legend}</legend>
        {groups.map(({ title, url, products_count: count }) => (
          <label key={url} className="flex min-h-10 items-center gap-3">
            <input
              type="checkbox"
              name={name}
              value={url}
              defaultChecked={chosen.includes(url)}
              className="size-5 accent-accent"
            />
            <span className="flex-1">{title}</span>
            {count === undefined ? null : (
              <span className="text-sm text-muted tabular-nums">{format.number(count)}</span>
            )}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

/** After back, forward or a chip the form shows what the URL says, without losing the focus. */
function useSyncedForm(formRef: React.RefObject<HTMLFormElement | null>, state: ListState): void {
  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    for (const element of form.elements) {
      if (element instanceof HTMLInputElement && element.type === "checkbox") {
        const chosen = element.name === "style" ? state.styles : state.categories;
        element.checked = chosen.includes(element.value);
      }
      if (element instanceof HTMLSelectElement) element.value = state.sort ?? "";
    }
  }, [formRef, state]);
}

/** What is filtered by, each to be taken away by itself. */
export function FilterChips({ state }: { state: ListState }) {
  const t = useT();
  const { styles, categories } = useShell();
  const nameOf = (groups: Group[], slug: string) =>
    groups.find((group) => group.url === slug)?.title ?? slug;
  const chips = [
    ...(state.search ? [{ key: "search", text: `“${state.search}”`, change: { search: "" } }] : []),
    ...state.styles.map((slug) => ({
      key: `style-${slug}`,
      text: nameOf(styles, slug),
      change: { styles: state.styles.filter((one) => one !== slug) },
    })),
    ...state.categories.map((slug) => ({
      key: `category-${slug}`,
      text: nameOf(categories, slug),
      change: { categories: state.categories.filter((one) => one !== slug) },
    })),
  ];
  if (chips.length === 0) return null;
  return (
    <ul aria-label={t("products.activeFilters")} className="mb-6 flex flex-wrap items-center gap-2">
      {chips.map(({ key, text, change }) => (
        <li key={key}>
          <Link
            to={toListPath(state, change)}
            preventScrollReset
            className="inline-flex min-h-9 max-w-72 items-center gap-2 rounded-full border border-control px-3 text-sm hover:bg-sunken"
          >
            <span className="truncate">{text}</span>
            <Icon name="close" className="size-3.5" />
            <span className="sr-only">{t("products.removeFilter")}</span>
          </Link>
        </li>
      ))}
      <li>
        <Link to="/products" className="link inline-flex min-h-9 items-center px-2 text-sm">
          {t("products.clear")}
        </Link>
      </li>
    </ul>
  );
}
