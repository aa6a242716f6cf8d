import { complaintSchema, noticeSchema } from "#api/contract/notices.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

export const noticeForm = defineForm(noticeSchema, { id: "notice", failure: "request_failed" });

export const complaintForm = defineForm(complaintSchema, {
  id: "complaint",
  failure: "request_failed",
});
