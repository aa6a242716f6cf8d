import type { ReactNode, RefObject } from "react";
import { useT } from "#app/i18n/i18n.tsx";
import { ShortcutList } from "#app/staff/shortcuts/shortcut-list.tsx";
import { useShortcuts } from "#app/staff/shortcuts/use-shortcuts.ts";
import { StatusFilter } from "#app/staff/status-filter.tsx";
import { ViewLinks } from "#app/staff/table/view-links.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PagerLinks } from "#app/ui/pager.tsx";
import { type TableFilter, TableForm } from "./table-form.tsx";
import { nextSort, type OwnOrder, type TableQuery, toTablePath } from "./table-path.ts";
import { useRowKeys } from "./use-row-keys.ts";

export type StaffColumn<Row> = {
  title: string;
  /** The sort key of this column, if sortable: "name", or "-name" descending. */
  sort?: string;
  isNumber?: boolean;
  /**
   * For short texts of ours, such as a status, a date or a button: the column is never narrower
   * than their longest word. In other columns words that are longer than the column may break.
   */
  keepsWords?: boolean;
  /** For sentences: on phones shown below the column's name instead of next to it. */
  isProse?: boolean;
  render(row: Row): ReactNode;
};

export type TableTabs = {
  /** The name of the query parameter. */
  name: string;
  label: string;
  /** The value is null for the choice without the parameter in the URL. */
  choices: readonly { value: string | null; text: string; count?: number }[];
  current: string | null;
};

type TableKey = { key: string; text: string };

/**
 * A staff list: search, filters and sort in the URL (a plain GET form), one row per record, cards
 * on phones, and links to the neighbouring pages. The first column contains the link to the record;
 * j and k move between records, / focuses the search.
 */
export function StaffTable<Row>(props: {
  title: string;
  /** The screen's path without locale, and its query. */
  path: string;
  query: TableQuery;
  /** The label of the search field, which is called `q`; without it there is no field. */
  search?: string;
  /** Explains what the search covers. */
  hint?: string;
  /** Statuses as a row of links, above the form. */
  tabs?: TableTabs;
  filters?: readonly TableFilter[];
  columns: readonly StaffColumn<Row>[];
  /** The default order; only for sortable lists. */
  order?: OwnOrder;
  rows: readonly Row[];
  keyOf(row: Row): string;
  /** Query changes that lead to the neighbouring pages. */
  back?: Record<string, string> | null;
  on?: Record<string, string> | null;
  /** Shown next to the form: an export, a link to create a record. */
  actions?: ReactNode;
  /** Message for an empty list; with a search or a filter the message says that nothing matches. */
  empty: string;
  emptyHint?: string;
  /** Additional shortcuts, for elements with `data-shortcut`. */
  keys?: readonly TableKey[];
  /** Shown below the list: the time zone. */
  note?: string;
  hasErrors?: boolean;
  /** Shown above the list: the source of its records. */
  children?: ReactNode;
}) {
  const { title, path, query, search, hint, tabs, filters = [], columns, rows, keyOf } = props;
  const { back = null, on = null, actions, empty, emptyHint, note, hasErrors } = props;
  const { keys = [], order } = props;
  const body = useRowKeys();
  useShortcuts();
  const sorts = columns.flatMap((column) =>
    column.sort ? [{ name: column.sort, text: column.title }] : [],
  );
  const isNarrowed = [...filters.map(({ name }) => name), "q"].some((name) => query[name]);
  return (
    <section aria-labelledby="staff-table-title">
      <PageTitle title={title} hasErrors={hasErrors} isPrivate />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 id="staff-table-title" className="text-2xl">
          {title}
        </h1>
        {actions}
      </div>
      {props.children}
      {tabs ? <Tabs {...{ tabs, path, query }} /> : null}
      <TableForm {...{ path, query, search, hint, tab: tabs?.name, filters, sorts, order }} />
      <ViewLinks path={path} query={toViewQuery(query)} />
      {rows.length === 0 ? (
        <NoRows path={path} isNarrowed={isNarrowed} title={empty} text={emptyHint} />
      ) : (
        <Rows body={body} {...{ title, path, query, columns, rows, keyOf }} />
      )}
      {note && rows.length > 0 ? <p className="mt-3 text-sm text-muted">{note}</p> : null}
      {rows.length > 1 || keys.length > 0 ? (
        <Shortcuts hasSearch={search !== undefined} keys={keys} />
      ) : null}
      <PagerLinks
        back={back && toTablePath(path, query, back)}
        on={on && toTablePath(path, query, on)}
      />
    </section>
  );
}

/** The list's query without its path. */
const toViewQuery = (query: TableQuery) => toTablePath("", query).slice(1);

