import { useT } from "#app/i18n/i18n.tsx";
import { buttonClass } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";

/**
 * One page back, one page on: for the team's lists. Pagination belongs to the shop's listing, whose
 * first load would grow if it were shared.
 */
export function Pager(props: { current: number; last: number; toPage: (page: number) => string }) {
  const { current, last, toPage } = props;
  const t = useT();
  if (last <= 1 && current <= 1) return null;
  const linkClass = buttonClass({ kind: "secondary" });
  return (
    <nav aria-label={t("pagination.label")} className="mt-8 flex items-center gap-4">
      {current > 1 ? (
        <Link to={toPage(current - 1)} rel="prev" className={linkClass}>
          <Icon name="left" className="size-4" />
          {t("pagination.back")}
        </Link>
      ) : null}
      {current < last ? (
        <Link to={toPage(current + 1)} rel="next" className={linkClass}>
          {t("pagination.on")}
          <Icon name="right" className="size-4" />
        </Link>
      ) : null}
    </nav>
  );
}
