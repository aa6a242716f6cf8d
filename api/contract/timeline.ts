import { z } from "@hono/zod-openapi";
import { TIMELINE_KINDS } from "#domain/timeline.ts";
import { amountSchema, idSchema } from "./envelope.ts";

/** One event of an order or a deposit; times are unix seconds. */
export const timelineEventSchema = z
  .object({
    kind: z.enum(TIMELINE_KINDS),
    at: z.number().int(),
    amount: amountSchema.nullable().openapi({ description: "In the internal currency." }),
    money: amountSchema.nullable().openapi({ description: "In the deposit's currency." }),
    state: z.string().nullable(),
    note: z.string().nullable(),
    accounts: z
      .object({ from: z.string(), to: z.string() })
      .nullish()
      .openapi({ description: "The ledger's accounts of a posting, such as `wallet`, `revenue`." }),
    reference: idSchema.nullable(),
    actor: z.string().nullable().openapi({ description: "The staff member's address." }),
  })
  .openapi("TimelineEvent");

export type TimelineEvent = z.infer<typeof timelineEventSchema>;
