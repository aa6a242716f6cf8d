import { markPayoutSchema } from "#api/contract/payouts.ts";

export const markFormSchema = markPayoutSchema;
export const MARK_FIELDS = ["state", "evidence"] as const;
