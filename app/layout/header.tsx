import { useRef } from "react";
import { useLocation } from "react-router";
import type { GroupView } from "#app/api-client/catalog.server.ts";
import { KeptElement } from "#app/framework/kept-markup.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { TextIn } from "#app/i18n/text-in.tsx";
import { SearchBox } from "#app/shop/search/search-box.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Link, NavLink } from "#app/ui/base/link.tsx";
import { isMemberPath } from "#domain/locales.ts";
import { AccountSlot } from "./account-slot.tsx";
import { BackToTop } from "./back-to-top.tsx";
import { Dropdown } from "./dropdown.tsx";
import { LanguageSwitcher } from "./language-switcher.tsx";
import { Logo } from "./logo.tsx";
import { useDropdown } from "./use-dropdown.ts";

/**
 * All parts of spec §2 Header except the search on phones. Works as plain `<details>` and links.
 */
export function HeaderRow() {
  const t = useT();
  const { settings } = useLayoutData();
  return (
    <header className="header">
      <div className="page header-row">
        <Link to="/">
          <Logo name={settings.companyName} />
          <span className="sr-only">({t("shell.home")})</span>
        </Link>
        <div className="header-search">
          <SearchBox id="header-search" />
        </div>
        {/* If nothing in it takes up space in the row, it takes up none either, nor the gap
            before it. */}
        <div className="header-menu">
          <BackToTop />
          <Menu />
        </div>
      </div>
    </header>
  );
}

/**
 * The page's only menu: behind a button in narrow windows, the header's row in wide ones (app.css).
 */
function Menu() {
  const t = useT();
  const ref = useRef<HTMLDetailsElement>(null);
  useDropdown(ref);
  const { categories, styles } = useLayoutData();
  return (
    <details ref={ref} className="menu">
      <summary aria-label={t("shell.menu")} className="menu-button">
        <Icon name="menu" className="size-6" />
      </summary>
      <div className="menu-panel">
        <div className="mb-3 md:hidden">
          <SearchBox id="menu-search" />
        </div>
        <nav aria-label={t("shell.mainMenu")} className="menu-links">
          <NavLink to="/" end className="menu-item">
            {t("shell.homeLink")}
          </NavLink>
          <Dropdown label={t("shell.categories")} opensOnHover>
            <GroupLinks groups={categories} query="category" />
          </Dropdown>
          <Dropdown label={t("shell.styles")} opensOnHover>
            <GroupLinks groups={styles} query="style" />
          </Dropdown>
          <NavLink to="/products/generate" className="menu-item">
            {t("generate.title")}
          </NavLink>
        </nav>
        <div className="menu-account">
          <LanguageSwitcher />
          <AccountSlot />
        </div>
      </div>
    </details>
  );
}

/** On phones the search is below the header's row, and visible while shopping. */
export function PhoneSearch() {
  const { pathname } = useLocation();
  if (isMemberPath(pathname)) return null;
  return (
    <div className="page pt-3 md:hidden">
      <SearchBox id="page-search" />
    </div>
  );
}

type GroupProps = { groups: GroupView[]; query: "category" | "style" };

function GroupLinks(props: GroupProps) {
  return (
    <KeptElement tag="ul" part={props.query} className="menu-list">
      <GroupItems {...props} />
    </KeptElement>
  );
}

export function GroupItems({ groups, query }: GroupProps) {
  const format = useFormat();
  return (
    <>
      {groups.map((group) => (
        <li key={group.url}>
          <Link to={`/products?${query}=${group.url}`}>
            <span>
              <TextIn language={group.titleLanguage}>{group.title}</TextIn>
            </span>
            {group.productsCount === null ? null : (
              <span>{format.number(group.productsCount)}</span>
            )}
          </Link>
        </li>
      ))}
    </>
  );
}
