import { localePath } from "#app/i18n/paths.ts";
import { THEME_COLORS } from "#app/seo/theme-colors.ts";

/**
 * Icon, manifest and colours for home screens. Only rendered by the server. Preloads no fonts,
 * which would delay the styles and the first picture; fallback fonts with the same metrics are used
 * until they arrive.
 */
export function AppLinks({ locale }: { locale: string | null }) {
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={THEME_COLORS.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={THEME_COLORS.dark} />
      <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
      {locale ? <link rel="manifest" href={localePath(locale, "/manifest.webmanifest")} /> : null}
    </>
  );
}
