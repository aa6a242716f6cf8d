import { messageStatusSchema, replySchema } from "#api/contract/staff/contact.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

export const replyForm = defineForm(replySchema, { id: "reply", failure: "request_failed" });

export const statusForm = defineForm(messageStatusSchema, {
  id: "message-status",
  failure: "request_failed",
});
