import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { languageProps } from "#app/i18n/text-in.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import type { Listing } from "./products.server.ts";

/** The active filters, each removable, and the ignored search words. */
export function FilterChips(props: { chips: Listing["chips"]; unknownWords: string[] }) {
  const { chips, unknownWords } = props;
  const t = useT();
  const format = useFormat();
  return (
    <>
      <ul
        aria-label={t("products.activeFilters")}
        className="mb-6 flex flex-wrap items-center gap-2"
      >
        {chips.map(({ text, language, path }) => (
          <li key={path}>
            <Link
              to={path}
              preventScrollReset
              className="inline-flex min-h-9 max-w-72 items-center gap-2 rounded-full border border-control px-3 text-sm hover:bg-sunken"
            >
              <span {...languageProps(language)} className="truncate">
                {text}
              </span>
              <Icon name="close" className="size-3.5" />
              <span className="sr-only">{t("products.removeFilter")}</span>
            </Link>
          </li>
        ))}
        <li>
          <Link to="/products" className="link inline-flex min-h-9 items-center px-2 text-sm">
            {t("products.clear")}
          </Link>
        </li>
      </ul>
      {unknownWords.length > 0 ? (
        <p className="mb-6 border-s-2 border-accent ps-4">
          {t("products.unknownWords", {
            words: format.list(unknownWords.map((text) => t("products.searchChip", { text }))),
          })}
        </p>
      ) : null}
    </>
  );
}
