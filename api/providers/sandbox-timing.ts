import { z } from "zod";

const PAY_LATER_ERROR = "must be whole milliseconds, up to a day";

/** The setting of both sandboxes: how long a payment or transfer takes that is not immediate. */
export const sandboxSettingsSchema = z.object({
  SANDBOX_PAY_LATER_MS: z.coerce
    .number({ error: PAY_LATER_ERROR })
    .int({ error: PAY_LATER_ERROR })
    .min(0, { error: PAY_LATER_ERROR })
    .max(86_400_000, { error: PAY_LATER_ERROR })
    .default(15_000),
});

/** Lifetime of a hosted page, like a real provider's. */
export const PAGE_TTL_MS = 30 * 60_000;

/** How often a sandbox completes what is due and sends its reports. */
export const WORK_EVERY_MS = 2_000;

/** The longest delay before a report is retried. */
export const REPORT_RETRY_MS_MAX = 5 * 60_000;

/** The delay in ms after this many failed attempts of a report, which is retried indefinitely. */
export function reportPauseMs(tries: number): number {
  return Math.min(2_000 * 2 ** tries, REPORT_RETRY_MS_MAX);
}
