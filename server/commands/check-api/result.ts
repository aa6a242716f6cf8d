/** `partial`: readable, but rows or fields were skipped. `unknown`: could not be determined. */
export type Outcome = "ok" | "partial" | "missing" | "failed" | "unknown";

export type Result = { outcome: Outcome; remark: string };

/** For a 401 to a call that guests make. */
export const GUEST_HINT =
  "guests make this call without a session; it is missing, or must let them";
