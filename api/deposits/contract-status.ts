import type { DepositStatus } from "#domain/deposits.ts";

/** The polling page accepts `processing`, `success` and `failed` (spec §4 Deposits). */
export const CONTRACT_STATUS: Record<DepositStatus, string> = {
  pending: "processing",
  success: "success",
  failed: "failed",
  expired: "failed",
};
