import { DomainError } from "#domain/errors.ts";

/**
 * Staff members cannot decide about their own records: money, an offer, a verification. That takes
 * a second person, even in a shop with only one. A null actor is the operator's command, or a
 * member's request that needs no staff right. Throws forbidden.
 */
export function assertNotOwn(actorId: number | null, ownerId: number): void {
  if (actorId === ownerId) throw new DomainError("forbidden");
}
