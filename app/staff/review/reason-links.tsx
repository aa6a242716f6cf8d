import type { MouseEvent } from "react";
import type { ReasonView } from "#app/api-client/staff/reviews.server.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { Link } from "#app/ui/base/link.tsx";

/**
 * The shop's reusable reasons. Each fills the field with this name in the surrounding form; without
 * scripts it is a link to the screen with the field filled.
 */
export function ReasonLinks(props: {
  reasons: readonly ReasonView[];
  /** The record's path has no locale. */
  path: string;
  field: string;
}) {
  const { reasons, path, field } = props;
  const t = useT();
  const fill = (event: MouseEvent<HTMLAnchorElement>, text: string) => {
    const control = event.currentTarget.closest("form")?.elements.namedItem(field);
    if (!(control instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    control.value = text;
    control.dispatchEvent(new Event("input", { bubbles: true }));
    control.focus();
  };
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2 text-sm">
      {reasons.map(({ id, title, body, locale }) => (
        <Link
          key={id}
          to={`${path}?reason=${encodeURIComponent(id)}`}
          preventScrollReset
          onClick={(event) => fill(event, body)}
          lang={locale}
          title={body}
          className="inline-flex min-h-9 items-center rounded-control border border-control px-3 hover:border-ink"
        >
          <bdi>{title}</bdi>
        </Link>
      ))}
      <Link to="/staff/reasons" className="link inline-flex min-h-9 items-center text-muted">
        {t("staff_reasons.edit")}
      </Link>
    </div>
  );
}
