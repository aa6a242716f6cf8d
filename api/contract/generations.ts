import { z } from "@hono/zod-openapi";
import { GENERATION_STATES } from "#domain/generations.ts";
import { amountSchema, idSchema, okEnvelope, pathTextSchema } from "./envelope.ts";
import { historyEnvelope, historyPageSchema } from "./history.ts";
import { downloadQuerySchema, purchaseSchema } from "./purchases.ts";
import { textLocaleSchema } from "./texts.ts";

/** Maximum time a request waits for its image. */
export const GENERATION_WAIT_SECONDS_MAX = 90;

/**
 * Free for the prompt's owner, within a rate limit. The response is a zip like that of a download.
 */
export const generateImageSchema = z
  .object({
    prompt_id: purchaseSchema.shape.prompt_id,
    format: downloadQuerySchema.shape.format,
    size: downloadQuerySchema.shape.size,
    operation_id: z
      .string("form_incomplete")
      .max(64, "form_incomplete")
      .optional()
      .openapi({
        description:
          "Idempotency key of one picture. Without one, repeating the request while the picture is " +
          "generated, or within seconds of its end, counts as a double click and returns the same " +
          "picture; with one, as long as the picture is kept.",
      }),
    wait_seconds: z.coerce
      .number()
      .int()
      .min(0)
      .max(GENERATION_WAIT_SECONDS_MAX)
      .optional()
      .openapi({
        description:
          "How long to wait for the zip. If it takes longer, or the file cannot be read at the " +
          "moment, the response is a 202 with the state, to " +
          `be polled at \`/generations/{id}\`. Without it the response waits ${GENERATION_WAIT_SECONDS_MAX} s and is the zip or an error.`,
      }),
  })
  .openapi("GenerateImage");

export const generationSchema = z
  .object({
    id: idSchema,
    state: z.enum(GENERATION_STATES),
    prompt_id: idSchema.nullish().openapi({ description: "The product it was made from." }),
    title: z.string(),
    title_locale: textLocaleSchema,
    slug: pathTextSchema.nullish(),
    format: z.string(),
    size: z.string(),
    price: amountSchema.openapi({ description: "Its price: free." }),
    place: z
      .number()
      .int()
      .nullish()
      .openapi({ description: "While queued: its position, from 1." }),
    progress: z
      .number()
      .nullish()
      .openapi({ description: "While running: from 0 to 1, if the model reports it." }),
    failure_code: z.string().nullish().openapi({ example: "generation_rejected" }),
    is_available: z.boolean().openapi({
      description:
        "True when its picture and zip can be downloaded: it is finished, and not refunded.",
    }),
    created_at: z.string(),
    finished_at: z.string().nullish(),
  })
  .openapi("Generation");

export const generationResponseSchema = okEnvelope(generationSchema);
export const generationHistoryResponseSchema = historyEnvelope(generationSchema);
export { historyPageSchema as generationHistoryQuerySchema };

export type GenerateImageBody = z.infer<typeof generateImageSchema>;
export type Generation = z.infer<typeof generationSchema>;
