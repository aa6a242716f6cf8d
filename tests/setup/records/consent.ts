import { CONSENT_VERSION } from "#domain/withdrawal.ts";

/** Consent to delivery at once, as a buyer gives it who read the current text in English. */
export const CONSENT = { version: CONSENT_VERSION, language: "en" };
