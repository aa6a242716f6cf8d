import { z } from "@hono/zod-openapi";
import { idSchema, okEnvelope, rowIdSchema } from "./envelope.ts";

/** The longest page of a history, and its length unless another is asked for. */
export const HISTORY_LIMIT_MAX = 100;

/** Query parameters of every history: what is newer or older than one of its entries. */
export const historyPageShape = {
  limit: z
    .string()
    .regex(/^(?:[1-9]\d?|100)$/)
    .optional()
    .openapi({ description: `At most ${HISTORY_LIMIT_MAX}, which is also the default.` }),
  before: rowIdSchema.optional().openapi({
    description:
      "Only what is older than this entry, or behind it in another order: `meta.older` of the last page.",
  }),
  after: rowIdSchema.optional().openapi({
    description:
      "Only what is newer than this entry, or in front of it in another order: `meta.newer` of the last page.",
  }),
};
export const historyPageSchema = z.object(historyPageShape);

export const historyMetaSchema = z
  .object({
    newer: idSchema.nullish().openapi({ description: "The next newer page is `after` this." }),
    older: idSchema.nullish().openapi({ description: "The next older page is `before` this." }),
  })
  .openapi("HistoryMeta");

/** `{status, payload, meta}`: newest first. A server that does not page sends all of it, no `meta`. */
export function historyEnvelope<Item extends z.ZodType>(item: Item) {
  return okEnvelope(z.array(item)).extend({ meta: historyMetaSchema.optional() });
}

export type HistoryPageQuery = z.infer<typeof historyPageSchema>;
export type HistoryMeta = z.infer<typeof historyMetaSchema>;
