import type { ReactNode } from "react";
import type { QueuePlaceView } from "#app/api-client/staff/reviews.server.ts";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { BackLink } from "#app/staff/back-link.tsx";
import { ShortcutList } from "#app/staff/shortcuts/shortcut-list.tsx";
import { useShortcuts } from "#app/staff/shortcuts/use-shortcuts.ts";
import { buttonClass } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";

/** A row of the queue next to the open record. */
export type QueueItem = { id: string; title: string; note: string; image?: ReactNode };

/**
 * One record of a queue: its neighbours at the side if there is enough space, links to the previous
 * and the next one, and shortcuts for them. `keys` are those of the record's own controls, marked
 * with `data-shortcut`.
 */
export function ReviewQueue(props: {
  /** The list's path without locale, with which the paths of its records begin. */
  path: string;
  listPath: string;
  listTitle: string;
  currentId: string;
  place: QueuePlaceView | null;
  items: readonly QueueItem[];
  keys: readonly { key: string; text: string }[];
  children: ReactNode;
}) {
  const { path, listPath, listTitle, currentId, place, items, keys, children } = props;
  const t = useT();
  const format = useFormat();
  useShortcuts();
  const toRecord = (id: string) => `${path}/${encodeURIComponent(id)}`;
  const steps = [
    { key: "j", text: t("staff_keys.next") },
    { key: "k", text: t("staff_keys.previous") },
  ];
  return (
    <div className="grid gap-x-8 xl:grid-cols-[minmax(0,1fr)_15rem]">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <BackLink to={listPath}>{listTitle}</BackLink>
          {place === null ? null : (
            <nav aria-label={t("staff_reviews.queue")} className="flex items-center gap-3 text-sm">
              <span className="text-muted tabular-nums">
                {t("staff_reviews.position", {
                  position: format.number(place.position),
                  total: format.number(place.total),
                })}
              </span>
              <Step to={place.previous && toRecord(place.previous)} rel="prev" shortcut="k">
                {t("staff_keys.previous")}
              </Step>
              <Step to={place.next && toRecord(place.next)} rel="next" shortcut="j">
                {t("staff_keys.next")}
              </Step>
            </nav>
          )}
        </div>
        {children}
        <ShortcutList keys={place === null ? keys : [...steps, ...keys]} />
      </div>
      {items.length > 1 ? (
        <nav
          aria-label={listTitle}
          className="sticky top-24 hidden max-h-[80dvh] self-start overflow-y-auto xl:block"
        >
          <ul className="card divide-y divide-line text-sm">
            {items.map(({ id, title, note, image }) => (
              <li key={id}>
                <Link
                  to={toRecord(id)}
                  aria-current={id === currentId ? "true" : undefined}
                  className="current-chip flex min-h-11 items-center gap-3 px-3 py-2 hover:bg-sunken aria-[current=true]:bg-sunken aria-[current=true]:font-medium"
                >
                  {image}
                  <span className="min-w-0">
                    <bdi className="line-clamp-2 wrap-anywhere">{title}</bdi>
                    <span className="block text-muted">{note}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
    </div>
  );
}

function Step(props: {
  to: string | null;
  rel: "prev" | "next";
  shortcut: string;
  children: string;
}) {
  const { to, rel, shortcut, children } = props;
  if (to === null) return null;
  return (
    <Link
      to={to}
      rel={rel}
      data-shortcut={shortcut}
      className={buttonClass({ kind: "secondary", size: "small" })}
    >
      {rel === "prev" ? <Icon name="left" className="size-4" /> : null}
      {children}
      {rel === "next" ? <Icon name="right" className="size-4" /> : null}
    </Link>
  );
}
