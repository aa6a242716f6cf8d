import { useEffect } from "react";
import { usePageHydrated } from "#app/framework/preact/own-task.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { isMemberPath } from "#domain/locales.ts";
import { SENDER_FIELD } from "#domain/unsent-forms.ts";

/**
 * Marks the document once its scripts run, so that styles and tests can distinguish the two states.
 */
export function useHydrationMark(): void {
  const isHydrated = usePageHydrated();
  useEffect(() => {
    if (isHydrated) document.documentElement.dataset.hydrated = "true";
  }, [isHydrated]);
}

/**
 * Whether a member is signed in, for `shouldRevalidate` of the locale route, which has no access to
 * data. Set whenever the layout gets data; until then a failed load counts guests as members.
 */
export function useMemberMark(isMember: boolean): void {
  const loaded = useLayoutData();
  // biome-ignore lint/correctness/useExhaustiveDependencies: new data replaces keepLayout's mark
  useEffect(() => {
    document.documentElement.dataset.member = String(isMember);
  }, [isMember, loaded]);
}

/**
 * Browsers keep whole documents in memory for Back, with everything on them, even after a sign-out.
 * So a document with a member's data is hidden when it is left, and reloaded when it is shown
 * again: the server decides who may see it now. Typed passwords are cleared when a document is
 * left.
 */
export function useReloadOnReturn(): void {
  useEffect(() => {
    const root = document.documentElement;
    const onHide = () => {
      root.hidden = holdsMember();
      for (const field of document.querySelectorAll<HTMLInputElement>(PASSWORDS)) field.value = "";
    };
    const onShow = () => {
      if (root.hidden) location.reload();
    };
    addEventListener("pagehide", onHide);
    addEventListener("pageshow", onShow);
    return () => {
      removeEventListener("pagehide", onHide);
      removeEventListener("pageshow", onShow);
    };
  }, []);
}

/** Including passwords that are currently shown as text. */
const PASSWORDS = "input[autocomplete=current-password], input[autocomplete=new-password]";

/**
 * True for a member's menu, a member's form, or a member-only screen: after a sign-in in another
 * window, a guest's document can show such a screen below a guest's header.
 */
function holdsMember(): boolean {
  return (
    document.documentElement.dataset.member === "true" ||
    document.querySelector(`[name=${SENDER_FIELD}]`) !== null ||
    isMemberPath(location.pathname)
  );
}
