import { z } from "zod";
import type { ImageProviderModule } from "../registry.ts";
import {
  concurrency,
  deadlineSeconds,
  headerValue,
  missing,
  serverUrl,
} from "../remote/settings.ts";
import { createOpenAiImages } from "./openai-images.ts";

const OPENAI_URL = "https://api.openai.com";

const settingsSchema = z
  .object({
    IMAGE_API_URL: serverUrl.default(OPENAI_URL),
    /** OpenAI requires a key; compatible servers may not. */
    IMAGE_API_KEY: headerValue.optional(),
    IMAGE_MODEL: z
      .string({ error: missing("the model's name, gpt-image-1 for example") })
      .regex(/^[\w.:/@-]{1,200}$/, "must be the name of a model"),
    IMAGE_QUALITY: z
      .enum(["auto", "low", "medium", "high"], { error: "must be auto, low, medium or high" })
      .optional(),
    IMAGE_AT_ONCE: concurrency.default(4),
    IMAGE_DEADLINE_SECONDS: deadlineSeconds.default(120),
  })
  .superRefine(({ IMAGE_API_URL, IMAGE_API_KEY }, context) => {
    if (IMAGE_API_KEY !== undefined || new URL(IMAGE_API_URL).origin !== OPENAI_URL) return;
    context.addIssue({ code: "custom", path: ["IMAGE_API_KEY"], message: "is missing" });
  });

/** OpenAI's Images API, or a compatible server. */
export const openai: ImageProviderModule = {
  name: "openai",
  settings: Object.keys(settingsSchema.shape),
  secrets: ["IMAGE_API_KEY"],
  configure: (environment) => {
    const settings = settingsSchema.parse(environment);
    return {
      name: "openai",
      create: () =>
        createOpenAiImages({
          // Many base URLs include the version, as OpenAI's clients expect.
          url: settings.IMAGE_API_URL.replace(/\/v1$/, ""),
          key: settings.IMAGE_API_KEY ?? null,
          model: settings.IMAGE_MODEL,
          quality: settings.IMAGE_QUALITY ?? null,
          concurrencyMax: settings.IMAGE_AT_ONCE,
          deadlineMs: settings.IMAGE_DEADLINE_SECONDS * 1000,
        }),
    };
  },
};
