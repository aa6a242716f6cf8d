import { confirmItemSchema, sendFailedMailsSchema } from "#api/contract/staff/overview.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

export const confirmForm = defineForm(confirmItemSchema, {
  id: "checklist",
  failure: "request_failed",
});

export const mailsForm = defineForm(sendFailedMailsSchema, {
  id: "failed-mails",
  failure: "request_failed",
});
