import { z } from "@hono/zod-openapi";
import { parseAmount } from "#domain/money.ts";
import { STAFF_ROLES } from "#domain/staff-roles.ts";
import { PEOPLE_STATES, STAFF_SEARCH_LENGTH_MAX } from "#domain/staff-search.ts";
import { REASON_LENGTH_MAX } from "#domain/verification.ts";
import { emailSchema } from "../accounts.ts";
import { amountSchema, idSchema, okEnvelope, operationIdSchema } from "../envelope.ts";
import { historyEnvelope, historyPageShape } from "../history.ts";
import { requiredText } from "../texts.ts";

export const peopleQuerySchema = z.object({
  q: z.string().max(STAFF_SEARCH_LENGTH_MAX).optional().openapi({
    description: "Part of the e-mail address or name, or the full id.",
  }),
  state: z.enum(PEOPLE_STATES).optional().openapi({
    description: "`balance`: has an adjustment pending approval.",
  }),
  ...historyPageShape,
});

export const listedPersonSchema = z
  .object({
    id: idSchema,
    email: z.string(),
    name: z.string(),
    staff_role: z.enum(STAFF_ROLES).nullable(),
    verification: z.string(),
    balance: amountSchema,
    created_at: z.number().int(),
    is_disabled: z.boolean(),
    is_deleted: z.boolean(),
  })
  .openapi("ListedPerson");

export const peopleResponseSchema = historyEnvelope(listedPersonSchema);

/** One entry of a person's records; `currency` is null for the internal one. */
export const personRecordSchema = z
  .object({
    id: idSchema,
    at: z.number().int(),
    title: z.string(),
    status: z.string().nullable(),
    amount: amountSchema.nullable(),
    currency: z.string().nullable(),
  })
  .openapi("PersonRecord");

const recordsSchema = z.array(personRecordSchema);

/** The latest 50 of each kind, newest first. */
export const personRecordsSchema = z.object({
  ledger: recordsSchema.openapi({ description: "All postings of the wallet, and of a debt." }),
  orders: recordsSchema,
  deposits: recordsSchema,
  offers: recordsSchema,
  documents: recordsSchema,
  sessions: recordsSchema,
  mails: recordsSchema.openapi({ description: "Queued or failed emails." }),
});

const countSchema = z.number().int();
const recordCountsSchema = z
  .object({
    ledger: countSchema,
    orders: countSchema,
    deposits: countSchema,
    offers: countSchema,
    documents: countSchema,
    sessions: countSchema,
    mails: countSchema,
  })
  .openapi({ description: "All records of each kind, listed or not." });

/** A balance adjustment; a negative `amount` debits. */
export const balanceAdjustmentSchema = z
  .object({
    id: idSchema,
    amount: amountSchema,
    reason: z.string(),
    status: z.enum(["waiting", "posted", "rejected"]),
    requested_by: z.object({ id: idSchema, email: z.string() }),
    requested_at: z.number().int(),
  })
  .openapi("BalanceAdjustment");
export const balanceAdjustmentResponseSchema = okEnvelope(balanceAdjustmentSchema);

export const personSchema = listedPersonSchema
  .extend({
    phone: z.string().nullable(),
    address: z.string().nullable(),
    locale: z.string().nullable(),
    is_email_verified: z.boolean(),
    balance_request: balanceAdjustmentSchema.nullable().optional().openapi({
      description: "Balance adjustment pending approval.",
    }),
    records: personRecordsSchema,
    record_counts: recordCountsSchema.optional(),
  })
  .openapi("Person");

export const personResponseSchema = okEnvelope(personSchema);

export const PERSON_CHANGES = [
  "disable",
  "enable",
  "end_sessions",
  "send_reset",
  "email",
  "staff_role",
] as const;

const reasonSchema = requiredText("reason_required", REASON_LENGTH_MAX);

export const changePersonSchema = z
  .object({
    change: z.enum(PERSON_CHANGES),
    reason: reasonSchema,
    email: emailSchema.optional().openapi({ description: "For the change `email`." }),
    staff_role: z
      .enum([...STAFF_ROLES, "none"])
      .optional()
      .openapi({ description: "For the change `staff_role`; `none` makes an ordinary member." }),
  })
  .openapi("ChangePerson");

export const viewPersonSchema = changePersonSchema.pick({ reason: true }).openapi("ViewPerson");
export const endedViewResponseSchema = okEnvelope(
  z.object({
    person: idSchema.nullable().openapi({ description: "ID of the user whose view has ended." }),
  }),
);

export const adjustBalanceSchema = z
  .object({
    operation_id: operationIdSchema,
    direction: z.enum(["add", "take"]),
    amount: z
      .string("amount_invalid")
      .refine((text) => (parseAmount(text) ?? 0) > 0, "amount_invalid")
      .openapi({ example: "12.50" }),
    reason: reasonSchema,
  })
  .openapi("AdjustBalance");

export const decideAdjustmentSchema = z
  .object({
    request: z.coerce.number("form_incomplete").int().positive().max(Number.MAX_SAFE_INTEGER),
    decision: z.enum(["approve", "reject"]),
  })
  .openapi("DecideAdjustment");

export type AdjustBalanceBody = z.infer<typeof adjustBalanceSchema>;
export type DecideAdjustmentBody = z.infer<typeof decideAdjustmentSchema>;
export type BalanceAdjustment = z.infer<typeof balanceAdjustmentSchema>;
export type PeopleQuery = z.infer<typeof peopleQuerySchema>;
export type ListedPerson = z.infer<typeof listedPersonSchema>;
export type Person = z.infer<typeof personSchema>;
export type PersonRecord = z.infer<typeof personRecordSchema>;
export type ChangePersonBody = z.infer<typeof changePersonSchema>;
