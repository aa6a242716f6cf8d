import serif from "@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.woff2?url";
import sans from "@fontsource-variable/onest/files/onest-latin-wght-normal.woff2?url";
import { localePath } from "#app/i18n/paths.ts";
import { THEME_COLORS } from "#app/machines/theme-colors.ts";

/** Every page has text in both; without a hint a browser finds them only behind the styles. */
const FONTS = [sans, serif];

/** Fonts, icon, manifest and colours for those who keep us on a home screen. Rendered by the server only. */
export function AppLinks({ locale }: { locale: string | null }) {
  return (
    <>
      {FONTS.map((href) => (
        <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="" href={href} />
      ))}
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={THEME_COLORS.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={THEME_COLORS.dark} />
      <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
      {locale ? <link rel="manifest" href={localePath(locale, "/manifest.webmanifest")} /> : null}
    </>
  );
}
