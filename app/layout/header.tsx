import { useRef } from "react";
import { useLocation } from "react-router";
import { KeptElement } from "#app/framework/kept-markup.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { SearchBox } from "#app/shop/search/search-box.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Link, NavLink } from "#app/ui/base/link.tsx";
import { AccountSlot } from "./account-slot.tsx";
import { BackToTop } from "./back-to-top.tsx";
import { Dropdown, dropdownItemClass } from "./dropdown.tsx";
import { LanguageLinks, LanguageSwitcher } from "./language-switcher.tsx";
import { Logo } from "./logo.tsx";
import { useDropdown } from "./use-dropdown.ts";

/** Everything of spec §2 Header. Works as plain `<details>` and links. */
export function Header() {
  const t = useT();
  const { settings, categories, styles } = useLayoutData();
  return (
    <>
      <header className="sticky top-0 z-30 border-b border-line bg-canvas">
        <div className="page relative flex min-h-16 items-center gap-2 py-2 max-md:flex-wrap">
          <Link to="/" className="me-2 flex min-h-11 items-center">
            <Logo name={settings.companyName} />
            <span className="sr-only">({t("shell.home")})</span>
          </Link>
          <nav aria-label={t("shell.mainMenu")} className="hidden items-center xl:flex">
            <NavLink to="/" end className="menu-button">
              {t("shell.homeLink")}
            </NavLink>
            <Dropdown label={t("shell.categories")} group="header" opensOnHover>
              <GroupLinks groups={categories} query="category" />
            </Dropdown>
            <Dropdown label={t("shell.styles")} group="header" opensOnHover>
              <GroupLinks groups={styles} query="style" />
            </Dropdown>
            <NavLink to="/products/generate" className="menu-button">
              {t("generate.title")}
            </NavLink>
          </nav>
          <div className="ms-auto hidden w-full max-w-80 md:block">
            <SearchBox id="header-search" />
          </div>
          <div className="hidden items-center gap-1 xl:flex">
            <LanguageSwitcher />
            <AccountSlot part="menu" />
          </div>
          {/* Where nothing in it takes a place of the row, it takes none either, nor the gap before it. */}
          <div className="ms-auto flex md:ms-0 xl:contents">
            <BackToTop />
            <MobileMenu />
          </div>
        </div>
      </header>
      <PhoneSearch />
    </>
  );
}

/** On phones the search is below the header's row, visible while shopping. */
function PhoneSearch() {
  const { pathname } = useLocation();
  if (/^\/[^/]+\/(dashboard|staff)(\/|$)/.test(pathname)) return null;
  return (
    <div className="page pt-3 md:hidden">
      <SearchBox id="page-search" />
    </div>
  );
}

type Group = { title: string; url: string; productsCount: number | null };

type GroupProps = { groups: Group[]; query: "category" | "style" };

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
            <span>{group.title}</span>
            {group.productsCount === null ? null : (
              <span>{format.number(group.productsCount)}</span>
            )}
          </Link>
        </li>
      ))}
    </>
  );
}

function MobileMenu() {
  const t = useT();
  const ref = useRef<HTMLDetailsElement>(null);
  useDropdown(ref);
  const { categories, styles } = useLayoutData();
  return (
    <details ref={ref} name="header" className="xl:hidden">
      <summary
        aria-label={t("shell.menu")}
        className="grid size-11 place-items-center rounded-control hover:bg-sunken"
      >
        <Icon name="menu" className="size-6" />
      </summary>
      <div className="menu-panel">
        <div className="mb-3 md:hidden">
          <SearchBox id="menu-search" />
        </div>
        <Link to="/" className={dropdownItemClass}>
          {t("shell.homeLink")}
        </Link>
        <Accordion label={t("shell.categories")}>
          <GroupLinks groups={categories} query="category" />
        </Accordion>
        <Accordion label={t("shell.styles")}>
          <GroupLinks groups={styles} query="style" />
        </Accordion>
        <Link to="/products/generate" className={dropdownItemClass}>
          {t("generate.title")}
        </Link>
        <Accordion label={t("shell.language")}>
          <LanguageLinks />
        </Accordion>
        <AccountSlot part="links" />
      </div>
    </details>
  );
}

function Accordion({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <details name="mobile-menu" className="group">
      <summary className={dropdownItemClass}>
        {label}
        <Icon name="down" className="ms-auto size-4 transition-transform group-open:rotate-180" />
      </summary>
      <div className="ps-3 pb-2">{children}</div>
    </details>
  );
}
