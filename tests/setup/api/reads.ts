import { profileResponseSchema } from "#api/contract/accounts.ts";
import { depositStatusResponseSchema } from "#api/contract/deposits.ts";
import { purchaseHistoryResponseSchema } from "#api/contract/purchases.ts";
import { staffDepositResponseSchema } from "#api/contract/staff/deposits.ts";
import { importResponseSchema } from "#api/contract/staff/imports.ts";
import type { ApiAgent } from "./api-agent.ts";

/** What many tests read over the API, parsed by its contract. */

export const readProfile = async (agent: ApiAgent) =>
  (await agent.get("/api/user/profile")).as(profileResponseSchema).payload;

/** The agent's orders, newest first. */
export const listOrders = async (agent: ApiAgent) =>
  (await agent.get("/api/purchase/history")).as(purchaseHistoryResponseSchema).payload;

/** The agent's deposit, as its status page shows it. */
export const readDepositStatus = async (agent: ApiAgent, id: number) =>
  (await agent.get(`/api/deposit/status?order_id=${id}`)).as(depositStatusResponseSchema).order;

/** A deposit as staff see it. */
export const readStaffDeposit = async (staff: ApiAgent, id: number) =>
  (await staff.get(`/api/staff/deposits/${id}`)).as(staffDepositResponseSchema).payload;

export const readImport = async (staff: ApiAgent, id: number | string) =>
  (await staff.get(`/api/staff/imports/${id}`)).as(importResponseSchema).payload;
