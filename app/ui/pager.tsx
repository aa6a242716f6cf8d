import { useT } from "#app/i18n/i18n.tsx";
import { buttonClass } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";

/** The neighbouring pages of a history: back is newer, on is older. */
export function HistoryPager(props: { path: string; newer: string | null; older: string | null }) {
  const { path, newer, older } = props;
  return (
    <PagerLinks
      back={newer === null ? null : `${path}?after=${encodeURIComponent(newer)}`}
      on={older === null ? null : `${path}?before=${encodeURIComponent(older)}`}
    />
  );
}

/**
 * Two links with plain URLs: they work without scripts. `backText` for a back link that skips
 * pages.
 */
export function PagerLinks(props: { back: string | null; on: string | null; backText?: string }) {
  const { back, on, backText } = props;
  const t = useT();
  if (back === null && on === null) return null;
  const linkClass = buttonClass({ kind: "secondary" });
  return (
    <nav aria-label={t("pagination.label")} className="mt-8 flex items-center gap-4">
      {back !== null ? (
        <Link to={back} rel="prev" className={linkClass}>
          <Icon name="left" className="size-4" />
          {backText ?? t("pagination.back")}
        </Link>
      ) : null}
      {on !== null ? (
        <Link to={on} rel="next" className={`${linkClass} ms-auto`}>
          {t("pagination.on")}
          <Icon name="right" className="size-4" />
        </Link>
      ) : null}
    </nav>
  );
}
