/** The choice made in the cookie banner (spec §2 Cookie banner, §9). */

export const CONSENT_COOKIE = "cookies-consent";
/** Accompanies a `custom` choice: lists the selected categories. */
export const CHOICES_COOKIE = "cookies-choices";

export const COOKIE_CHOICES = ["essential", "all", "custom"] as const;
export type CookieChoice = (typeof COOKIE_CHOICES)[number];

/**
 * Optional categories. Essential cookies cannot be rejected; of these two the shop currently sets
 * none.
 */
export const COOKIE_KINDS = ["preferences", "statistics"] as const;
export type CookieKind = (typeof COOKIE_KINDS)[number];

/** State of the cookie notice: whether settings are open, and the current selection. */
export type CookieNotice = { isSettings: boolean; allowed: CookieKind[] };

const NO_CHOICES = "none";

/** Cookies by name, decoded, from the process's only parser (`cookie`). */
type Cookies = Readonly<Record<string, string | undefined>>;

/** The choice in the cookies; null if there is none, in which case the notice is shown. */
export function readCookieChoice(cookies: Cookies): CookieChoice | null {
  return COOKIE_CHOICES.find((choice) => choice === cookies[CONSENT_COOKIE]) ?? null;
}

/** The optional categories allowed by the cookies; none without a choice. */
export function readAllowedKinds(cookies: Cookies): CookieKind[] {
  switch (readCookieChoice(cookies)) {
    case "all":
      return [...COOKIE_KINDS];
    case "custom": {
      const chosen = cookies[CHOICES_COOKIE]?.split(".");
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
export function cookieChoiceEndsAt(now: Date): Date {
  const end = new Date(now);
  end.setUTCFullYear(now.getUTCFullYear() + 1, now.getUTCMonth() + 1, now.getUTCDate() + 1);
  return end;
}
