import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import {
  CANCEL_MS_MAX,
  type ImageGenerator,
  type ImageRequest,
  type ImageWork,
  UNLIMITED,
} from "../images.ts";
import { checkImage } from "../remote/checked-image.ts";
import { ImageModelError } from "../remote/image-model-error.ts";
import {
  decodeBase64,
  ModelServer,
  parseBody,
  quoteServer,
  type ServerResponse,
  SHORT_MS,
  toStatusError,
} from "../remote/model-server.ts";

export type SdWebUiOptions = {
  url: string;
  /** "user:password", or null. */
  login: string | null;
  checkpoint: string | null;
  steps: number;
  cfgScale: number;
  sampler: string;
  scheduler: string;
  negativePrompt: string;
  deadlineMs: number;
  progressEveryMs?: number;
};

const PROGRESS_EVERY_MS = 1_500;
/** A latent pixel is eight pixels wide. */
const STEP_PX = 8;

const resultSchema = z.object({ images: z.array(z.string()).min(1) });
const progressSchema = z.object({ progress: z.number() });
const errorSchema = z.object({
  error: z.unknown().optional(),
  detail: z.unknown().optional(),
  errors: z.unknown().optional(),
});

/**
 * Generates images with AUTOMATIC1111 or Forge. The server processes one image at a time, and
 * `interrupt` cancels whichever is running, so the shop sends only one at a time.
 */
export function createSdWebUiImages(options: SdWebUiOptions): ImageGenerator {
  const { login, progressEveryMs = PROGRESS_EVERY_MS } = options;
  const server = new ModelServer(
    options.url,
    login === null ? {} : { authorization: `Basic ${Buffer.from(login).toString("base64")}` },
  );

  const readProgress = async (signal: AbortSignal) => {
    const path = "/sdapi/v1/progress?skip_current_image=true";
    const response = await server.get(path, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(SHORT_MS)]),
    });
    const { data } = progressSchema.safeParse(parseBody(response.bytes));
    return data && Math.min(1, Math.max(0, data.progress));
  };

  const watchProgress = async (work: ImageWork, ended: AbortSignal) => {
    const signal = AbortSignal.any([work.signal, ended]);
    while (!signal.aborted) {
      await pause(progressEveryMs, undefined, { signal });
      // Progress is optional, so failures to read it are ignored.
      const share = await readProgress(signal).catch(() => undefined);
      if (share !== undefined) work.onProgress?.(share);
    }
  };

  const interrupt = async () => {
    // The server may be down, in which case there is nothing to cancel.
    await server
      .post("/sdapi/v1/interrupt", { signal: AbortSignal.timeout(CANCEL_MS_MAX) })
      .catch(() => null);
  };

  return {
    name: "sdwebui",
    source: "ai",
    concurrency: { max: 1, per: "shop" },
    deadlineMs: options.deadlineMs,
    async generate(request, work = UNLIMITED) {
      const ended = new AbortController();
      // Aborting `ended` rejects it.
      const watching = watchProgress(work, ended.signal).catch(() => null);
      try {
        const body = toBody(options, request);
        const { signal } = work;
        const response = await server.postForImage("/sdapi/v1/txt2img", { body, signal });
        if (response.status !== 200) throw toError(response, [request.prompt, login ?? ""]);
        return await checkImage(readResult(response), request);
      } catch (error) {
        // Otherwise the server might continue an unused image, for example after a gateway's
        // timeout.
        if (work.signal.aborted || !isRejection(error)) await interrupt();
        throw error;
      } finally {
        ended.abort();
        await watching;
      }
    },
    close: async () => {},
  };
}

/** True if the server has not started, because the request or the login is wrong. */
function isRejection(error: unknown): boolean {
  return error instanceof ImageModelError && error.problem === "misconfigured";
}

const toStep = (px: number) => Math.ceil(px / STEP_PX) * STEP_PX;

function toBody(options: SdWebUiOptions, request: ImageRequest) {
  const { checkpoint } = options;
  return {
    prompt: request.prompt,
    negative_prompt: options.negativePrompt,
    seed: request.seed,
    steps: options.steps,
    cfg_scale: options.cfgScale,
    width: toStep(request.widthPx),
    height: toStep(request.heightPx),
    sampler_name: options.sampler,
    scheduler: options.scheduler,
    batch_size: 1,
    n_iter: 1,
    send_images: true,
    save_images: false,
    ...(checkpoint === null
      ? {}
      : {
          override_settings: { sd_model_checkpoint: checkpoint },
          // Loading a model takes longer than generating an image.
          override_settings_restore_afterwards: false,
        }),
  };
}

function readResult(response: ServerResponse): Buffer {
  const { data } = resultSchema.safeParse(parseBody(response.bytes));
  const bytes = data?.images[0] === undefined ? null : decodeBase64(data.images[0]);
  if (bytes) return bytes;
  throw new ImageModelError("unavailable", "the image server's response holds no image");
}

function toError(response: ServerResponse, sent: readonly string[]): ImageModelError {
  const { data } = errorSchema.safeParse(parseBody(response.bytes));
  const said = [data?.error, data?.detail, data?.errors]
    .map((part) => quoteServer(part, sent))
    .filter((part) => part !== "")
    .join(", ");
  return toStatusError(response, said);
}
