import { useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { toFormattingTag } from "#domain/locales.ts";
import { DEFAULT_CURRENCY } from "#domain/money.ts";
import type { LayoutData } from "./layout-data.ts";

/** Data of a link preview besides title and description. */
export type ShareInfo = {
  type: "product" | "website";
  imageUrl: string | null;
  /** The image's, which is a JPEG; absent if unknown. */
  size?: ImageSize;
  alt: string;
  /** Euro, as "2.90"; absent if unknown. */
  price?: string;
};

type ImageSize = { width: number; height: number };

const DEFAULT_IMAGE = "/share.jpg";
/** Of an image made for previews. */
export const CARD_SIZE: ImageSize = { width: 1200, height: 630 };

/**
 * Metadata of a public page: translations, feed, Open Graph. Rendered only on the server (PageHead
 * checks `import.meta.env.SSR`), so it costs no JavaScript.
 */
export function MachineHead(props: {
  shell: LayoutData;
  title: string;
  description: string | undefined;
  canonical: string;
  /** The languages that the page exists in; all if absent. */
  locales: readonly string[] | undefined;
  /** The language of its text. */
  language: string;
  share: ShareInfo | undefined;
}) {
  const { shell, title, description, canonical, language, share } = props;
  const { locale, languages, defaultLocale, appUrl, settings } = shell;
  const t = useT();
  const isIn = (code: string) => !props.locales || props.locales.includes(code);
  const inLocale = (code: string) => appUrl + localePath(code, canonical);
  const image = new URL(share?.imageUrl ?? DEFAULT_IMAGE, appUrl).href;
  const size = share?.imageUrl ? share.size : CARD_SIZE;
  const graph: Record<string, string | undefined> = {
    "og:type": share?.type ?? "website",
    "og:site_name": settings.companyName,
    "og:title": title,
    "og:description": description,
    "og:url": inLocale(language),
    "og:locale": toTerritory(language),
    "og:image": image,
    "og:image:type": size && "image/jpeg",
    "og:image:width": size && String(size.width),
    "og:image:height": size && String(size.height),
    "og:image:alt": share?.alt ?? settings.companyName,
    "product:price:amount": share?.price,
    "product:price:currency": share?.price && DEFAULT_CURRENCY,
  };
  return (
    <>
      {languages
        .filter(({ code }) => isIn(code))
        .map(({ code }) => (
          <link key={code} rel="alternate" hrefLang={code} href={inLocale(code)} />
        ))}
      {isIn(defaultLocale) ? (
        <link rel="alternate" hrefLang="x-default" href={inLocale(defaultLocale)} />
      ) : null}
      <link
        rel="alternate"
        type="application/rss+xml"
        title={t("feed.title", { name: settings.companyName })}
        href={appUrl + localePath(locale, "/rss.xml")}
      />
      {Object.entries(graph).map(([property, content]) =>
        content ? <meta key={property} property={property} content={content} /> : null,
      )}
      {/* Title, description and image are taken from Open Graph. */}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/**
 * "de" -> "de_DE", as Open Graph requires: the country with the most speakers, unless our texts are
 * written as in another one.
 */
function toTerritory(locale: string): string {
  const { language, region } = new Intl.Locale(toFormattingTag(locale)).maximize();
  return region ? `${language}_${region}` : language;
}
