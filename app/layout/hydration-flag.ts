import { useEffect } from "react";
import { useTakenOver } from "#app/framework/preact/own-task.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";

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
