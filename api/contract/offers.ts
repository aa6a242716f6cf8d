import { z } from "@hono/zod-openapi";
import { validateIban } from "#domain/iban.ts";
import { isApiId, isRowId, ROW_ID } from "#domain/ids.ts";
import {
  DOC_TYPES,
  OFFER_STATUSES,
  OFFER_STYLES_MAX,
  OFFER_TEXT_LENGTH_MAX,
  OFFER_TITLE_LENGTH_MAX,
  OFFER_UPLOAD_BYTES_MAX,
  OFFER_UPLOAD_MB_MAX,
  validateOfferPrice,
} from "#domain/offers.ts";
import { STAFF_LIST_SORTS, STAFF_SEARCH_LENGTH_MAX } from "#domain/staff-search.ts";
import { contactDetailsShape } from "./contact.ts";
import {
  amountSchema,
  blankIsAbsent,
  idSchema,
  okEnvelope,
  operationIdSchema,
  rowIdInBodySchema,
  rowIdSchema,
  statusOkSchema,
  uploadSchema,
} from "./envelope.ts";
import { historyEnvelope, historyPageShape } from "./history.ts";
import { customIssue } from "./issues.ts";
import { payoutCardSchema, payoutSchema } from "./payouts.ts";
import { countsSchema, decisionsSchema, queuePlaceSchema } from "./staff/reviews.ts";
import { requiredLine, requiredText } from "./texts.ts";

/** The fields this server sends; other servers may send fewer. Times are unix seconds (spec §3). */
export const offerSchema = z
  .object({
    id: idSchema,
    title: z.string(),
    description: z.string().nullish(),
    add_text: z.string().nullish(),
    category_id: idSchema.nullish(),
    style_ids: z.array(idSchema).nullish(),
    doc_type: z
      .string()
      .nullish()
      .openapi({ description: `One of: ${DOC_TYPES.join(", ")}` }),
    doc_url: z.string().nullish().openapi({
      description: "URL of the image without metadata, for its owner and staff only.",
    }),
    doc_thumb_url: z.string().nullish().openapi({ description: "The same, 320 pixels wide." }),
    user_price: amountSchema,
    service_price: amountSchema.nullish(),
    status: z.string().openapi({ description: `One of: ${OFFER_STATUSES.join(", ")}` }),
    version: z
      .number()
      .int()
      .nullish()
      .openapi({ description: "Increases with each review by staff." }),
    message: z.string().nullish().openapi({ description: "Message of the reviewer to the owner." }),
    reply_by: z.string().nullish().openapi({
      description: "While pending: the date by which staff respond.",
      example: "2026-11-26",
    }),
    contact_details: z.record(z.string(), z.unknown()).nullish(),
    payout: payoutSchema.nullish(),
    created_at: z.number().int(),
  })
  .openapi("Offer");

export const offerHistoryResponseSchema = historyEnvelope(offerSchema);

/** A page of offers, or a single one. */
export const offerHistoryQuerySchema = z.object({
  ...historyPageShape,
  id: rowIdSchema.optional().openapi({ description: "The offer's id." }),
});
/** The response of create, approve, decline and withdraw. */
export const offerResponseSchema = statusOkSchema.extend({ payload: offerSchema.optional() });

const CHOOSE_STYLES = "styles_required";
const categoryIdSchema = z.string("category_required").regex(ROW_ID, "category_required");

const priceSchema = z
  .string("price_required")
  .trim()
  .min(1, "price_required")
  .superRefine((text, context) => {
    const problem = text === "" ? null : validateOfferPrice(text);
    if (problem) context.addIssue(customIssue(problem));
  });

// Validated as a whole, so that an invalid entry is reported on the list.
const chosenStylesSchema = z
  .array(z.string(), CHOOSE_STYLES)
  .min(1, CHOOSE_STYLES)
  .max(OFFER_STYLES_MAX, CHOOSE_STYLES);
const styleIdsSchema = chosenStylesSchema.refine((ids) => ids.every(isRowId), CHOOSE_STYLES);

