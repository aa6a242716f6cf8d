import { useEffect } from "react";
import { useTakenOver } from "#app/framework/preact/own-task.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { isMemberPath } from "#domain/locales.ts";
import { SENDER_FIELD } from "#domain/unsent-forms.ts";

/**
 * Marks the document once its scripts run, so that styles and tests can distinguish the two states.
 */
export function useHydrationMark(): void {
  const isTakenOver = useTakenOver();
  useEffect(() => {
    if (isTakenOver) document.documentElement.dataset.hydrated = "true";
  }, [isTakenOver]);
}

/**
 * Whether a member is signed in, for `shouldRevalidate` of the locale route, which sees no data. Set
 * with all data that the layout gets: until then a failed load counts guests as members, too.
 */
export function useMemberMark(isMember: boolean): void {
  const loaded = useLayoutData();
  // biome-ignore lint/correctness/useExhaustiveDependencies: new data replace keepLayout's mark
  useEffect(() => {
    document.documentElement.dataset.member = String(isMember);
  }, [isMember, loaded]);
}

/**
 * Browsers keep whole documents in memory for Back, with all that they show, also after a sign-out. A
 * document that holds a member's data is hidden as it is left, and loaded anew when it comes back:
 * the server decides who may see it now. Typed passwords are in no document that is left.
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

/** Also while they are shown as text. */
const PASSWORDS = "input[autocomplete=current-password], input[autocomplete=new-password]";

/**
 * Their menu, a form that is theirs, or a screen of members alone: after a sign-in in another window
 * a guest's document can get such a screen, below a header that is still a guest's.
 */
function holdsMember(): boolean {
  return (
    document.documentElement.dataset.member === "true" ||
    document.querySelector(`[name=${SENDER_FIELD}]`) !== null ||
    isMemberPath(location.pathname)
  );
}
