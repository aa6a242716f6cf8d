import { useLocation } from "react-router";
import { KeptElement } from "#app/framework/kept-markup.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { switchLocale } from "#app/i18n/paths.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Dropdown } from "./dropdown.tsx";

/** Items of a menu, or of a list elsewhere. */
export function LanguageItems({ className = "menu-item" }: { className?: string }) {
  const { languages, locale } = useLayoutData();
  const { pathname, search } = useLocation();
  return (
    <>
      {languages.map(({ code, name }) => (
        <li key={code}>
          <a
            href={switchLocale(pathname, search, code)}
            lang={code}
            hrefLang={code}
            aria-current={code === locale ? "true" : undefined}
            className={code === locale ? `${className} font-semibold` : className}
          >
            {name}
          </a>
        </li>
      ))}
    </>
  );
}

/** Links to the current page in every language: a document navigation, because the texts differ. */
export function LanguageSwitcher() {
  const t = useT();
  const { locale } = useLayoutData();
  const label = (
    <>
      <Icon name="globe" className="max-xl:hidden" />
      <span className="xl:sr-only">{t("shell.language")}</span>
      <span className="uppercase max-xl:text-muted">{locale}</span>
    </>
  );
  return (
    <Dropdown label={label}>
      <KeptElement tag="ul" part="languages">
        <LanguageItems />
      </KeptElement>
    </Dropdown>
  );
}
