import { useLayoutData } from "#app/ui/base/layout-data.ts";

/**
 * Returns a function that names a language of the shop in that language; other codes stay
 * unchanged.
 */
export function useLanguageName(): (code: string) => string {
  const { languages } = useLayoutData();
  return (code) => languages.find((language) => language.code === code)?.name ?? code;
}
