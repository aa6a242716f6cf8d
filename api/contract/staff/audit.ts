import { z } from "@hono/zod-openapi";
import { STAFF_SEARCH_LENGTH_MAX } from "#domain/staff-search.ts";
import { idSchema } from "../envelope.ts";
import { historyEnvelope, historyPageShape } from "../history.ts";

const dayFilterSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .optional();

/** The log's filters; days are in UTC, first and last inclusive. */
export const auditFilterSchema = z.object({
  q: z.string().max(STAFF_SEARCH_LENGTH_MAX).optional().openapi({
    description:
      "An actor's e-mail, a prefix of an action, the id of a subject, or part of a reason.",
  }),
  kind: z.string().max(40).optional().openapi({ description: "Kind of the subject." }),
  from: dayFilterSchema,
  to: dayFilterSchema,
});

export const auditQuerySchema = auditFilterSchema.extend(historyPageShape);

/** One action or view by a staff member. */
export const auditEntrySchema = z
  .object({
    id: idSchema,
    at: z.number().int(),
    actor: z
      .object({ id: idSchema, email: z.string() })
      .nullable()
      .openapi({ description: "Null for the operator's command." }),
    action: z.string().openapi({ example: "offer.price" }),
    subject: z.object({ kind: z.string(), id: z.string() }),
    before: z.unknown(),
    after: z.unknown(),
    reason: z.string().nullable(),
  })
  .openapi("AuditEntry");

export const auditResponseSchema = historyEnvelope(auditEntrySchema).extend({
  kinds: z.array(z.string()).openapi({ description: "All kinds of subjects in the log." }),
});

export type AuditFilter = z.infer<typeof auditFilterSchema>;
export type AuditQuery = z.infer<typeof auditQuerySchema>;
export type AuditEntry = z.infer<typeof auditEntrySchema>;
