import { z } from "@hono/zod-openapi";
import { IMPORT_STATUSES } from "#domain/imports.ts";
import { PRODUCT_STATUSES } from "#domain/products.ts";
import { amountSchema, idSchema, okEnvelope, paginationMetaSchema } from "../envelope.ts";

const importShape = {
  id: idSchema,
  status: z.enum(IMPORT_STATUSES),
  file_name: z.string(),
  failure: z.string().nullable().openapi({ description: "Error code if the file cannot be read." }),
  rows_total: z.number().int().nullable().openapi({ description: "Null until counted." }),
  rows_checked: z.number().int(),
  wrong_count: z.number().int().openapi({ description: "Rows with errors." }),
  deleted_count: z.number().int(),
  withdrawn_count: z
    .number()
    .int()
    .openapi({ description: "Kept by an undo because they were sold." }),
  actor: z.string().nullable(),
  created_at: z.string(),
  is_waiting: z.boolean().optional().openapi({
    description: "Its file cannot be read for now; tried again by itself for up to a day.",
  }),
};
const importSchema = z.object(importShape).openapi("Import");

const problemSchema = z.object({
  line: z.number().int(),
  column: z.string(),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  value: z
    .string()
    .optional()
    .openapi({ description: "The start of what is in the cell, unless it is empty." }),
});

const importDetailSchema = z
  .object({
    ...importShape,
    changed_count: z
      .number()
      .int()
      .optional()
      .openapi({ description: "Its products that were changed since; an undo deletes them too." }),
    unknown_columns: z.array(z.string()),
    problems: z.array(problemSchema).openapi({ description: "The first errors." }),
    problem_counts: z.array(
      z.object({ column: z.string(), code: z.string(), count: z.number().int() }),
    ),
    sample: z
      .array(
        z.object({
          line: z.number().int(),
          title: z.string(),
          slug: z.string(),
          status: z.enum(PRODUCT_STATUSES),
          price: amountSchema,
          picture: z.string().nullable().openapi({ description: "Hash of its picture." }),
          prompt: z.string(),
          model: z.string(),
          seed: z.string(),
          size: z.string().openapi({ description: "Actual size of the picture." }),
          claimed_size: z.string().openapi({ description: "Size according to its metadata." }),
        }),
      )
      .openapi({ description: "The first valid rows." }),
  })
  .openapi("ImportDetail");

export const importsResponseSchema = okEnvelope(z.array(importSchema)).extend({
  meta: paginationMetaSchema.optional().openapi({ description: "Absent for a single page." }),
});
export const importResponseSchema = okEnvelope(importDetailSchema);
export const importCreatedResponseSchema = okEnvelope(z.object({ id: idSchema }));

export const changeImportSchema = z
  .strictObject({ action: z.enum(["write", "undo", "discard"], "decision_required") })
  .openapi("ChangeImport");

export type Import = z.infer<typeof importSchema>;
export type ImportDetail = z.infer<typeof importDetailSchema>;
export type ChangeImportBody = z.infer<typeof changeImportSchema>;
