import { directionOf } from "#domain/locales.ts";

/** For a field whose text is in a fixed language, whatever language the screen uses. */
export const writtenIn = (language: string) => ({ lang: language, dir: directionOf(language) });
