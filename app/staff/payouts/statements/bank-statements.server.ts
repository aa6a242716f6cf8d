import { z } from "zod";
import { statementFileSchema } from "#api/contract/staff/statements.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

export const uploadForm = defineForm(
  z.object({
    file: z
      .custom<File>((value) => value instanceof File && value.name !== "", "file_required")
      .refine(({ size }) => size > 0, "import_empty")
      .pipe(statementFileSchema),
  }),
  { id: "statement", failure: "request_failed" },
);

/** Applies the previewed marks: the confirmation includes their counts. */
export const markForm = defineForm(
  z.object({
    sent: z.coerce.number().int().nonnegative(),
    returned: z.coerce.number().int().nonnegative(),
  }),
  { id: "mark-statement", failure: "request_failed" },
);

/** A monthly statement has hundreds of entries; its counts cover those of all pages. */
export const ENTRIES_PER_PAGE = 500;
