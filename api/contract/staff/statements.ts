import { z } from "@hono/zod-openapi";
import { STATEMENT_BYTES_MAX, STATEMENT_MB_MAX } from "#domain/bank-statements.ts";
import { amountSchema, idSchema, okEnvelope, uploadSchema } from "../envelope.ts";
import { historyEnvelope } from "../history.ts";

export const statementFileSchema = uploadSchema.refine((file) => file.size <= STATEMENT_BYTES_MAX, {
  message: "file_too_large",
  params: { maxSize: STATEMENT_MB_MAX },
});
export const uploadStatementSchema = z
  .object({ file: statementFileSchema })
  .openapi("UploadBankStatement");

const statementRowSchema = z.object({
  id: idSchema,
  format: z.string().openapi({ example: "camt.053.001.02" }),
  message_id: z.string(),
  imported_at: z.number().int(),
  imported_by: z.string(),
  marked_at: z.number().int().nullable(),
  marked_by: z.string().nullable(),
});

/** A statement, with the classification of each entry. */
export const statementSchema = statementRowSchema
  .extend({
    counts: z.record(z.string(), z.number().int()).openapi({
      description: "Entries by outcome: sent, returned, already, differs, unknown.",
    }),
    entries: z.array(
      z.object({
        position: z.number().int(),
        outcome: z.string(),
        why: z
          .string()
          .nullable()
          .openapi({
            description:
              "For an entry that differs: amount, currency, expected, state, twice, credit, own (the " +
              "return of one's own payout: a colleague marks it).",
          }),
        payout_id: idSchema.nullable(),
        entry_ref: z.string(),
        end_to_end_id: z.string().nullable(),
        amount: amountSchema.nullable(),
        currency: z.string(),
        direction: z.enum(["debit", "credit"]),
        posted_on: z.string().nullable(),
        return_reason: z.string().nullable(),
      }),
    ),
  })
  .openapi("BankStatement");

export const statementResponseSchema = okEnvelope(statementSchema);
export const statementsResponseSchema = historyEnvelope(statementRowSchema);

export const markStatementSchema = z
  .object({
    expected: z
      .object({ sent: z.number().int(), returned: z.number().int() })
      .openapi({ description: "Expected counts from the preview; 409 if they have changed." }),
  })
  .openapi("MarkBankStatement");

export type Statement = z.infer<typeof statementSchema>;
export type StatementRow = z.infer<typeof statementRowSchema>;
export type MarkStatementBody = z.infer<typeof markStatementSchema>;
