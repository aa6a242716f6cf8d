import type { MouseEvent, ReactNode } from "react";
import type { ReasonView } from "#app/api-client/staff/reviews.server.ts";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { Link } from "#app/ui/base/link.tsx";

type ReasonsProps = {
  reasons: readonly ReasonView[];
  /** The record's path without the locale. */
  path: string;
  /** The name of the field that a reason fills. */
  field: string;
};

const LOOK =
  "inline-flex min-h-9 items-center rounded-control border border-control px-3 hover:border-ink";

/**
 * The shop's reusable reasons. Each fills the field with this name in the surrounding form; without
 * scripts it is a link to the screen with the field filled in, which loses what was typed in other
 * fields.
 */
export function ReasonLinks({ reasons, path, field }: ReasonsProps) {
  return (
    <ReasonRow>
      {reasons.map(({ id, title, body, locale }) => (
        <Link
          key={id}
          to={`${path}?reason=${encodeURIComponent(id)}`}
          preventScrollReset
          onClick={(event) => fill(event, field, body)}
          lang={locale}
          title={body}
          className={LOOK}
        >
          <bdi>{title}</bdi>
        </Link>
      ))}
    </ReasonRow>
  );
}

/**
 * The same for a form with more fields: without scripts each is a button of the form, which sends
 * the typed values to the action's form "reason".
 */
export function ReasonButtons({ reasons, path, field }: ReasonsProps) {
  const action = `${localePath(useLocale(), path)}?form=reason`;
  return (
    <ReasonRow>
      {reasons.map(({ id, title, body, locale }) => (
        <button
          key={id}
          type="submit"
          name="pick"
          value={id}
          formAction={action}
          formNoValidate
          onClick={(event) => fill(event, field, body)}
          lang={locale}
          title={body}
          className={LOOK}
        >
          <bdi>{title}</bdi>
        </button>
      ))}
    </ReasonRow>
  );
}

function ReasonRow({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2 text-sm">
      {children}
      <Link to="/staff/reasons" className="link inline-flex min-h-9 items-center text-muted">
        {t("staff_reasons.edit")}
      </Link>
    </div>
  );
}

/** Fills the field in place; if there is none, the browser follows the link or the button. */
function fill(event: MouseEvent<HTMLElement>, field: string, text: string): void {
  const control = event.currentTarget.closest("form")?.elements.namedItem(field);
  if (!(control instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  control.value = text;
  control.dispatchEvent(new Event("input", { bubbles: true }));
  control.focus();
}
