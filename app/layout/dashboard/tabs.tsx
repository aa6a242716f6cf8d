import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useT } from "#app/i18n/i18n.tsx";
import { NavLink } from "#app/ui/base/link.tsx";

/** `end`: only this exact URL, and none below it, belongs to the tab. */
export type Tab = { to: string; text: string; end?: boolean };

/**
 * The screens of one frame as tabs; the open one is marked and scrolled into view. `text` is a key
 * of the locales.
 */
export function Tabs(props: { label: string; tabs: readonly Tab[]; className: string }) {
  const { label, tabs, className } = props;
  const t = useT();
  const row = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open tab changes with the page
  useEffect(() => {
    const list = row.current;
    const open = list?.querySelector("[aria-current=page]");
    if (!list || !open) return;
    const [frame, tab] = [list.getBoundingClientRect(), open.getBoundingClientRect()];
    list.scrollLeft += (tab.left + tab.right - frame.left - frame.right) / 2;
  }, [pathname]);
  return (
    <nav aria-label={label} data-scripts="idle" className={`border-b border-line ${className}`}>
      <ul
        ref={row}
        className="tab-row relative -mb-px flex gap-x-5 text-sm md:gap-x-4 lg:gap-x-8 lg:text-base"
      >
        {tabs.map(({ to, text, end = false }) => (
          <li key={to} className="flex-none">
            <NavLink
              to={to}
              end={end}
              preventScrollReset
              className="tab current-line inline-flex min-h-12 items-center border-b-2 border-transparent text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              {t(text)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
