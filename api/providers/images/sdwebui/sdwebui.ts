import { z } from "zod";
import type { ImageProviderModule } from "../registry.ts";
import { deadlineSeconds, missing, serverUrl } from "../remote/settings.ts";
import { createSdWebUiImages } from "./sdwebui-images.ts";

const settingsSchema = z.object({
  IMAGE_API_URL: z
    .string({ error: missing("the address of a server that was started with --api") })
    .pipe(serverUrl),
  /** In the format of `--api-auth`. */
  IMAGE_API_KEY: z
    .string()
    .regex(/^[^:\s]+:[^\r\n]+$/, "must be user:password, as --api-auth has it")
    .optional(),
  /** A checkpoint; by default the loaded one is used. */
  IMAGE_MODEL: z.string().max(300).optional(),
  IMAGE_STEPS: z.coerce
    .number({ error: "must be a number" })
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(150, "must be at most 150")
    .default(20),
  IMAGE_CFG_SCALE: z.coerce
    .number({ error: "must be a number" })
    .min(1, "must be at least 1")
    .max(30, "must be at most 30")
    .default(7),
  IMAGE_SAMPLER: z.string().max(100).default("Euler a"),
  IMAGE_SCHEDULER: z.string().max(100).default("Automatic"),
  IMAGE_NEGATIVE_PROMPT: z.string().max(5_000).default(""),
  IMAGE_DEADLINE_SECONDS: deadlineSeconds.default(180),
});

/** The API of Stable Diffusion web UI (AUTOMATIC1111) and its fork Forge. */
export const sdwebui: ImageProviderModule = {
  name: "sdwebui",
  settings: Object.keys(settingsSchema.shape),
  secrets: ["IMAGE_API_KEY"],
  configure: (environment) => {
    const settings = settingsSchema.parse(environment);
    return {
      name: "sdwebui",
      create: () =>
        createSdWebUiImages({
          url: settings.IMAGE_API_URL,
          login: settings.IMAGE_API_KEY ?? null,
          checkpoint: settings.IMAGE_MODEL ?? null,
          steps: settings.IMAGE_STEPS,
          cfgScale: settings.IMAGE_CFG_SCALE,
          sampler: settings.IMAGE_SAMPLER,
          scheduler: settings.IMAGE_SCHEDULER,
          negativePrompt: settings.IMAGE_NEGATIVE_PROMPT,
          deadlineMs: settings.IMAGE_DEADLINE_SECONDS * 1000,
        }),
    };
  },
};
