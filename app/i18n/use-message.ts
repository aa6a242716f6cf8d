import { useT } from "./i18n.tsx";
import { translateReference } from "./message-reference.ts";

// Apart from the other hooks: forms and tables need it, the pages that everybody opens do not.

/** Translates what `toReference` has made: an error of a form, a reason of another server's. */
export function useMessage(): (reference: string) => string {
  const t = useT();
  return (reference) => translateReference(t, reference);
}
