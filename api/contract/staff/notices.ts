import { z } from "@hono/zod-openapi";
import {
  NOTICE_DECISIONS,
  NOTICE_PARTIES,
  NOTICE_REASONS,
  NOTICE_STATUSES,
  NOTICE_TEXT_LENGTH_MAX,
} from "#domain/notices.ts";
import {
  idSchema,
  okEnvelope,
  pageSchema,
  paginationMetaSchema,
  pathTextSchema,
} from "../envelope.ts";
import { countsSchema } from "./reviews.ts";

const rowSchema = z.object({
  id: idSchema,
  reference: z.string(),
  status: z.enum(NOTICE_STATUSES),
  reason: z.enum(NOTICE_REASONS),
  title: z.string(),
  slug: pathTextSchema,
  created_at: z.string(),
});

/** A notice with everything needed to decide on it, and the decisions so far, oldest first. */
export const staffNoticeSchema = rowSchema
  .extend({
    product_id: idSchema.nullable(),
    explanation: z.string(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    locale: z.string(),
    has_seller: z.boolean().openapi({ description: "The design was bought from a member." }),
    complaint: z
      .object({ by: z.enum(NOTICE_PARTIES), text: z.string(), at: z.string() })
      .nullable(),
    decisions: z.array(
      z.object({
        decision: z.enum(NOTICE_DECISIONS),
        ground: z.string(),
        statement: z.string(),
        by: z.string().nullable(),
        at: z.string(),
      }),
    ),
    choices: z.array(z.enum(NOTICE_DECISIONS)).openapi({
      description: "Allowed decisions; empty if none.",
    }),
  })
  .openapi("StaffNotice");

export const staffNoticesQuerySchema = z.object({
  status: z.enum(NOTICE_STATUSES).optional(),
  page: pageSchema,
});

export const staffNoticesResponseSchema = okEnvelope(z.array(rowSchema)).extend({
  meta: paginationMetaSchema,
  counts: countsSchema,
});
export const staffNoticeResponseSchema = okEnvelope(staffNoticeSchema);

const text = (lengthMax: number, missing: "ground_required" | "reason_required") =>
  z.string(missing).trim().min(1, missing).max(lengthMax, "text_too_long");

/** A decision with its statement of reasons (Art. 17). */
export const decideNoticeSchema = z
  .object({
    decision: z.enum(NOTICE_DECISIONS, "decision_required"),
    ground: text(300, "ground_required").openapi({
      description: "The law, or the clause of the terms.",
    }),
    statement: text(NOTICE_TEXT_LENGTH_MAX, "reason_required"),
    status: z.enum(NOTICE_STATUSES).optional().openapi({
      description: "Status as read: the notice is not decided in another one.",
    }),
  })
  .openapi("DecideNotice");

export type StaffNotice = z.infer<typeof staffNoticeSchema>;
export type StaffNoticesQuery = z.infer<typeof staffNoticesQuerySchema>;
export type DecideNoticeBody = z.infer<typeof decideNoticeSchema>;
