import Stripe from "stripe";

/** Null for what Stripe does not know. */
export async function unlessMissing<Found>(found: Promise<Found>): Promise<Found | null> {
  try {
    return await found;
  } catch (error) {
    const isMissing =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
    if (isMissing) return null;
    throw error;
  }
}
