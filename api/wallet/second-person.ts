import { DomainError } from "#domain/errors.ts";
import type { Sql } from "../db/client.ts";
import { getApprovalLimit } from "./wallet.queries.ts";

/**
 * True when one person alone may not move so much of a balance by hand: above the limit of the
 * settings, in internal cents, a second one must approve.
 */
export async function needsSecondPerson(sql: Sql, cents: number): Promise<boolean> {
  const limitCents = await getApprovalLimit(sql);
  return limitCents !== null && cents > limitCents;
}

/** The requester may take it back, but not approve it. Throws forbidden. */
export function assertSecondPerson(actorId: number, request: { requestedBy: number }): void {
  if (request.requestedBy === actorId) throw new DomainError("forbidden");
}
