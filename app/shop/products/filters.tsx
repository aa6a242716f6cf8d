import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { useNavigate, useNavigationType } from "react-router";
import { useCurrencyName, useFormat, useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { TextIn } from "#app/i18n/text-in.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Form } from "#app/ui/base/link.tsx";
import { showOffline } from "#app/ui/base/toast-region.tsx";
import { LIST_DEBOUNCE_MS, listSorts } from "#domain/catalog.ts";
import { type ListState, readListState, toListPath } from "./list-query.ts";
import type { Listing } from "./products.server.ts";

type Group = { title: string; titleLanguage?: string; url: string };

type FilterProps = Pick<Listing, "state" | "counts" | "length" | "wrongPrices">;

/**
 * A GET form: works with checkboxes and Apply without scripts; with them a change is submitted
 * automatically, 300 ms after the last one (spec §4, §9), and always starts at page 1.
 */
export function ProductFilters(props: FilterProps) {
  const { state } = props;
  const t = useT();
  const formRef = useRef<HTMLFormElement>(null);
  const send = useSentFilters(formRef, state);
  return (
    <Form
      ref={formRef}
      action="/products"
      method="get"
      // A browser that restores form values would show filters that do not match the list.
      autoComplete="off"
      onChange={send}
      aria-label={t("products.filters")}
      className="filter-form"
    >
      {state.search ? <input type="hidden" name="search" value={state.search} /> : null}
      <SortField state={state} />
      <FilterDrawer {...props} />
    </Form>
  );
}

function SortField({ state }: Pick<FilterProps, "state">) {
  const t = useT();
  const [ownSort = "newest", ...otherSorts] = listSorts(state.search);
  return (
    <div className="filter-sort">
      <label htmlFor="sort">{t("products.sort")}</label>
      {/* Apply is next to the field, so nothing below moves when scripts hide it. */}
      <div>
        <select id="sort" name="sort" defaultValue={state.sort ?? ""} className="input">
          <option value="">{t(`products.sort.${ownSort}`)}</option>
          {otherSorts.map((sort) => (
            <option key={sort} value={sort}>
              {t(`products.sort.${sort}`)}
            </option>
          ))}
        </select>
        <ApplyButton className="lg:hidden" />
      </div>
    </div>
  );
}

function FilterDrawer({ state, counts, length, wrongPrices }: FilterProps) {
  const t = useT();
  const { styles, categories, settings } = useLayoutData();
  const { styles: chosenStyles, categories: chosenCategories, priceMin, priceMax } = state;
  const chosen = [...chosenStyles, ...chosenCategories, priceMin, priceMax].filter(Boolean);
  // An invalid price must be visible; otherwise only the user opens and closes it.
  const [isOpenAtFirst] = useState(wrongPrices.length > 0 || undefined);
  return (
    <details open={isOpenAtFirst} className="filter-drawer">
      <summary>
        {t("products.filters")}
        {chosen.length > 0 ? (
          <span className="text-accent tabular-nums">{chosen.length}</span>
        ) : null}
        <Icon name="down" className="summary-arrow" />
      </summary>
      <div>
        <Choices
          legend={t("shell.styles")}
          name="style"
          groups={styles}
          chosen={chosenStyles}
          counts={counts.styles}
        />
        <Choices
          legend={t("shell.categories")}
          name="category"
          groups={categories}
          chosen={chosenCategories}
          counts={counts.categories}
        />
        {settings.hasPriceFilter ? <PriceRange {...{ state, wrongPrices }} /> : null}
        <div className="filter-foot">
          <ApplyButton className="w-full" />
          <Button type="button" className="needs-js w-full lg:hidden" onClick={closeDrawer}>
            {length.show}
          </Button>
        </div>
      </div>
    </details>
  );
}

function ApplyButton({ className }: { className: string }) {
  const t = useT();
  return (
    <Button type="submit" kind="secondary" className={`without-js ${className}`}>
      {t("products.apply")}
    </Button>
  );
}

/**
 * Returns a function to call on a change: shortly afterwards it navigates to the list with the
 * form's filters.
 */
function useSentFilters(formRef: RefObject<HTMLFormElement | null>, state: ListState): () => void {
  const locale = useLocale();
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = useRef(state);
  shown.current = state;
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (!formRef.current) return;
      // Links report this themselves (layout/lazy/page-behaviour.tsx).
      if (!navigator.onLine) {
        showState(formRef.current, shown.current, true);
        return showOffline();
      }
      const next = readForm(formRef.current);
      const replace = isPriceTyped(next);
      void navigate(localePath(locale, toListPath(next)), { preventScrollReset: true, replace });
    }, LIST_DEBOUNCE_MS);
  };
  useSyncedForm(formRef, state, { timer, send });
  return send;
}

function readForm(form: HTMLFormElement): ListState {
  const values = [...new FormData(form)].map(([key, value]) => [key, String(value)]);
  return readListState(new URLSearchParams(values));
}

/** A price is typed digit by digit, which should be one history entry, not three. */
function isPriceTyped(next: ListState): boolean {
  const last = readListState(new URLSearchParams(window.location.search));
  return PRICE_FIELDS.some(({ key }) => last[key] && next[key] && last[key] !== next[key]);
}

