import { useLocation } from "react-router";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { FoldMark } from "#app/staff/fold-mark.tsx";
import { isWithin, NavLink } from "#app/ui/base/link.tsx";
import type { listNavigation } from "./navigation.ts";

type Navigation = ReturnType<typeof listNavigation>;

/**
 * The screens by group: next to the open one, or collapsed above it if there is not enough space.
 */
export function StaffMenu({ navigation }: { navigation: Navigation }) {
  const t = useT();
  const { pathname } = useLocation();
  return (
    <>
      {/* Closes again on the chosen screen, which is below it. */}
      <details key={pathname} className="group/fold card mt-3 lg:hidden">
        <summary className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2">
          {t("staff.menu")}
          <span className="min-w-0 flex-1 wrap-anywhere text-muted">
            <CurrentName navigation={navigation} />
          </span>
          <FoldMark />
        </summary>
        <div className="border-t border-line px-4 pt-2 pb-4">
          <Groups navigation={navigation} />
        </div>
      </details>
      <div className="mt-4 hidden lg:block">
        <Groups navigation={navigation} />
      </div>
    </>
  );
}

/** The open screen's name; nothing for a screen that is not in the menu. */
function CurrentName({ navigation }: { navigation: Navigation }) {
  const t = useT();
  const locale = useLocale();
  const { pathname } = useLocation();
  const current = navigation
    .flatMap(({ entries }) => entries)
    .find(({ to, end }) => isWithin(pathname, localePath(locale, to), end));
  return current ? t(current.text) : null;
}

/** A group with a single screen needs no title above it. */
function Groups({ navigation }: { navigation: Navigation }) {
  const t = useT();
  return (
    <nav aria-label={t("staff.title")}>
      {navigation.map(({ name, entries }) => (
        <div key={name} className="mt-4 lg:mt-2.5">
          {entries.length > 1 ? <p className="eyebrow">{t(`staff.group_${name}`)}</p> : null}
          <ul
            aria-label={entries.length > 1 ? t(`staff.group_${name}`) : undefined}
            className="mt-1 lg:mt-0"
          >
            {entries.map(({ to, text, end }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end={end}
                  className="current-line flex min-h-11 items-center border-s-2 lg:min-h-6.5 lg:pointer-coarse:min-h-9 border-transparent ps-3 text-sm text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
                >
                  {t(text)}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
