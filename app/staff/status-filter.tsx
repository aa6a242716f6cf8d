import type { MouseEvent } from "react";
import { useFormat } from "#app/i18n/i18n.tsx";
import { Link } from "#app/ui/base/link.tsx";

/** Filter links by status, with the current one marked. */
export function StatusFilter(props: {
  label: string;
  /** Without a count if the server reports none. */
  choices: readonly { to: string; text: string; isCurrent: boolean; count?: number }[];
  /** Called before a link is followed, if scripts run; it may prevent that. */
  onFollow?: (event: MouseEvent, to: string) => void;
}) {
  const { onFollow } = props;
  const format = useFormat();
  return (
    <nav aria-label={props.label} className="mb-6">
      <ul className="flex flex-wrap gap-2">
        {props.choices.map(({ to, text, isCurrent, count }) => (
          <li key={to}>
            <Link
              to={to}
              preventScrollReset
              onClick={onFollow && ((event) => onFollow(event, to))}
              aria-current={isCurrent ? "page" : undefined}
              className="current-chip inline-flex min-h-11 items-center rounded-control border border-control px-4 text-sm hover:border-ink aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-canvas"
            >
              {text}
              {count === undefined ? null : (
                <span className="ms-2 tabular-nums opacity-70">{format.number(count)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
