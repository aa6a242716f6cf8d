import { useLayoutData } from "#app/ui/base/layout-data.ts";

/** A function that names a language of the shop in that language; another code is unchanged. */
export function useLanguageName(): (code: string) => string {
  const { languages } = useLayoutData();
  return (code) => languages.find((language) => language.code === code)?.name ?? code;
}
