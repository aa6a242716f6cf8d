import { DomainError } from "#domain/errors.ts";

/**
 * Rejects staff decisions about the member's own records: money, an offer, a verification. Those
 * take a second person, even in a shop with a single staff member. `actorId` is null for the
 * operator's command and for a member's request that needs no staff right. Throws forbidden.
 */
export function assertNotOwn(actorId: number | null, ownerId: number): void {
  if (actorId === ownerId) throw new DomainError("forbidden");
}
