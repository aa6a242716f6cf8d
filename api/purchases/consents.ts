import november2026 from "./consents/2026-11.json" with { type: "json" };
import november2026Held from "./consents/2026-11-held.json" with { type: "json" };

/**
 * Every text of the consent to immediate delivery that buyers have agreed to, by version and
 * locale. A published version never changes: orders reference it (`consent_version`), and documents
 * print it. A new text needs a new file, a new entry here and a new CONSENT_VERSION or
 * HELD_CONSENT_VERSION.
 */
const CONSENT_TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "2026-11": november2026,
  "2026-11-held": november2026Held,
};

/** The text of a consent as shown to the buyer; null for an unknown version or locale. */
export function findConsentText(version: string, locale: string): string | null {
  if (!Object.hasOwn(CONSENT_TEXTS, version)) return null;
  const texts = CONSENT_TEXTS[version] ?? {};
  return Object.hasOwn(texts, locale) ? (texts[locale] ?? null) : null;
}
