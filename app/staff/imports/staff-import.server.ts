import { z } from "zod";
import { changeImportSchema } from "#api/contract/staff/imports.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

/**
 * One button of an import: write, undo, discard. A field called "action" would shadow the form's
 * own property.
 */
export const importForm = defineForm(z.object({ change: changeImportSchema.shape.action }), {
  id: "import",
  failure: "request_failed",
});
