import { DomainError } from "#domain/errors.ts";

/**
 * Nobody on the staff decides about what is their own: money, an offer, a verification. It takes a
 * second person, also where the shop has only one. A null actor is the operator's command, or the
 * owner's own request, which no right decides about. Throws forbidden.
 */
export function assertNotOwn(actorId: number | null, ownerId: number): void {
  if (actorId === ownerId) throw new DomainError("forbidden");
}
