import type { ReactNode } from "react";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { StatusFilter } from "./status-filter.tsx";

/** A list of the staff's: its title, a filter by status, the records or why there are none, pages. */
export function StaffList(props: {
  title: string;
  filter?: Parameters<typeof StatusFilter>[0];
  page: { current: number; last: number; toPath: (page: number) => string };
  /** Shown instead of the records, where there are none. */
  empty: ReactNode | null;
  children: ReactNode;
}) {
  const { title, filter, page, empty, children } = props;
  return (
    <section aria-labelledby="staff-list-title">
      <PageTitle title={title} isPrivate />
      <h2 id="staff-list-title" className="mb-4 text-2xl">
        {title}
      </h2>
      {filter ? <StatusFilter {...filter} /> : null}
      {empty ?? children}
      <Pager current={page.current} last={page.last} toPage={page.toPath} />
    </section>
  );
}
