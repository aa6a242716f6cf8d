import sansEnglish from "#app/fonts/onest-english.woff2?url";
import sansLatin from "#app/fonts/onest-latin.woff2?url";
import serifEnglish from "#app/fonts/serif-english.woff2?url";
import serifLatin from "#app/fonts/serif-latin.woff2?url";
import { localePath } from "#app/i18n/paths.ts";
import { THEME_COLORS } from "#app/seo/theme-colors.ts";
import { DEFAULT_LOCALE } from "#domain/locales.ts";

/** Every page has text in both; without a hint browsers find them only after the styles. */
const ENGLISH_FONTS = [sansEnglish, serifEnglish];
const LATIN_FONTS = [sansLatin, serifLatin];

/** Fonts, icon, manifest and colours for home screens. Rendered by the server only. */
export function AppLinks({ locale }: { locale: string | null }) {
  const fonts = (locale ?? DEFAULT_LOCALE) === "en" ? ENGLISH_FONTS : LATIN_FONTS;
  return (
    <>
      {fonts.map((href) => (
        <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="" href={href} />
      ))}
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={THEME_COLORS.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={THEME_COLORS.dark} />
      <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
      {locale ? <link rel="manifest" href={localePath(locale, "/manifest.webmanifest")} /> : null}
    </>
  );
}
