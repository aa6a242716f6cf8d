import { useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { toFormattingTag } from "#domain/locales.ts";
import { DEFAULT_CURRENCY } from "#domain/money.ts";
import type { LayoutData } from "./layout-data.ts";

/** Data of a link preview besides title and description. */
export type ShareInfo = {
  imageUrl: string | null;
  /** True for an image made for previews: 1200 × 630, JPEG. */
  isCard: boolean;
  alt: string;
  /** Euro, as "2.90"; absent if unknown. */
  price: string | undefined;
};

const DEFAULT_IMAGE = "/share.jpg";
const CARD = {
  "og:image:type": "image/jpeg",
  "og:image:width": "1200",
  "og:image:height": "630",
} as const;

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
  const graph: Record<string, string | undefined> = {
    "og:type": share ? "product" : "website",
    "og:site_name": settings.companyName,
    "og:title": title,
    "og:description": description,
    "og:url": inLocale(language),
    "og:locale": toTerritory(language),
    "og:image": image,
    ...(!share?.imageUrl || share.isCard ? CARD : {}),
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