function Tabs(props: { tabs: TableTabs; path: string; query: TableQuery }) {
  const { tabs, path, query } = props;
  const { name, label, choices, current } = tabs;
  return (
    <div className="mt-4">
      <StatusFilter
        label={label}
        choices={choices.map(({ value, text, count }) => ({
          to: toTablePath(path, query, { [name]: value }),
          text,
          count,
          isCurrent: value === current,
        }))}
      />
    </div>
  );
}

/** Says that the list is empty, or that nothing matches the search or filter. */
function NoRows(props: { path: string; isNarrowed: boolean; title: string; text?: string }) {
  const { path, isNarrowed, title, text } = props;
  const t = useT();
  if (!isNarrowed) return <EmptyState title={title} text={text} />;
  return (
    <EmptyState title={t("staff_table.nothing_fits")}>
      <Link to={path} className="link">
        {t("staff_table.show_all")}
      </Link>
    </EmptyState>
  );
}

/** j and k, / if there is a search field, and the list's own keys. */
function Shortcuts({ hasSearch, keys }: { hasSearch: boolean; keys: readonly TableKey[] }) {
  const t = useT();
  return (
    <ShortcutList
      keys={[
        { key: "j", text: t("staff_keys.next") },
        { key: "k", text: t("staff_keys.previous") },
        ...(hasSearch ? [{ key: "/", text: t("staff_orders.search") }] : []),
        ...keys,
      ]}
    />
  );
}

/** The records, if there are any. */
function Rows<Row>(props: {
  body: RefObject<HTMLTableSectionElement | null>;
  title: string;
  path: string;
  query: TableQuery;
  columns: readonly StaffColumn<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
}) {
  const { body, title, path, query, columns, rows, keyOf } = props;
  return (
    <table className="card mt-4 block w-full border-collapse text-sm md:table">
      <caption className="sr-only">{title}</caption>
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr>
          {columns.map((column) => (
            <HeadCell key={column.title} {...{ column, path, query }} />
          ))}
        </tr>
      </thead>
      <tbody ref={body} className="block md:table-row-group">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className="block border-b border-line px-4 py-2 last:border-b-0 focus-within:bg-sunken hover:bg-sunken md:table-row md:border-t md:border-b-0 md:p-0"
          >
            {columns.map((column, index) => (
              <BodyCell key={column.title} column={column} row={row} isHead={index === 0} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function HeadCell<Row>(props: { column: StaffColumn<Row>; path: string; query: TableQuery }) {
  const { column, path, query } = props;
  const { title, sort, isNumber } = column;
  const isUp = sort !== undefined && query.sort === sort;
  const isDown = sort !== undefined && query.sort === `-${sort}`;
  return (
    <th
      scope="col"
      aria-sort={isUp ? "ascending" : isDown ? "descending" : undefined}
      className={`eyebrow px-3 py-2 font-medium first:ps-4 last:pe-4 ${isNumber ? "text-end" : "text-start"}`}
    >
      {sort === undefined ? (
        title
      ) : (
        <Link
          to={toTablePath(path, query, { sort: nextSort(query.sort, sort) })}
          preventScrollReset
          className="inline-flex min-h-6 items-center gap-1 hover:text-ink"
        >
          {title}
          <span aria-hidden="true" className="empty:hidden">
            {isUp ? "↑" : isDown ? "↓" : ""}
          </span>
        </Link>
      )}
    </th>
  );
}

/**
 * A table makes a column at least as wide as its narrowest content, which is a single letter if the
 * text may break anywhere. With a minimum width only longer words break.
 */
const toWrapping = (keepsWords = false) =>
  keepsWords ? "wrap-break-word" : "wrap-anywhere md:min-w-28 xl:min-w-36";

/** On phones the first cell is the card's heading, and the others follow with their names. */
function BodyCell<Row>(props: { column: StaffColumn<Row>; row: Row; isHead: boolean }) {
  const { column, row, isHead } = props;
  const { title, isNumber, keepsWords, isProse, render } = column;
  if (isHead) {
    return (
      <td
        className={`block pt-1 pb-1.5 md:table-cell md:px-3 md:py-2 md:ps-4 md:align-top ${toWrapping(keepsWords)}`}
      >
        {render(row)}
      </td>
    );
  }
  return (
    <td
      className={`${isProse ? "block" : "flex items-baseline justify-between gap-4"} py-0.5 max-md:has-[>:last-child:empty]:hidden md:table-cell md:px-3 md:py-2 md:align-top md:last:pe-4 ${
        isNumber ? "tabular-nums md:text-end md:whitespace-nowrap" : toWrapping(keepsWords)
      }`}
    >
      <span
        aria-hidden="true"
        className={`text-muted md:hidden ${isProse ? "block" : "flex-none"}`}
      >
        {title}
      </span>
      <span
        className={`min-w-0 ${isProse ? "" : "text-end"} [&_time]:wrap-normal md:[&_.button]:whitespace-nowrap ${isNumber ? "" : "md:text-start"}`}
      >
        {render(row)}
      </span>
    </td>
  );
}
