import { useFormat, useT } from "./i18n.tsx";
import { translateReference } from "./message-reference.ts";

// Separate from the other hooks: forms and tables need it, public pages do not.

/**
 * Translates a message reference (`toReference`): an error of a form, or another server's reason.
 */
export function useMessage(): (reference: string) => string {
  const t = useT();
  const format = useFormat();
  return (reference) => translateReference(t, format, reference);
}
