import { z } from "@hono/zod-openapi";
import { MESSAGE_REPLY_LENGTH_MAX, MESSAGE_STATUSES } from "#domain/contact.ts";
import {
  blankIsAbsent,
  idSchema,
  okEnvelope,
  operationIdSchema,
  pageSchema,
  paginationMetaSchema,
} from "../envelope.ts";
import { requiredText } from "../texts.ts";

const statusSchema = z.enum(MESSAGE_STATUSES);

const messageRowSchema = z.object({
  id: idSchema,
  reference: z.string().nullable(),
  status: statusSchema,
  name: z.string(),
  email: z.string(),
  excerpt: z.string().openapi({ description: "Beginning of the message." }),
  locale: z.string(),
  created_at: z.string(),
});

/** A message with all its fields, and our replies to it, oldest first. */
export const staffMessageSchema = messageRowSchema
  .extend({
    message: z.string(),
    details: z.array(z.object({ name: z.string(), value: z.string() })).openapi({
      description: "Other fields of the contact form, by name.",
    }),
    is_member: z.boolean(),
    replies: z.array(z.object({ body: z.string(), author: z.string(), created_at: z.string() })),
  })
  .openapi("StaffMessage");

export const staffMessagesQuerySchema = z.object({
  status: statusSchema.optional(),
  q: z.string().trim().max(100).optional().openapi({
    description: "Searches reference, name, address and message.",
  }),
  page: pageSchema,
});

export const staffMessagesResponseSchema = okEnvelope(z.array(messageRowSchema)).extend({
  meta: paginationMetaSchema,
  counts: z.record(z.string(), z.number().int()),
});
export const staffMessageResponseSchema = okEnvelope(staffMessageSchema);

/** Treats null as absent, because coercion would turn it into 0. */
const replyCountSchema = z.coerce
  .number()
  .int()
  .nonnegative()
  .nullish()
  .transform((count) => count ?? undefined);

export const replySchema = z
  .object({
    operation_id: operationIdSchema,
    message: requiredText("message_required", MESSAGE_REPLY_LENGTH_MAX),
    is_closing: z.boolean().default(false).openapi({
      description: "True closes the message.",
    }),
    replies: blankIsAbsent(replyCountSchema).openapi({
      type: "integer",
      minimum: 0,
      description: "Number of replies as read: with another one the reply is not sent.",
    }),
  })
  .openapi("ReplyToMessage");

export const messageStatusSchema = z
  .object({ status: z.enum(MESSAGE_STATUSES) })
  .openapi("SetMessageStatus");

export type StaffMessage = z.infer<typeof staffMessageSchema>;
export type StaffMessagesQuery = z.infer<typeof staffMessagesQuerySchema>;
export type ReplyBody = z.infer<typeof replySchema>;
