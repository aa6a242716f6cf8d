import type { ReactNode } from "react";
import { useT } from "#app/i18n/i18n.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { Form } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PagerLinks } from "#app/ui/pager.tsx";
import { STAFF_SEARCH_LENGTH_MAX } from "#domain/staff-search.ts";
import type { ListSearch } from "./read-search.ts";
import { StatusFilter } from "./status-filter.tsx";

/**
 * A long list that is searched by one field, filtered by a state and paged by key. All of it is in
 * the address, so that it works without scripts and can be passed on.
 */
export function SearchList<State extends string>(props: {
  title: string;
  path: string;
  hint: string;
  search: ListSearch<State>;
  states: readonly { state: State | null; text: string }[];
  page: { newer: string | null; older: string | null };
  isEmpty: boolean;
  children: ReactNode;
}) {
  const { title, path, hint, search, states, page, isEmpty, children } = props;
  const t = useT();
  const toPath = (change: Record<string, string | null>) => {
    const given = Object.entries({ ...search, ...change });
    const query = new URLSearchParams(
      given.flatMap(([name, value]) => (value ? [[name, value]] : [])),
    );
    return query.size === 0 ? path : `${path}?${query}`;
  };
  return (
    <section aria-labelledby="search-list-title">
      <PageTitle title={title} isPrivate />
      <h2 id="search-list-title" className="mb-5 text-3xl">
        {title}
      </h2>
      <Form method="get" action={path} role="search" aria-label={title} className="mb-5">
        <label htmlFor="staff-search" className="mb-1.5 block font-medium">
          {t("staff_orders.search")}
        </label>
        <div className="flex gap-3">
          <input
            id="staff-search"
            key={search.q}
            type="search"
            name="q"
            defaultValue={search.q}
            maxLength={STAFF_SEARCH_LENGTH_MAX}
            aria-describedby="staff-search-hint"
            autoComplete="off"
            className="input min-w-0 flex-1"
          />
          {search.state === null ? null : <input type="hidden" name="state" value={search.state} />}
          <Button type="submit">{t("staff_orders.find")}</Button>
        </div>
        <p id="staff-search-hint" className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      </Form>
      <StatusFilter
        label={t("payments.status")}
        choices={states.map(({ state, text }) => ({
          to: toPath({ state }),
          text,
          isCurrent: state === search.state,
        }))}
      />
      {isEmpty ? <EmptyState title={t("staff_orders.none_found")} /> : children}
      <PagerLinks
        back={page.newer === null ? null : toPath({ after: page.newer })}
        on={page.older === null ? null : toPath({ before: page.older })}
      />
    </section>
  );
}
