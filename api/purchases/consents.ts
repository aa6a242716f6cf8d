import november2026 from "./consents/2026-11.json" with { type: "json" };

/**
 * Every text by which a buyer has ever agreed that delivery begins at once, by version and locale. A
 * text that was shown to buyers never changes: orders name it (`consent_version`), and papers print
 * it. A new text is a new file, a new entry here and a new CONSENT_VERSION; a new language is one
 * more text of the newest file.
 */
const CONSENT_TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "2026-11": november2026,
};

/** The text of a consent as the buyer read it; null for a version or locale that never was. */
export function findConsentText(version: string, locale: string): string | null {
  if (!Object.hasOwn(CONSENT_TEXTS, version)) return null;
  const texts = CONSENT_TEXTS[version] ?? {};
  return Object.hasOwn(texts, locale) ? (texts[locale] ?? null) : null;
}
