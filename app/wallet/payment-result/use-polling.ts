import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { pollStatus } from "./poll-status.ts";

/**
 * Revalidates every STATUS_POLL_MS (spec §4, §9); the loader's result ends the wait. Returns
 * whether it has given up.
 */
export function usePolling(isLateAlready: boolean): boolean {
  const { revalidate } = useRevalidator();
  const [isLate, setIsLate] = useState(isLateAlready);

  useEffect(() => {
    if (isLate) return;
    return pollStatus({ ask: () => void revalidate(), giveUp: () => setIsLate(true) });
  }, [isLate, revalidate]);

  return isLate;
}
