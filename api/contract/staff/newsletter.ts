import { z } from "@hono/zod-openapi";
import { LOCALES } from "#domain/locales.ts";
import {
  ISSUE_BODY_LENGTH_MAX,
  ISSUE_BUTTON_LENGTH_MAX,
  ISSUE_SUBJECT_LENGTH_MAX,
  SUBSCRIBER_STATES,
} from "#domain/newsletter.ts";
import {
  idSchema,
  okEnvelope,
  operationIdSchema,
  pageSchema,
  paginationMetaSchema,
} from "../envelope.ts";
import { requiredLine, requiredText } from "../texts.ts";
import { countsSchema } from "./reviews.ts";

export const subscribersFilterSchema = z.object({
  state: z.enum(SUBSCRIBER_STATES).optional(),
  q: z.string().trim().max(100).optional().openapi({ description: "Part of the address." }),
});
export const subscribersQuerySchema = subscribersFilterSchema.extend({ page: pageSchema });
export const subscribersResponseSchema = okEnvelope(
  z.array(
    z
      .object({
        id: idSchema,
        email: z.string(),
        state: z.enum(SUBSCRIBER_STATES),
        locale: z.string(),
        created_at: z.string(),
        confirmed_at: z.string().nullable(),
      })
      .openapi("Subscriber"),
  ),
).extend({ meta: paginationMetaSchema, counts: countsSchema });

/** One line: a line break in the subject could inject mail headers. */
const line = (lengthMax: number) => requiredLine("wording_required", lengthMax);

const httpsUrl = z
  .string("url_invalid")
  .trim()
  .max(2_000, "url_invalid")
  .refine((text) => /^https:\/\/[^\s"<>]+$/.test(text) && URL.canParse(text), "url_invalid");

export const issueTextSchema = z
  .object({
    subject: line(ISSUE_SUBJECT_LENGTH_MAX),
    body: requiredText("wording_required", ISSUE_BODY_LENGTH_MAX).openapi({
      description: "Plain text; a blank line separates paragraphs.",
    }),
    label: line(ISSUE_BUTTON_LENGTH_MAX).optional(),
    url: httpsUrl
      .optional()
      .openapi({ description: "Button target; required if a button text is set." }),
  })
  .refine(({ label, url }) => (label === undefined) === (url === undefined), {
    path: ["url"],
    message: "url_invalid",
  })
  .openapi("NewsletterText");

const textsSchema = z
  .partialRecord(z.enum(LOCALES), issueTextSchema)
  .refine((texts) => Object.keys(texts).length > 0, "wording_required")
  .openapi({
    description: "By language; readers of other languages get English, or the first one.",
  });

export const createIssueSchema = z
  .object({ operation_id: operationIdSchema, texts: textsSchema })
  .openapi("CreateNewsletterIssue");
export const updateIssueSchema = z
  .object({ version: z.number().int().nonnegative(), texts: textsSchema })
  .openapi("UpdateNewsletterIssue");
export const sendIssueSchema = z
  .object({
    version: z.number().int().nonnegative(),
    expected: z.number().int().positive().openapi({
      description: "Displayed number of recipients; 409 if it has changed.",
    }),
  })
  .openapi("SendNewsletterIssue");
export const issuePreviewQuerySchema = z.object({ locale: z.enum(LOCALES).optional() });
export const issueLocaleSchema = z.object({ locale: z.enum(LOCALES) });

const issueSchema = z
  .object({
    id: idSchema,
    texts: z.record(z.string(), issueTextSchema),
    version: z.number().int(),
    created_at: z.string(),
    author: z.string(),
    sent_at: z.string().nullable(),
    sent_by: z.string().nullable(),
    counts: countsSchema.openapi({ description: "Mails: waiting, sent, failed, left." }),
    readers: z.number().int().openapi({ description: "Current recipient count." }),
  })
  .openapi("NewsletterIssue");
export const issueResponseSchema = okEnvelope(issueSchema);
export const issuesResponseSchema = okEnvelope(z.array(issueSchema)).extend({
  meta: paginationMetaSchema,
});
export const issuesQuerySchema = z.object({ page: pageSchema });
export const issuePreviewResponseSchema = okEnvelope(
  z.object({ subject: z.string(), html: z.string(), text: z.string() }),
);

export type SubscribersFilter = z.infer<typeof subscribersFilterSchema>;
export type SubscribersQuery = z.infer<typeof subscribersQuerySchema>;
export type Issue = z.infer<typeof issueSchema>;
export type CreateIssueBody = z.infer<typeof createIssueSchema>;
export type UpdateIssueBody = z.infer<typeof updateIssueSchema>;
export type SendIssueBody = z.infer<typeof sendIssueSchema>;
