import { useT } from "#app/i18n/i18n.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";

/** The pages to show: first, last, and those around the current one; null is a gap. */
export function listPages(current: number, last: number): (number | null)[] {
  const near = [current - 1, current, current + 1];
  const pages = [...new Set([1, ...near, last])].filter((page) => page >= 1 && page <= last);
  return pages.flatMap((page, index) => {
    const before = pages[index - 1];
    if (before === undefined || page - before === 1) return [page];
    // A single missing page is shown instead of a gap of the same width.
    return page - before === 2 ? [page - 1, page] : [null, page];
  });
}

export function Pagination(props: {
  current: number;
  last: number;
  toPage: (page: number) => string;
}) {
  const { current, last, toPage } = props;
  const t = useT();
  if (last <= 1) return null;
  return (
    <nav aria-label={t("pagination.label")} className="mt-14 flex justify-center">
      <ul className="flex flex-wrap items-center gap-1">
        {current > 1 ? (
          <li>
            <Link
              to={toPage(current - 1)}
              rel="prev"
              aria-label={t("pagination.back")}
              className="page-number"
            >
              <Icon name="left" />
            </Link>
          </li>
        ) : null}
        {listPages(current, last).map((page, index) =>
          page === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap is identified by its position
            <li key={`gap-${index}`} className="page-number text-muted" aria-hidden="true">
              …
            </li>
          ) : (
            <li key={page}>
              <Link
                to={toPage(page)}
                aria-current={page === current ? "page" : undefined}
                aria-label={t("pagination.page", { page })}
                className="page-number"
              >
                {page}
              </Link>
            </li>
          ),
        )}
        {current < last ? (
          <li>
            <Link
              to={toPage(current + 1)}
              rel="next"
              aria-label={t("pagination.on")}
              className="page-number"
            >
              <Icon name="right" />
            </Link>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}
