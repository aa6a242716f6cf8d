import { useEffect } from "react";

/** Marks the document once its scripts run: styles and tests can distinguish the two states. */
export function useHydrationMark(): void {
  useEffect(() => {
    document.documentElement.dataset.hydrated = "true";
  }, []);
}

/** Lets `shouldRevalidate` of the locale route, which sees no data, know whether a member is signed in. */
export function useMemberMark(isMember: boolean): void {
  useEffect(() => {
    document.documentElement.dataset.member = String(isMember);
  }, [isMember]);
}