const mediaSchema = uploadSchema.refine((file) => file.size <= OFFER_UPLOAD_BYTES_MAX, {
  message: "file_too_large",
  params: { maxSize: OFFER_UPLOAD_MB_MAX },
});

const CONFIRM = "ai_confirmation_required";

/** POST /offer/create (spec §7): multipart, so every value is text. */
export const createOfferSchema = z
  .object({
    title: requiredLine("title_required", OFFER_TITLE_LENGTH_MAX),
    description: z.string().trim().max(OFFER_TEXT_LENGTH_MAX, "text_too_long").optional(),
    category_id: categoryIdSchema,
    "style_ids[]": styleIdsSchema,
    price: priceSchema,
    media: mediaSchema.optional(),
    add_text: z.string().trim().max(OFFER_TEXT_LENGTH_MAX, "text_too_long").optional(),
    confirm: z.enum(["true", "1", "on", "yes"], CONFIRM),
    operation_id: operationIdSchema.optional(),
  })
  .openapi("CreateOffer");

/**
 * The form on the screen (spec §2, §5), where description and file are also required. `style_ids`
 * are the checkboxes, sent and reported as `style_ids[]`. The ids are those of the API the web app
 * uses, which need not be numbers.
 */
export const offerFormSchema = z.object({
  title: createOfferSchema.shape.title,
  description: requiredText("description_required", OFFER_TEXT_LENGTH_MAX),
  category_id: z.string("category_required").refine(isApiId, "category_required"),
  style_ids: chosenStylesSchema.refine((ids) => ids.every(isApiId), CHOOSE_STYLES),
  price: priceSchema,
  media: z.instanceof(File, { message: "file_required" }).pipe(mediaSchema),
  add_text: createOfferSchema.shape.add_text,
  confirm: createOfferSchema.shape.confirm,
  operation_id: createOfferSchema.shape.operation_id,
});

const NO_OFFER = "offer_not_found";
const offerRowIdSchema = rowIdInBodySchema(NO_OFFER);

/** A number, a text or an object that contains the id (spec §7 offer/approve). */
export const offerIdSchema = z
  .union([offerRowIdSchema, z.object({ id: offerRowIdSchema })], NO_OFFER)
  .openapi({ description: "The offer's id: a number, a text, or an object with it as `id`." });

/** The bank details of spec §3, validated in the order of §5. */
export const bankDetailsShape = {
  full_name: requiredLine("full_name_required", 70),
  iban: z
    .string("iban_required")
    .max(100, "iban_invalid")
    .superRefine((text, context) => {
      const problem = validateIban(text);
      if (problem) context.addIssue(customIssue(problem));
    })
    .openapi({ example: "EE38 2200 2210 2014 5685" }),
  terms: z.literal(true, "terms_required"),
};

/** The steps of the form, in order. */
export const contactDetailsSchema = z.object(contactDetailsShape);
export const bankDetailsSchema = z.object(bankDetailsShape);

const seenShape = {
  version: z.number().int().positive().optional().openapi({
    description: "Displayed version of the offer; if it has changed, the error is `offer_changed`.",
  }),
  service_price: amountSchema.optional().openapi({
    description: "Displayed price; if it has changed, the error is `offer_changed`.",
  }),
};

export const approveOfferSchema = z
  .object({ id: offerIdSchema, ...contactDetailsShape, ...bankDetailsShape, ...seenShape })
  .openapi("ApproveOffer");

/**
 * POST /offer/withdraw/card: sent with the contact details to start, and with the visit of the
 * entered card to finish.
 */
export const payOutToCardSchema = z
  .object({
    id: offerIdSchema,
    ...z.object(contactDetailsShape).partial().shape,
    ...seenShape,
    card: z
      .string()
      .regex(/^[\w-]{8,64}$/, "form_incomplete")
      .optional()
      .openapi({
        description: "From the URL that the provider's page returned to.",
      }),
    terms: z.boolean().optional().openapi({ description: "Required with `card`." }),
  })
  .superRefine((body, context) => {
    const schema = body.card === undefined ? contactDetailsSchema : confirmedSchema;
    for (const { message, path } of schema.safeParse(body).error?.issues ?? []) {
      context.addIssue({ code: "custom", message, path });
    }
  })
  .openapi("WithdrawToCard");
