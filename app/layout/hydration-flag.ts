import { useEffect } from "react";

/** Marks the document once its scripts run: styles and tests can tell the two worlds apart. */
export function useHydrationMark(): void {
  useEffect(() => {
    document.documentElement.dataset.hydrated = "true";
  }, []);
}

/** Tells `shouldRevalidate` of the locale route, which sees no data, whether a member is here. */
export function useMemberMark(isMember: boolean): void {
  useEffect(() => {
    document.documentElement.dataset.member = String(isMember);
  }, [isMember]);
}
