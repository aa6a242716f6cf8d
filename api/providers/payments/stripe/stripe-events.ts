import Stripe from "stripe";
import { z } from "zod";
import { DomainError } from "#domain/errors.ts";
import { parseJson } from "#domain/json.ts";
import { SIGNATURE_TTL_SECONDS } from "../../provider-modules.ts";

/** The data of an event that is used, since its object is fetched; `created` in unix seconds. */
const eventSchema = z.object({
  id: z.string().min(1),
  type: z.string(),
  livemode: z.boolean(),
  created: z.number().int(),
  data: z.object({ object: z.unknown() }),
});
/** The object of an event that we use; other events' objects may have no such id (`balance`). */
const objectSchema = z.object({ id: z.string().regex(/^\w+$/) });
export type StripeEvent = z.infer<typeof eventSchema>;

type SignedBody = { rawBody: string; signature: string; receivedAt: Date };

/**
 * The event in a webhook's body, signed with any of the secrets. Throws signature_invalid, and
 * malformed_body for signed bytes that are not an event.
 */
export function parseSignedEvent(
  client: Stripe,
  secrets: readonly string[],
  signed: SignedBody,
): StripeEvent {
  if (!secrets.some((secret) => isSignedBy(client, secret, signed))) {
    throw new DomainError("signature_invalid");
  }
  const event = eventSchema.safeParse(parseJson(signed.rawBody));
  if (!event.success) throw new DomainError("malformed_body");
  return event.data;
}

/** The id of an event's object. Throws malformed_body if it is not one of Stripe's. */
export function requireObjectId(event: StripeEvent): string {
  const object = objectSchema.safeParse(event.data.object);
  if (!object.success) throw new DomainError("malformed_body");
  return object.data.id;
}

function isSignedBy(
  client: Stripe,
  secret: string,
  { rawBody, signature, receivedAt }: SignedBody,
): boolean {
  const verifier = client.webhooks.signature;
  if (!verifier) throw new Error("the client verifies no signatures");
  try {
    return verifier.verifyHeader(
      rawBody,
      withoutMalformed(signature),
      secret,
      SIGNATURE_TTL_SECONDS,
      undefined,
      receivedAt.getTime(),
    );
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}

/**
 * Removes parts of a signature header that cannot be a signature: for an empty one, and for one
 * that is longer in bytes than in characters, Stripe's client throws another kind of error.
 */
function withoutMalformed(header: string): string {
  const parts = header.split(",");
  return parts.filter((part) => !part.startsWith("v1") || /^v1=[0-9a-f]+$/.test(part)).join();
}
