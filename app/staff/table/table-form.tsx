import { useId } from "react";
import { useT } from "#app/i18n/i18n.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { Form } from "#app/ui/base/link.tsx";
import { listOrders, type OwnOrder, type TableQuery } from "./table-path.ts";

/** A select, or a date field if there are no choices. */
export type TableFilter = {
  /** The name of the query parameter. */
  name: string;
  label: string;
  /** The form adds a first choice for all records. */
  choices?: readonly { value: string; text: string }[];
  /** The default, for a list that always has one of the choices. */
  fallback?: string;
};

type Sort = { name: string; text: string };

/** Search, filters and sort as one GET form: all state is in the URL, with or without scripts. */
export function TableForm(props: {
  path: string;
  query: TableQuery;
  search?: string;
  hint?: string;
  /** The parameter of the list's tabs, which a search keeps. */
  tab?: string;
  filters: readonly TableFilter[];
  sorts: readonly Sort[];
  order?: OwnOrder;
}) {
  const { path, query, search, hint, tab, filters, sorts, order } = props;
  const t = useT();
  const hintId = useId();
  if (search === undefined && filters.length === 0 && sorts.length === 0) return null;
  return (
    <Form
      method="get"
      action={path}
      // The fields show the URL's values, even after following a link.
      key={JSON.stringify(query)}
      role="search"
      aria-labelledby="staff-table-title"
      className="mt-4 grid grid-cols-2 items-end gap-3 text-sm sm:flex sm:flex-wrap"
    >
      {tab && query[tab] ? <input type="hidden" name={tab} value={query[tab]} /> : null}
      {search === undefined ? null : (
        <label className="col-span-2 min-w-48 flex-1">
          <span className="block pb-1 text-muted">{search}</span>
          <input
            type="search"
            name="q"
            defaultValue={query.q}
            maxLength={200}
            autoComplete="off"
            aria-describedby={hint ? hintId : undefined}
            className={FIELD}
          />
        </label>
      )}
      {filters.map((filter) => (
        <Filter key={filter.name} filter={filter} value={query[filter.name]} />
      ))}
      {order ? (
        <div className="md:hidden">
          <Filter
            filter={{
              name: "sort",
              label: t("staff_table.order"),
              choices: listOrders(sorts, order),
              fallback: "",
            }}
            value={query.sort === order.sort ? "" : query.sort}
          />
        </div>
      ) : null}
      <Button type="submit" kind="secondary">
        {t("staff_table.show")}
      </Button>
      {hint ? (
        <p id={hintId} className="col-span-2 w-full text-muted">
          {hint}
        </p>
      ) : null}
    </Form>
  );
}

function Filter({ filter, value: chosen }: { filter: TableFilter; value?: string }) {
  const t = useT();
  const { name, label, choices, fallback } = filter;
  const value = chosen ?? fallback ?? "";
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block pb-1 text-muted">
        {label}
      </label>
      {choices ? (
        <select id={id} name={name} defaultValue={value} className={FIELD}>
          {fallback === undefined ? <option value="">{t("staff_table.all")}</option> : null}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.text}
            </option>
          ))}
        </select>
      ) : (
        <input id={id} type="date" name={name} defaultValue={value} className={FIELD} />
      )}
    </div>
  );
}

const FIELD = "input";
