import { z } from "zod";
import { complaintSchema, noticeSchema } from "#api/contract/notices.ts";
import { defineForm } from "#app/forms/define-form.server.ts";
import { COMPLAINT_KEY } from "#domain/notices.ts";

export const noticeForm = defineForm(noticeSchema, {
  id: "notice",
  comesBack: true,
  failure: "request_failed",
  unclear: "request_failed",
});

export const complaintForm = defineForm(complaintSchema, {
  id: "complaint",
  failure: "request_failed",
  unclear: "request_failed",
});

const complaintLinkSchema = complaintSchema
  .pick({ notice: true, by: true })
  .extend({ key: z.string().regex(COMPLAINT_KEY) });

/** True for possible parameters of a mailed link; only the API knows whether they are ours. */
export function isComplaintLink(link: readonly { name: string; value: string }[]): boolean {
  const given = Object.fromEntries(link.map(({ name, value }) => [name, value]));
  return complaintLinkSchema.safeParse(given).success;
}
