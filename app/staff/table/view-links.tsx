import { useRouteLoaderData } from "react-router";
import type { SavedViewView } from "#app/api-client/staff/views.server.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { normalizeViewQuery } from "#domain/saved-views.ts";

/**
 * The person's saved views of a list, and the link to save the current one. Empty if the server
 * does not store any.
 */
export function ViewLinks({ path, query }: { path: string; query: string }) {
  const t = useT();
  const all = useRouteLoaderData<{ views?: SavedViewView[] | null }>("staff")?.views;
  if (!all) return null;
  const views = all.filter(({ list }) => list === path);
  const current = normalizeViewQuery(query);
  const open = views.find((view) => view.query === current);
  if (views.length === 0 && current === "") return null;
  const toSave = `/staff/views?${new URLSearchParams({ list: path, query: current })}`;
  return (
    <nav
      aria-label={t("staff_views.title")}
      className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm"
    >
      {views.length > 0 ? (
        <ul className="contents">
          {views.map((view) => (
            <li key={view.id} className="min-w-0">
              <Link
                to={`${path}?${view.query}`}
                aria-current={view === open ? "page" : undefined}
                className="current-chip inline-flex min-h-9 items-center rounded-control border border-line px-3 wrap-anywhere hover:border-ink aria-[current=page]:border-ink aria-[current=page]:font-medium"
              >
                <bdi>{view.name}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {open ? (
        <Link to={`/staff/views?id=${encodeURIComponent(open.id)}`} className={LINK}>
          {t("staff_views.change")}
        </Link>
      ) : null}
      {!open && current !== "" ? (
        <Link to={toSave} className={LINK}>
          {t("staff_views.save")}
        </Link>
      ) : null}
    </nav>
  );
}

const LINK = "link inline-flex min-h-9 items-center";
