import { z } from "@hono/zod-openapi";
import { idSchema } from "./envelope.ts";
import { historyEnvelope, historyPageShape } from "./history.ts";

const dayFilterSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .optional();

/** What the log is narrowed to; days are UTC's, both ends included. */
export const auditFilterSchema = z.object({
  q: z.string().max(200).optional().openapi({
    description: "An actor's e-mail, an action or its beginning, the id of a subject, or a reason.",
  }),
  kind: z.string().max(40).optional().openapi({ description: "Of the subject." }),
  from: dayFilterSchema,
  to: dayFilterSchema,
});

export const auditQuerySchema = auditFilterSchema.extend(historyPageShape);

/** One thing that somebody of the staff did or looked at. */
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
  kinds: z.array(z.string()).openapi({ description: "Every kind of subject in the log." }),
});

export type AuditFilter = z.infer<typeof auditFilterSchema>;
export type AuditQuery = z.infer<typeof auditQuerySchema>;
export type AuditEntry = z.infer<typeof auditEntrySchema>;
