import { z } from "zod";
import { reviewOfferSchema } from "#api/contract/offers.ts";
import { defineForm, type FormArgs } from "#app/forms/define-form.server.ts";
import { getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";

const PRICE_LENGTH_MAX = 20;

/** The contract's review as sent by a form: all values as text, the price as typed. */
const reviewSchema = z.object({
  decision: reviewOfferSchema.shape.decision,
  service_price: z.string().trim().max(PRICE_LENGTH_MAX).optional(),
  message: reviewOfferSchema.shape.message,
  version: z.coerce.number().int().nonnegative().optional(),
});

export const reviewForm = defineForm(reviewSchema, {
  id: "review",
  failure: "request_failed",
});

/** The review form as sent by a reason's button if no script fills the field. */
const reasonForm = defineForm(
  z.object({
    pick: z.string(),
    service_price: z.string().optional(),
    message: z.string().optional(),
    version: z.string().optional(),
  }),
  { id: "reason", failure: "request_failed" },
);

/** Redirects to the offer with the picked reason as the message, and the typed price. */
export function pickReason(args: FormArgs, path: string) {
  return reasonForm.handle(args, async ({ pick, service_price = "" }) => {
    const price = service_price.slice(0, PRICE_LENGTH_MAX);
    const query = new URLSearchParams({ reason: pick, service_price: price });
    return redirectTo(args.context, `${path}?${query}`);
  });
}

/** What `pickReason` puts into the URL; null for each value that is missing. */
export function readPicked({ context }: Pick<FormArgs, "context">) {
  const query = getUrl(context).searchParams;
  const typedPrice = query.get("service_price")?.slice(0, PRICE_LENGTH_MAX) ?? null;
  return { reasonId: query.get("reason"), typedPrice };
}
