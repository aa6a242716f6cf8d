import { useEffect } from "react";

/**
 * Marks the document once its scripts run, so that styles and tests can distinguish the two states.
 */
export function useHydrationMark(): void {
  useEffect(() => {
    document.documentElement.dataset.hydrated = "true";
  }, []);
}

/**
 * Whether a member is signed in, for `shouldRevalidate` of the locale route, which sees no data.
 */
export function useMemberMark(isMember: boolean): void {
  useEffect(() => {
    document.documentElement.dataset.member = String(isMember);
  }, [isMember]);
}
