import { useT } from "#app/i18n/i18n.tsx";
import { NavLink } from "./link.tsx";

/** `end`: only this very address, none below it, is the tab's. */
export type Tab = { to: string; text: string; end?: boolean };

/** The screens of one frame, side by side; the open one is marked. `text` is a key of the locales. */
export function Tabs(props: { label: string; tabs: readonly Tab[]; className: string }) {
  const { label, tabs, className } = props;
  const t = useT();
  return (
    <nav aria-label={label} className={`border-b border-line ${className}`}>
      <ul className="-mb-px flex flex-wrap gap-x-5 text-sm sm:gap-x-8 sm:text-base">
        {tabs.map(({ to, text, end = false }) => (
          <li key={to} className="flex-none">
            <NavLink
              to={to}
              end={end}
              preventScrollReset
              className="inline-flex min-h-12 items-center border-b-2 border-transparent text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              {t(text)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
