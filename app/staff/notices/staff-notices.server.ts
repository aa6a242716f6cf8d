import { decideNoticeSchema } from "#api/contract/staff/notices.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

export const decisionForm = defineForm(decideNoticeSchema, {
  id: "decision",
  failure: "request_failed",
});
