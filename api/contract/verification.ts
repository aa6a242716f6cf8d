import { z } from "@hono/zod-openapi";
import { VERIFICATION_STATUSES } from "#domain/accounts.ts";
import { isDay } from "#domain/dates.ts";
import { STAFF_DATE_SORTS, STAFF_SEARCH_LENGTH_MAX } from "#domain/staff-search.ts";
import {
  ADDRESS_DOCUMENT_TYPES,
  DECISIONS,
  DOCUMENT_BYTES_MAX,
  DOCUMENT_MB_MAX,
  DOCUMENT_PARTS,
  ID_DOCUMENT_TYPES,
  needsPart,
  REASON_LENGTH_MAX,
  SENT_VERIFICATION_STATUSES,
  VERIFICATION_REQUIRED,
} from "#domain/verification.ts";
import { contactDetailsShape } from "./contact.ts";
import { blankIsAbsent, idSchema, okEnvelope, operationIdSchema, rowIdSchema } from "./envelope.ts";
import { historyEnvelope, historyPageShape } from "./history.ts";
import { countsSchema, queuePlaceSchema } from "./staff/reviews.ts";
import { lineSchema, requiredLine } from "./texts.ts";

const countryOf = (message: string) => z.string(message).regex(/^[A-Z]{2}$/, message);

// Unlike z.instanceof, this does not suppress the rules of other fields.
const scan = (message: string) =>
  z
    .custom<File>((value) => value instanceof File, { message, abort: false })
    .refine((file) => !(file instanceof File) || file.size <= DOCUMENT_BYTES_MAX, {
      message: "file_too_large",
      params: { maxSize: DOCUMENT_MB_MAX },
    })
    .openapi({ type: "string", format: "binary" });

/** The fields of spec §3 Verification, with the messages of §5. */
export const verificationSchema = z
  .object({
    full_name: requiredLine(VERIFICATION_REQUIRED.full_name, 160),
    // Checking the age needs the current date, so the API does that afterwards.
    date_of_birth: requiredLine(VERIFICATION_REQUIRED.date_of_birth, 10)
      .refine((text) => text === "" || isDay(text), "date_of_birth_invalid")
      .openapi({ example: "1990-02-28" }),
    nationality: countryOf(VERIFICATION_REQUIRED.nationality),
    phone: contactDetailsShape.phone,
    address: contactDetailsShape.address,
    city: contactDetailsShape.city,
    state: lineSchema(120).optional(),
    country: countryOf(VERIFICATION_REQUIRED.country),
    document_type: z.enum(ID_DOCUMENT_TYPES, VERIFICATION_REQUIRED.document_type),
    document_front: scan(VERIFICATION_REQUIRED.document_front),
    document_back: scan(VERIFICATION_REQUIRED.document_back)
      .optional()
      .openapi({ description: "For cards and licences; ignored for a passport." }),
    address_document_type: z.enum(
      ADDRESS_DOCUMENT_TYPES,
      VERIFICATION_REQUIRED.address_document_type,
    ),
    address_document: scan(VERIFICATION_REQUIRED.address_document),
    confirm: z.enum(["on", "true", "1"], VERIFICATION_REQUIRED.confirm),
    operation_id: operationIdSchema,
  })
  .refine((body) => body.document_back || !needsPart(body.document_type, "document_back"), {
    path: ["document_back"],
    message: VERIFICATION_REQUIRED.document_back,
    // So that it is reported together with all other errors.
    when: ({ value }) => typeof value === "object" && value !== null,
  })
  .openapi("Verification");

const partSchema = z.enum(DOCUMENT_PARTS);

/** A submitted verification and its outcome. */
const sentSchema = z.object({
  id: idSchema,
  full_name: z.string(),
  date_of_birth: z.string().openapi({ description: "A date, such as 1990-02-28." }),
  nationality: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string().nullable(),
  country: z.string(),
  document_type: z.enum(ID_DOCUMENT_TYPES),
  address_document_type: z.enum(ADDRESS_DOCUMENT_TYPES),
  status: z.enum(VERIFICATION_STATUSES),
  created_at: z.string(),
  expected_by: z.string().openapi({ description: "Date by which the review is expected." }),
  decided_at: z.string().nullable(),
  reason: z.string().nullable().openapi({ description: "Why it was rejected." }),
});

export const verificationResponseSchema = okEnvelope(
  z.object({
    status: z.enum(VERIFICATION_STATUSES),
    verification: sentSchema.nullable().openapi({ description: "The latest submission." }),
  }),
);

const queuedSchema = sentSchema
  .pick({ id: true, full_name: true, country: true, document_type: true, status: true })
  .extend({
    email: z.string(),
    created_at: z.string(),
    expected_by: z.string(),
    decided_at: z.string().nullish(),
  });

export const staffVerificationsQuerySchema = z.object({
  status: z
    .enum(SENT_VERIFICATION_STATUSES)
    .optional()
    .openapi({ description: "Defaults to pending." }),
  ...historyPageShape,
  q: blankIsAbsent(z.string().max(STAFF_SEARCH_LENGTH_MAX)).openapi({
    type: "string",
    description: "A verification's number, part of the name or the start of an address.",
  }),
  sort: blankIsAbsent(z.enum(STAFF_DATE_SORTS)),
});

export const staffVerificationsResponseSchema = historyEnvelope(queuedSchema).extend({
  counts: countsSchema.optional(),
});

export const staffVerificationResponseSchema = okEnvelope(
  sentSchema.extend({
    email: z.string(),
    is_disabled: z.boolean().optional(),
    locale: z.string().openapi({ description: "The language of mails to this person." }),
    decided_by: z.string().nullable(),
    documents: z.array(
      z.object({ part: partSchema, width_px: z.number().int(), height_px: z.number().int() }),
    ),
    queue: queuePlaceSchema.nullish().openapi({ description: "While pending." }),
    earlier: z.array(sentSchema.pick({ id: true, status: true, decided_at: true, reason: true })),
  }),
);

export const decideVerificationSchema = z
  .object({
    decision: z.enum(DECISIONS, "decision_required"),
    reason: z.string().trim().max(REASON_LENGTH_MAX, "text_too_long").optional(),
  })
  .refine(({ decision, reason }) => decision === "approved" || Boolean(reason), {
    path: ["reason"],
    message: "reason_required",
  })
  .openapi("DecideVerification");

export const documentParamsSchema = z.object({
  id: rowIdSchema,
  part: partSchema,
});

export type VerificationBody = z.infer<typeof verificationSchema>;
export type SentVerification = z.infer<typeof sentSchema>;
export type VerificationPayload = z.infer<typeof verificationResponseSchema>["payload"];
export type StaffVerificationsQuery = z.infer<typeof staffVerificationsQuerySchema>;
export type QueuedVerification = z.infer<typeof queuedSchema>;
export type StaffVerification = z.infer<typeof staffVerificationResponseSchema>["payload"];
export type DecideVerificationBody = z.infer<typeof decideVerificationSchema>;
