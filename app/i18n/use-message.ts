import { useI18n } from "./i18n.tsx";
import { translateMessage } from "./translate-message.ts";

// Apart from the other hooks: forms and tables need it, the pages that everybody opens do not.

/** Translates a message of the contract ("Email is required"). */
export function useMessage(): (message: string) => string {
  const { words } = useI18n();
  return (message) => translateMessage(words, message);
}