/** Leads from the drawer, which is longer than a phone's window, to the list below it. */
function closeDrawer({ currentTarget }: MouseEvent) {
  const summary = currentTarget.closest("details")?.querySelector("summary");
  summary?.click();
  summary?.focus();
}

const PRICE_FIELDS = [
  { name: "price_min", key: "priceMin", label: "products.priceFrom" },
  { name: "price_max", key: "priceMax", label: "products.priceTo" },
] as const;

/**
 * Minimum and maximum in the internal currency; typed text stays, with an error if it is not an
 * amount.
 */
function PriceRange({ state, wrongPrices }: Pick<Listing, "state" | "wrongPrices">) {
  const t = useT();
  const currency = useCurrencyName();
  const isWrong = wrongPrices.length > 0;
  return (
    <Section legend={t("products.price", { currency })}>
      <div className="filter-prices">
        {PRICE_FIELDS.map(({ name, key, label }) => (
          <label key={name}>
            <span>{t(label)}</span>
            <input
              name={name}
              defaultValue={state[key]}
              inputMode="decimal"
              maxLength={12}
              aria-invalid={wrongPrices.includes(key) || undefined}
              aria-describedby={isWrong ? "price-error" : undefined}
              className="input"
            />
          </label>
        ))}
      </div>
      {isWrong ? (
        <p id="price-error" role="alert" className="text-sm text-negative">
          {t("errors.amount_invalid")}
        </p>
      ) : null}
    </Section>
  );
}

function Choices(props: {
  legend: string;
  name: string;
  groups: Group[];
  chosen: string[];
  counts: Record<string, number | null>;
}) {
  const { legend, name, groups, chosen, counts } = props;
  const isChosen = (url: string) => chosen.includes(url);
  const format = useFormat();
  if (groups.length === 0) return null;
  return (
    <Section legend={legend}>
      {groups.map(({ title, titleLanguage, url }) => {
        const count = counts[url] ?? null;
        return (
          <label key={url} className="filter-choice">
            <input
              type="checkbox"
              // Checking it would give no results; a checked one can always be unchecked.
              disabled={count === 0 && !isChosen(url)}
              name={name}
              value={url}
              defaultChecked={isChosen(url)}
            />
            <span>
              <TextIn language={titleLanguage}>{title}</TextIn>
            </span>
            {count === null ? null : <span>{format.number(count)}</span>}
          </label>
        );
      })}
    </Section>
  );
}

function Section({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <details open className="filter-section">
      <summary>
        {legend}
        <Icon name="down" className="summary-arrow" />
      </summary>
      <fieldset>
        <legend className="sr-only">{legend}</legend>
        {children}
      </fieldset>
    </details>
  );
}

/**
 * After Back, Forward or a chip the form shows the URL's state without losing the focus. Changes
 * made before scripts ran are submitted (`send`). A list that arrives while a change is pending
 * (`timer`) is outdated, because the form is ahead of it.
 */
function useSyncedForm(
  formRef: RefObject<HTMLFormElement | null>,
  state: ListState,
  change: { timer: RefObject<ReturnType<typeof setTimeout> | undefined>; send: () => void },
): void {
  const { timer, send } = change;
  const isStep = useNavigationType() === "POP";
  const synced = useRef(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `send` changes in each render.
  useEffect(() => {
    if (synced.current === state) {
      if (formRef.current && isChanged(formRef.current)) send();
      return;
    }
    // Reloaded data, for example after a heart, is a different object with the same list.
    const isOtherList = toListPath(synced.current) !== toListPath(state);
    synced.current = state;
    if (!isStep && isOtherList) showListHead(formRef.current);
    if (timer.current !== undefined && !isStep) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    // A user who is still typing is ahead of the URL.
    if (formRef.current) showState(formRef.current, state, isStep);
  }, [formRef, timer, state, isStep]);
}

/** Shows a list's filters and order in the form; in the focused field only if `isAll`. */
function showState(form: HTMLFormElement, state: ListState, isAll: boolean): void {
  const chosen: Record<string, string[]> = { style: state.styles, category: state.categories };
  const typed: Record<string, string> = {
    sort: state.sort ?? "",
    price_min: state.priceMin,
    price_max: state.priceMax,
  };
  for (const field of form.querySelectorAll<HTMLInputElement>("[name]")) {
    const { name } = field;
    field.checked = chosen[name]?.includes(field.value) ?? false;
    if (isAll || field !== document.activeElement) field.value = typed[name] ?? field.value;
  }
}

/**
 * The position below the header at which the head of a list is visible: the scroll padding of
 * app.css.
 */
const HEAD_PX = 96;

/**
 * Scrolls back to the head of a list that was scrolled while its filters stayed visible beside it.
 * If the filters scroll with the page, the visitor and the focus stay where they are.
 */
function showListHead(form: HTMLFormElement | null): void {
  if (!form || getComputedStyle(form).position !== "sticky") return;
  const list = form.nextElementSibling;
  if (list && list.getBoundingClientRect().top < HEAD_PX) list.scrollIntoView();
}

/** Whether its fields differ from the server's initial values. */
function isChanged(form: HTMLFormElement): boolean {
  return [...form.elements].some((field) => {
    if (field instanceof HTMLSelectElement) {
      return [...field.options].some((option) => option.selected !== option.defaultSelected);
    }
    if (!(field instanceof HTMLInputElement)) return false;
    return field.checked !== field.defaultChecked || field.value !== field.defaultValue;
  });
}
