import { directionOf } from "#domain/locales.ts";

/** Of a field whose text is in one language, whatever language the screen speaks. */
export const writtenIn = (language: string) => ({ lang: language, dir: directionOf(language) });
