import { z } from "zod";
import { operationIdSchema } from "#api/contract/envelope.ts";
import { issueTextSchema } from "#api/contract/staff/newsletter.ts";
import type { IssueTexts } from "#app/api-client/staff/newsletter.server.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { defineForm } from "#app/forms/define-form.server.ts";
import type { IssueText } from "#domain/newsletter.ts";
import { ISSUE_FORM } from "./issue-forms.tsx";
import { isUnsaved } from "./issue-text.ts";

const version = z.coerce.number().int().nonnegative();
/**
 * A text that is not validated here; also the value added by the pressed button (`SubmitButton`).
 */
const typed = z.string().optional();

/** The texts of an issue in one language. */
const textSchema = z
  .object({
    operation_id: operationIdSchema,
    version: version.optional(),
    subject: issueTextSchema.shape.subject,
    body: issueTextSchema.shape.body,
    label: issueTextSchema.shape.label,
    url: issueTextSchema.shape.url,
    save: typed,
  })
  // A button without a URL would be dropped silently.
  .refine(({ label, url }) => (label === undefined) === (url === undefined), {
    path: ["url"],
    message: "url_invalid",
  });

export const issueForm = defineForm(textSchema, {
  id: ISSUE_FORM,
  failure: "request_failed",
  fromApi: toFormError,
});

export const testForm = defineForm(z.object({ test: typed }), {
  id: "test-issue",
  failure: "request_failed",
});

/**
 * Sends the displayed issue: the confirmation includes its version and number of recipients. The
 * button is part of the text's form, so that unsaved text is sent along and stays.
 */
export const sendForm = defineForm(
  z.object({
    operation_id: typed,
    version,
    expected: z.coerce.number().int().positive("form_incomplete"),
    subject: typed,
    body: typed,
    label: typed,
    url: typed,
  }),
  { id: ISSUE_FORM, failure: "request_failed" },
);

/** Throws ApiError newsletter_unsaved if the text in the form is not the saved one. */
export function assertSaved(text: Parameters<typeof isUnsaved>[0], saved: IssueText | undefined) {
  if (!isUnsaved(text, saved)) return;
  throw new ApiError(422, "newsletter_unsaved", { code: "newsletter_unsaved" });
}

/** The texts of an issue, with those in this language replaced. */
export function withText(
  texts: IssueTexts,
  language: string,
  { subject, body, label, url }: z.output<typeof textSchema>,
): IssueTexts {
  const text: IssueText = { subject, body, ...(label && url ? { label, url } : {}) };
  return { ...texts, [language]: text };
}

/** Renames the contract's fields, such as `texts.de.subject`, to those of the form. */
function toFormError(error: ApiError): ApiError {
  return error.renameFields((name) => name.replace(/^texts(\.\w+\.?)?/, "") || "subject");
}
