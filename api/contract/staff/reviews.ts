import { z } from "@hono/zod-openapi";
import { LOCALES } from "#domain/locales.ts";
import { REASON_BODY_LENGTH_MAX, REASON_KINDS, REASON_TITLE_LENGTH_MAX } from "#domain/reviews.ts";
import { amountSchema, idSchema, okEnvelope } from "../envelope.ts";
import { requiredText } from "../texts.ts";

/** A record's position among the records of its status, in list order. */
export const queuePlaceSchema = z
  .object({
    previous: idSchema.nullable(),
    next: idSchema.nullable(),
    position: z.number().int().openapi({ description: "Counted from 1." }),
    total: z.number().int(),
  })
  .openapi("QueuePlace");

/** Decisions with time and staff member, oldest first. */
export const decisionsSchema = z.array(
  z.object({
    at: z.number().int(),
    actor: z
      .string()
      .nullable()
      .openapi({ description: "A name, or the address if there is none." }),
    status: z.string(),
    amount: amountSchema.nullish(),
    note: z.string().nullish(),
  }),
);

/** Number of records per status. */
export const countsSchema = z.record(z.string(), z.number().int());

const REASON_VERSION_LENGTH_MAX = 100;

const text = (lengthMax: number) => requiredText("wording_required", lengthMax);

const reasonShape = {
  kind: z.enum(REASON_KINDS),
  locale: z.enum(LOCALES).openapi({
    description: "The language of its readers.",
  }),
  title: text(REASON_TITLE_LENGTH_MAX),
  body: text(REASON_BODY_LENGTH_MAX),
};
export const saveReasonSchema = z.object(reasonShape).openapi("SaveReason");
export const updateReasonSchema = z
  .object({
    ...reasonShape,
    version: z.string().max(REASON_VERSION_LENGTH_MAX).openapi({ description: "Version as read." }),
  })
  .openapi("UpdateReason");

const reasonSchema = z
  .object({
    id: idSchema,
    kind: z.string(),
    locale: z.string(),
    title: z.string(),
    body: z.string(),
    version: z.string().optional().openapi({
      description: "Changes with the reason; an update must send it.",
    }),
  })
  .openapi("Reason");
export const reasonsResponseSchema = okEnvelope(z.array(reasonSchema));
export const reasonResponseSchema = okEnvelope(reasonSchema);

export type QueuePlace = z.infer<typeof queuePlaceSchema>;
export type Decisions = z.infer<typeof decisionsSchema>;
export type Reason = z.infer<typeof reasonSchema>;
export type SaveReasonBody = z.infer<typeof saveReasonSchema>;
export type UpdateReasonBody = z.infer<typeof updateReasonSchema>;
