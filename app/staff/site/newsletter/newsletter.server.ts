import { z } from "zod";
import { operationIdSchema } from "#api/contract/envelope.ts";
import { issueTextSchema } from "#api/contract/staff/newsletter.ts";
import type { IssueTexts } from "#app/api-client/staff/newsletter.server.ts";
import type { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { defineForm } from "#app/forms/define-form.server.ts";
import type { IssueText } from "#domain/newsletter.ts";

const version = z.coerce.number().int().nonnegative();

/** One language of an issue. */
const textSchema = z
  .object({
    operation_id: operationIdSchema,
    version: version.optional(),
    subject: issueTextSchema.shape.subject,
    body: issueTextSchema.shape.body,
    label: issueTextSchema.shape.label,
    url: issueTextSchema.shape.url,
  })
  // A button without a URL would be dropped silently.
  .refine(({ label, url }) => (label === undefined) === (url === undefined), {
    path: ["url"],
    message: "url_invalid",
  });

export const issueForm = defineForm(textSchema, {
  id: "issue",
  failure: "request_failed",
  fromApi: toFormError,
});

export const testForm = defineForm(z.object({}), { id: "test-issue", failure: "request_failed" });

/** Sends the displayed issue: the confirmation includes its version and number of recipients. */
export const sendForm = defineForm(
  z.object({ version, expected: z.coerce.number().int().positive("form_incomplete") }),
  { id: "send-issue", failure: "request_failed" },
);

/** The texts of an issue with this language's replaced. */
export function withText(
  texts: IssueTexts,
  language: string,
  { subject, body, label, url }: z.output<typeof textSchema>,
): IssueTexts {
  const text: IssueText = { subject, body, ...(label && url ? { label, url } : {}) };
  return { ...texts, [language]: text };
}

/** The contract's fields, `texts.de.subject`, as those of the form. */
function toFormError(error: ApiError): ApiError {
  return error.renameFields((name) => name.replace(/^texts(\.\w+\.?)?/, "") || "subject");
}
