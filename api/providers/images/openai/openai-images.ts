import { z } from "zod";
import { type ImageGenerator, type ImageRequest, type ImageWork, UNLIMITED } from "../images.ts";
import { checkImage } from "../remote/checked-image.ts";
import { ImageModelError } from "../remote/image-model-error.ts";
import {
  decodeBase64,
  IMAGE_BYTES_MAX,
  ModelServer,
  parseBody,
  quoteServer,
  type ServerResponse,
  toStatusError,
} from "../remote/model-server.ts";

export type OpenAiOptions = {
  /** Without `/v1`. */
  url: string;
  key: string | null;
  model: string;
  quality: "auto" | "low" | "medium" | "high" | null;
  concurrencyMax: number;
  deadlineMs: number;
};

const resultSchema = z.object({
  data: z.array(z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })).min(1),
});
const errorSchema = z.object({
  error: z.object({
    message: z.unknown().optional(),
    type: z.string().nullish().catch(null),
    code: z
      .union([z.string(), z.number().transform(String)])
      .nullish()
      .catch(null),
  }),
});

/** Values of `code`, or of `type` if a server sends no code. */
const REJECTIONS = new Set([
  "moderation_blocked",
  "content_policy_violation",
  "image_generation_user_error",
]);
/** Sent with status 429, although waiting does not help. */
const UNPAID = new Set(["insufficient_quota", "billing_hard_limit_reached"]);

/** Generates images with OpenAI's Images API. */
export function createOpenAiImages(options: OpenAiOptions): ImageGenerator {
  const { key } = options;
  const server = new ModelServer(
    options.url,
    key === null ? {} : { authorization: `Bearer ${key}` },
  );
  return {
    name: "openai",
    source: "ai",
    concurrency: { max: options.concurrencyMax, per: "shop" },
    deadlineMs: options.deadlineMs,
    async generate(request, work = UNLIMITED) {
      const body = toBody(options, request, work);
      const { signal } = work;
      const response = await server.postForImage("/v1/images/generations", { body, signal });
      if (response.status !== 200) throw toError(response, [request.prompt, key ?? ""]);
      return checkImage(await readResult(server, response, signal), request);
    },
    close: async () => {},
  };
}

/** OpenAI's own models always send base64 and reject this option; other servers require it. */
const isGptModel = (model: string) => /^(?:gpt-image|chatgpt-image)/.test(model);

function toBody(options: OpenAiOptions, request: ImageRequest, { person }: ImageWork) {
  const { model, quality } = options;
  const shared = { model, prompt: request.prompt, n: 1, size: pickSize(request), user: person };
  if (!isGptModel(model)) return { ...shared, response_format: "b64_json" };
  return { ...shared, output_format: "png", ...(quality === null ? {} : { quality }) };
}

/**
 * Returns a size that all its models support; the image is cropped to the requested one afterwards.
 */
function pickSize({ widthPx, heightPx }: ImageRequest): string {
  const ratio = widthPx / heightPx;
  if (ratio > 1.2) return "1536x1024";
  return ratio < 1 / 1.2 ? "1024x1536" : "1024x1024";
}

async function readResult(
  server: ModelServer,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<Buffer> {
  const parsed = resultSchema.safeParse(parseBody(response.bytes));
  const first = parsed.data?.data[0];
  const inline = first?.b64_json ? decodeBase64(first.b64_json) : null;
  if (inline) return inline;
  const url = first?.url && URL.canParse(first.url) ? new URL(first.url) : null;
  // A URL on another host could point into the operator's own network.
  if (!url || !server.hasOrigin(url)) {
    throw new ImageModelError("unavailable", "the image server's response holds no image");
  }
  const image = await server.get(url.href, { signal, bytesMax: IMAGE_BYTES_MAX });
  if (image.status !== 200) throw toStatusError(image, "for the image that it named");
  return image.bytes;
}

function toError(response: ServerResponse, sent: readonly string[]): ImageModelError {
  const parsed = errorSchema.safeParse(parseBody(response.bytes));
  const { type, code, message } = parsed.data?.error ?? {};
  const said = [type, code, message]
    .map((part) => quoteServer(part, sent))
    .filter((part) => part !== "")
    .join(", ");
  const names = [code ?? "", type ?? ""];
  if (response.status === 400 && names.some((name) => REJECTIONS.has(name))) {
    return new ImageModelError("rejected", `the image server rejected the prompt: ${said}`);
  }
  if (response.status === 429 && names.some((name) => UNPAID.has(name))) {
    return new ImageModelError("misconfigured", `the image server wants to be paid: ${said}`);
  }
  return toStatusError(response, said);
}
