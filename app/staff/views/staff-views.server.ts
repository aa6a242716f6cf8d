import { z } from "zod";
import { renameViewSchema, saveViewSchema } from "#api/contract/staff/views.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

export const saveViewForm = defineForm(saveViewSchema, { id: "view", failure: "request_failed" });
export const renameViewForm = defineForm(renameViewSchema, {
  id: "view",
  failure: "request_failed",
});
export const deleteViewForm = defineForm(z.object({}), {
  id: "delete-view",
  failure: "request_failed",
});
