import { z } from "@hono/zod-openapi";
import { EMAIL_LENGTH_MAX, NAME_LENGTH_MAX } from "#domain/accounts.ts";
import { WITHDRAWAL_NUMBER } from "#domain/references.ts";
import { REFUND_DESTINATIONS } from "#domain/refunds.ts";
import {
  WITHDRAWAL_DECISIONS,
  WITHDRAWAL_STATUSES,
  WITHDRAWAL_SUBJECTS,
  WITHDRAWAL_TEXT_LENGTH_MAX,
} from "#domain/withdrawal-statements.ts";
import { emailSchema } from "./accounts.ts";
import {
  amountSchema,
  idSchema,
  okEnvelope,
  operationIdSchema,
  pageSchema,
  paginationMetaSchema,
  rowIdSchema,
} from "./envelope.ts";
import { requiredLine, requiredText, textLocaleSchema } from "./texts.ts";

/**
 * A statement of withdrawal (Directive 2011/83/EU Art. 11a): name, contract, address for the
 * receipt.
 */
export const withdrawalSchema = z
  .object({
    operation_id: operationIdSchema,
    name: requiredLine("full_name_required", NAME_LENGTH_MAX),
    email: requiredText("email_required", EMAIL_LENGTH_MAX).pipe(emailSchema),
    subject: z.enum(WITHDRAWAL_SUBJECTS),
    contract: z
      .string()
      .trim()
      .max(WITHDRAWAL_TEXT_LENGTH_MAX, "text_too_long")
      .optional()
      .openapi({ description: "The order number or, without it, a description of the contract." }),
    destination: z.enum(REFUND_DESTINATIONS).default("source"),
  })
  .refine(({ subject, contract }) => subject !== "order" || Boolean(contract), {
    path: ["contract"],
    message: "contract_required",
    // So that it is reported together with all other missing fields.
    when: ({ value }) => z.object({ subject: z.string() }).safeParse(value).success,
  })
  .openapi("Withdrawal");

const isWaitingSchema = z
  .boolean()
  .optional()
  .openapi({
    description:
      "Of a refunded statement whose money goes to the source: the payment provider has not taken " +
      "all of it yet. It is sent as soon as the provider does.",
  });

/** The parts of a refunded statement's money that did not go to the payment source. */
const refundPartsShape = {
  to_debt: amountSchema.optional().openapi({
    description: "Of a refunded statement: what paid an amount that its sender owed.",
  }),
  to_wallet: amountSchema.optional().openapi({
    description: "Of a refunded statement: what is in the balance.",
  }),
};

export const withdrawalResponseSchema = okEnvelope(
  z.object({
    number: z.string().openapi({ example: "W-7K3QX2MD" }),
    received_at: z.string(),
    status: z.enum(WITHDRAWAL_STATUSES).optional().openapi({
      description: "For members: whether it is refunded, or left to staff.",
    }),
    destination: z.enum(REFUND_DESTINATIONS).optional().openapi({
      description:
        "For members: where the money of a refunded statement goes; `wallet` if no payment can take it.",
    }),
    is_waiting: isWaitingSchema,
    ...refundPartsShape,
  }),
);

/** The mailbox owner's decision on a statement, made through the link in its receipt. */
export const confirmWithdrawalSchema = z
  .object({
    number: z.string("form_incomplete").regex(WITHDRAWAL_NUMBER, "withdrawal_link_invalid"),
    key: z.string("form_incomplete").max(WITHDRAWAL_TEXT_LENGTH_MAX, "withdrawal_link_invalid"),
    decision: z.enum(WITHDRAWAL_DECISIONS),
  })
  .openapi("ConfirmWithdrawal");

export const confirmWithdrawalResponseSchema = okEnvelope(
  z.object({
    status: z.enum(WITHDRAWAL_STATUSES),
    destination: z.enum(REFUND_DESTINATIONS),
    is_waiting: isWaitingSchema,
    ...refundPartsShape,
  }),
);

export const withdrawalOptionsQuerySchema = z.object({
  order_id: rowIdSchema.optional().openapi({
    description: "An order to list too, if it is older than those listed.",
  }),
});

/** The orders a member may withdraw from now. */
export const withdrawalOptionsResponseSchema = okEnvelope(
  z.object({
    orders: z.array(
      z.object({
        id: idSchema,
        title: z.string(),
        title_locale: textLocaleSchema,
        price: amountSchema,
        amount: amountSchema.optional().openapi({
          description: "What comes back of it: the price without the parts refunded before.",
        }),
        created_at: z.string(),
        destinations: z.array(z.enum(REFUND_DESTINATIONS)).optional().openapi({
          description: "Where its money can go: `source` only if a payment can take some of it.",
        }),
      }),
    ),
    held_orders: z
      .array(
        z.object({
          id: idSchema,
          title: z.string(),
          title_locale: textLocaleSchema,
          amount: amountSchema,
        }),
      )
      .optional()
      .openapi({
        description:
          "Orders whose period is over, but which an undecided statement may still refund.",
      }),
    orders_total: amountSchema.optional().openapi({
      description: "What can come back of the orders in both lists, and of those beyond them.",
    }),
    held_total: amountSchema.optional().openapi({
      description: "The part of `orders_total` that is of `held_orders`.",
    }),
    balance: amountSchema.openapi({
      description: "Unspent amounts of deposits of the last 14 days.",
    }),
  }),
);

export const staffWithdrawalSchema = z
  .object({
    id: idSchema,
    number: z.string(),
    status: z.enum(WITHDRAWAL_STATUSES),
    subject: z.enum(WITHDRAWAL_SUBJECTS),
    contract: z.string().nullable(),
    destination: z.enum(REFUND_DESTINATIONS),
    name: z.string(),
    email: z.string(),
    user_id: idSchema.nullable(),
    note: z.string().nullable(),
    received_at: z.number().int(),
    is_confirmed: z.boolean().openapi({
      description: "The sender was signed in, or used the receipt's link.",
    }),
  })
  .openapi("StaffWithdrawal");
export const staffWithdrawalsResponseSchema = z.object({
  status: z.literal("OK"),
  payload: z.array(staffWithdrawalSchema),
  meta: paginationMetaSchema,
});
export const staffWithdrawalsQuerySchema = z.object({
  status: z.enum(WITHDRAWAL_STATUSES).optional(),
  page: pageSchema,
});

export type WithdrawalBody = z.infer<typeof withdrawalSchema>;
export type WithdrawalReceived = z.infer<typeof withdrawalResponseSchema>["payload"];
export type WithdrawalConfirmed = z.infer<typeof confirmWithdrawalResponseSchema>["payload"];
export type ConfirmWithdrawalBody = z.infer<typeof confirmWithdrawalSchema>;
export type StaffWithdrawal = z.infer<typeof staffWithdrawalSchema>;