const confirmedSchema = z.object({ terms: bankDetailsShape.terms });

export const payOutToCardResponseSchema = offerResponseSchema.extend({
  redirect_url: z.string().optional().openapi({
    description: "The provider's page for entering the card; absent once a card was entered.",
  }),
});

export const givenCardSchema = z
  .object({
    offer_id: idSchema,
    card: payoutCardSchema,
    contact_details: z.record(z.string(), z.unknown()).nullish(),
  })
  .openapi("GivenCard");
export const givenCardResponseSchema = okEnvelope(givenCardSchema);

export const declineOfferSchema = z
  .object({ id: offerIdSchema, ...seenShape })
  .openapi("DeclineOffer");

/** Another bank account for a payout that came back. */
export const payOutOfferSchema = z
  .object({ id: offerIdSchema, ...contactDetailsShape, ...bankDetailsShape })
  .openapi("WithdrawOffer");

export const staffOfferSchema = offerSchema
  .extend({
    user: z.object({
      id: idSchema,
      email: z.string(),
      name: z.string().nullable(),
      verification_status: z.string(),
      is_disabled: z.boolean().optional(),
    }),
    category: z.string().nullable(),
    styles: z.array(z.string()),
    original_url: z.string().nullable().openapi({ description: "The uploaded file." }),
    answered_at: z.number().int().nullable(),
    locale: z.string().optional().openapi({
      description: "The language of mails to this person.",
    }),
    queue: queuePlaceSchema.optional().openapi({ description: "Detail response only." }),
    history: decisionsSchema.optional().openapi({ description: "Detail response only." }),
  })
  .openapi("StaffOffer");

export const staffOffersQuerySchema = z.object({
  ...historyPageShape,
  status: z.enum(OFFER_STATUSES).optional(),
  q: blankIsAbsent(z.string().max(STAFF_SEARCH_LENGTH_MAX)).openapi({
    type: "string",
    description: "An offer's number, part of its title or the start of an address.",
  }),
  sort: blankIsAbsent(z.enum(STAFF_LIST_SORTS)),
});

export const staffOffersResponseSchema = historyEnvelope(staffOfferSchema).extend({
  counts: countsSchema.optional(),
});
export const staffOfferResponseSchema = okEnvelope(staffOfferSchema);

export const reviewOfferSchema = z
  .object({
    decision: z.enum(["offer", "declined"], "answer_required"),
    service_price: amountSchema.optional().openapi({ description: "Required for an offer." }),
    message: z.string().trim().max(OFFER_TEXT_LENGTH_MAX, "text_too_long").optional(),
    version: z.number().int().nonnegative().optional().openapi({
      description:
        "Version of the displayed offer; required to correct a price that was already sent.",
    }),
  })
  .openapi("ReviewOffer");

export type OfferHistoryQuery = z.infer<typeof offerHistoryQuerySchema>;
export type Offer = z.infer<typeof offerSchema>;
export type StaffOffer = z.infer<typeof staffOfferSchema>;
export type CreateOfferBody = z.infer<typeof createOfferSchema>;
export type OfferId = z.infer<typeof offerIdSchema>;
export type ApproveOfferBody = z.infer<typeof approveOfferSchema>;
export type DeclineOfferBody = z.infer<typeof declineOfferSchema>;
export type PayOutOfferBody = z.infer<typeof payOutOfferSchema>;
export type ContactDetails = z.infer<typeof contactDetailsSchema>;
export type PayOutToCardBody = z.infer<typeof payOutToCardSchema>;
export type ConfirmCardBody = { id: OfferId; card: string };
export type GivenCard = z.infer<typeof givenCardSchema>;
export type StaffOffersQuery = z.infer<typeof staffOffersQuerySchema>;
export type ReviewOfferBody = z.infer<typeof reviewOfferSchema>;
