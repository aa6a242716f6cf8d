import { z } from "@hono/zod-openapi";
import { PAGE_MAX } from "#domain/catalog.ts";
import { ROW_ID } from "#domain/ids.ts";

/** A decimal with at most two decimal places. We send strings; other servers may send numbers. */
export const amountSchema = z
  .union([z.string(), z.number()], "amount_invalid")
  .openapi("Amount", { example: "12.50", description: "Decimal amount, two places at most." });

/** A text that is used in URLs, where a lone surrogate cannot be encoded. */
export const pathTextSchema = z.string().refine((text) => !/\p{Surrogate}/u.test(text));

/** Our ids are numbers; other servers may use strings (uuid). */
export const idSchema = z.union([z.number().int(), pathTextSchema]).openapi("Id", { example: 17 });

/** An id that a client sends in a URL, query or body. */
export const rowIdSchema = z.string().regex(ROW_ID);

/** The same in a body, where it may also be the number as read; `message` is that of any other. */
export const rowIdInBodySchema = (message?: string) =>
  z.union([z.number().int(message).positive(message), z.string().regex(ROW_ID, message)], message);

/**
 * The idempotency key of a request. Each of our forms gets one from its loader, so a missing or
 * invalid key means that the form was incomplete, not that its user could correct a field.
 */
export const operationIdSchema = z.uuid("form_incomplete").openapi({
  description:
    "Idempotency key: made by the client, and sent again when it repeats the request. With other " +
    "content or for another object it is rejected with `operation_conflict`. Those of deposits, " +
    "offers and verifications are each member's own; elsewhere one that another person has used " +
    "is rejected as well.",
});

/** A file of a multipart form. Its name and type are claims by the client. */
export const uploadSchema = z
  .instanceof(File)
  .openapi("Upload", { type: "string", format: "binary" });

/** `code` identifies the message for clients that translate it. */
export const statusOkSchema = z.object({
  status: z.literal("OK"),
  message: z.string().optional(),
  code: z.string().optional(),
});

const paramsSchema = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .optional()
  .openapi({ description: "Values of the message's placeholders.", example: { max: 120 } });

export const errorSchema = z
  .object({
    status: z.literal("ERROR"),
    message: z.string().openapi({ description: "English text for people." }),
    code: z.string().optional().openapi({
      description: "Identifies the message, for programs and translations.",
      example: "validation_failed",
    }),
    params: paramsSchema,
    errors: z.record(z.string(), z.array(z.string())).optional(),
    error_codes: z
      .record(z.string(), z.array(z.object({ code: z.string(), params: paramsSchema })))
      .optional()
      .openapi({ description: "The codes of `errors`, in the same order." }),
    details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  })
  .openapi("Error");

/** `{status: "OK", payload, message?}`: the envelope of all endpoints except products (spec §3). */
export function okEnvelope<Payload extends z.ZodType>(payload: Payload) {
  return z.object({ status: z.literal("OK"), payload, message: z.string().optional() });
}

/** `{data}`: the envelope of the product, category and style endpoints (spec §3). */
export function dataEnvelope<Data extends z.ZodType>(payload: Data) {
  return z.object({ data: payload });
}

/** Treats an empty value as absent, because native forms send empty fields. */
export const blankIsAbsent = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

/** A positive integer in a query. Digits only: `Number` would also accept "1e3" and "0x10". */
export const wholeNumber = (max: number) => {
  const outOfRange = { message: "number_out_of_range", params: { max } };
  const number = z
    .string()
    .refine((text) => /^[1-9]\d{0,8}$/.test(text) && Number(text) <= max, outOfRange)
    .transform(Number);
  return blankIsAbsent(number).openapi({
    type: "integer",
    minimum: 1,
    maximum: max,
  });
};

/** The page of a list; defaults to the first. */
export const pageSchema = wholeNumber(PAGE_MAX);
/** The query of a list whose only parameter is the page. */
export const pageQuerySchema = z.object({ page: pageSchema });

export const paginationMetaSchema = z
  .object({
    current_page: z.number().int(),
    last_page: z.number().int(),
    per_page: z.number().int().optional(),
    total: z.number().int().optional(),
  })
  .openapi("PaginationMeta");
