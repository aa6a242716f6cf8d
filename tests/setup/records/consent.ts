import { CONSENT_VERSION } from "#domain/withdrawal.ts";

/** Consent to immediate delivery by a buyer who read the current text in English. */
export const CONSENT = { version: CONSENT_VERSION, language: "en" };
