import { z } from "@hono/zod-openapi";
import { EMAIL_LENGTH_MAX, NAME_LENGTH_MAX } from "#domain/accounts.ts";
import { isRowId } from "#domain/ids.ts";
import type { FieldErrorCode } from "#domain/messages.ts";
import {
  ANONYMOUS_REASON,
  NOTICE_PARTIES,
  NOTICE_REASONS,
  NOTICE_TEXT_LENGTH_MAX,
} from "#domain/notices.ts";
import { CONTACT_REFERENCE_PATTERN } from "#domain/references.ts";
import { withoutInvisible } from "#domain/typed-text.ts";
import { emailSchema } from "./accounts.ts";
import { okEnvelope, operationIdSchema } from "./envelope.ts";
import { lineSchema, requiredText } from "./texts.ts";

const textOr = (missing: FieldErrorCode) => requiredText(missing, NOTICE_TEXT_LENGTH_MAX);
/** Forms send "" for an empty field. */
const blank = z.literal("").transform(() => undefined);

/**
 * The last path segment of a URL, without its query and trailing punctuation of the surrounding
 * text. A number identifies a product only alone or after "products": other pages have numbers too.
 */
const toKey = (address: string) => {
  const [last = "", parent = "products"] = withoutInvisible(address)
    .replace(/[?#].*$/, "")
    .replace(/[\s.,;:!?)>\]"'’”»]+$/, "")
    .split("/")
    .filter(Boolean)
    .reverse();
  return isRowId(last) && parent !== "products" ? `${parent}/${last}` : last;
};

/** Most reasons require the sender's details; this is reported together with all other errors. */
const hasReason = ({ value }: { value: unknown }) =>
  z.object({ reason: z.string() }).safeParse(value).success;

/** A notice of illegal content with the fields of Art. 16(2) of Regulation (EU) 2022/2065. */
export const noticeSchema = z
  .object({
    operation_id: operationIdSchema,
    product: requiredText("product_required", 500)
      .transform(toKey)
      .openapi({ description: "The slug or id of the product, or the URL of its page." }),
    reason: z.enum(NOTICE_REASONS),
    explanation: textOr("explanation_required"),
    name: z.union([blank, lineSchema(NAME_LENGTH_MAX)]).optional(),
    email: z
      .union([blank, z.string().trim().max(EMAIL_LENGTH_MAX, "text_too_long").pipe(emailSchema)])
      .optional(),
    good_faith: z.literal(true, "information_confirmation_required"),
    website: z.string().max(200).optional().openapi({
      description: "Honeypot, hidden from people. A notice with a value is dropped.",
    }),
  })
  .refine(({ reason, name }) => reason === ANONYMOUS_REASON || Boolean(name), {
    path: ["name"],
    message: "full_name_required",
    when: hasReason,
  })
  .refine(({ reason, email }) => reason === ANONYMOUS_REASON || Boolean(email), {
    path: ["email"],
    message: "email_required",
    when: hasReason,
  })
  .openapi("ContentNotice");

/** A complaint about a decision, made through the link in the decision's mail (Art. 20). */
export const complaintSchema = z
  .object({
    notice: z.string("form_incomplete").regex(CONTACT_REFERENCE_PATTERN, "form_incomplete"),
    by: z.enum(NOTICE_PARTIES, "form_incomplete"),
    key: z.string("form_incomplete").min(1, "form_incomplete").max(100, "form_incomplete"),
    complaint: textOr("message_required"),
  })
  .openapi("NoticeComplaint");

export const noticeResponseSchema = okEnvelope(
  z.object({ reference: z.string().openapi({ example: "7K3M-Q9XA" }) }),
);

export type NoticeBody = z.infer<typeof noticeSchema>;
export type ComplaintBody = z.infer<typeof complaintSchema>;
