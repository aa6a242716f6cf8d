import { z } from "@hono/zod-openapi";
import { idSchema, okEnvelope, rowIdSchema } from "./envelope.ts";

/** Maximum page size of a history, which is also the default. */
export const HISTORY_LIMIT_MAX = 100;

/** Query parameters of every history: entries newer or older than a given one. */
export const historyPageShape = {
  limit: z
    .string()
    .regex(/^(?:[1-9]\d?|100)$/)
    .optional()
    .openapi({ description: `At most ${HISTORY_LIMIT_MAX}, which is also the default.` }),
  before: rowIdSchema.optional().openapi({
    description: "Only entries after this one in list order: `meta.older` of the last page.",
  }),
  after: rowIdSchema.optional().openapi({
    description: "Only entries before this one in list order: `meta.newer` of the last page.",
  }),
};
export const historyPageSchema = z.object(historyPageShape);

export const historyMetaSchema = z
  .object({
    newer: idSchema.nullish().openapi({ description: "`after` of the next newer page." }),
    older: idSchema.nullish().openapi({ description: "`before` of the next older page." }),
  })
  .openapi("HistoryMeta");

/**
 * `{status, payload, meta}`: newest first. A server without paging sends everything and no `meta`.
 */
export function historyEnvelope<Item extends z.ZodType>(item: Item) {
  return okEnvelope(z.array(item)).extend({ meta: historyMetaSchema.optional() });
}

export type HistoryPageQuery = z.infer<typeof historyPageSchema>;
export type HistoryMeta = z.infer<typeof historyMetaSchema>;
