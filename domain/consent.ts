/** The choice of the cookie banner (spec §2 Cookie banner, §9). */

export const CONSENT_COOKIE = "cookies-consent";
/** Accompanies a `custom` choice: the selected categories. */
export const CHOICES_COOKIE = "cookies-choices";

export const CONSENTS = ["essential", "all", "custom"] as const;
export type Consent = (typeof CONSENTS)[number];

/**
 * Optional categories. Essential cookies cannot be rejected; of these two the shop currently sets
 * none.
 */
export const COOKIE_KINDS = ["preferences", "statistics"] as const;
export type CookieKind = (typeof COOKIE_KINDS)[number];

/** State of the cookie notice: whether settings are open, and the current selection. */
export type CookieNotice = { isSettings: boolean; allowed: CookieKind[] };

const NO_CHOICES = "none";

/** The choice in a `Cookie` header, or null: then the notice is shown. */
export function readConsent(cookieHeader: string | null): Consent | null {
  const value = readCookie(cookieHeader, CONSENT_COOKIE);
  return CONSENTS.find((consent) => consent === value) ?? null;
}

/** The optional categories allowed by the `Cookie` header; none without a choice. */
export function readAllowedKinds(cookieHeader: string | null): CookieKind[] {
  switch (readConsent(cookieHeader)) {
    case "all":
      return [...COOKIE_KINDS];
    case "custom": {
      const chosen = readCookie(cookieHeader, CHOICES_COOKIE)?.split(".");
      return COOKIE_KINDS.filter((kind) => chosen?.includes(kind));
    }
    default:
      return [];
  }
}

/**
 * Value of the consent cookie: "preferences.statistics", "none". Unknown categories are dropped.
 */
export function writeChoices(chosen: readonly unknown[]): string {
  return COOKIE_KINDS.filter((kind) => chosen.includes(kind)).join(".") || NO_CHOICES;
}

/** A choice is valid for 1 year, 1 month and 1 day (spec §9). */
export function consentEndsAt(now: Date): Date {
  const end = new Date(now);
  end.setUTCFullYear(now.getUTCFullYear() + 1, now.getUTCMonth() + 1, now.getUTCDate() + 1);
  return end;
}

function readCookie(header: string | null, name: string): string | null {
  for (const pair of header?.split(";") ?? []) {
    const [key, value = ""] = pair.split("=");
    if (key?.trim() === name) return value.trim();
  }
  return null;
}
