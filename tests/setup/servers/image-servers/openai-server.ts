import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { ImageServer, paintPng, type Sent, type ServerCall } from "./image-server.ts";

export const OPENAI_KEY = "sk-proj-0123456789abcdefghij";
export const FORBIDDEN_WORD = "forbidden";

const gptSchema = z.strictObject({
  model: z.enum(["gpt-image-1", "gpt-image-1-mini"]),
  prompt: z.string().min(1).max(32_000),
  n: z.literal(1),
  size: z.enum(["1024x1024", "1536x1024", "1024x1536", "auto"]),
  quality: z.enum(["low", "medium", "high", "auto"]).optional(),
  output_format: z.enum(["png", "jpeg", "webp"]).optional(),
  user: z.string().max(64).optional(),
});
/** A server that only speaks the API: other models, and base64 only on request. */
const compatibleSchema = gptSchema
  .omit({ quality: true, output_format: true })
  .extend({ model: z.string(), response_format: z.enum(["b64_json", "url"]).optional() });

const error = (status: number, type: string, code: string | null, message: string): Sent => ({
  status,
  body: { error: { message, type, param: null, code } },
});

/**
 * OpenAI's Images API as far as the product uses it. It rejects what OpenAI rejects: a wrong key,
 * unknown models and parameters (`response_format` with GPT models), unsupported sizes, and prompts
 * that are too long or forbidden.
 */
export class OpenAiServer extends ImageServer {
  /** False: another server that speaks the API. */
  isOpenAi = true;
  /** Sends addresses instead of images. */
  sendsUrls: false | "own" | string = false;

  protected async respond(call: ServerCall, request: IncomingMessage): Promise<Sent> {
    if (call.path === "/files/1.png") {
      return { status: 200, body: await paintPng(1024, 1024, "from a file"), type: "image/png" };
    }
    if (this.isOpenAi && request.headers.authorization !== `Bearer ${OPENAI_KEY}`) {
      const message = `Incorrect API key provided: ${request.headers.authorization}.`;
      return error(401, "invalid_request_error", "invalid_api_key", message);
    }
    if (call.method !== "POST" || call.path !== "/v1/images/generations") {
      return error(404, "invalid_request_error", null, `Invalid URL (${call.path})`);
    }
    const parsed = (this.isOpenAi ? gptSchema : compatibleSchema).safeParse(call.body);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      const message = `Unknown or invalid parameter: ${issue?.path.join(".")} ${issue?.message}`;
      return error(400, "invalid_request_error", "unknown_parameter", message);
    }
    const { prompt, size } = parsed.data;
    if (prompt.includes(FORBIDDEN_WORD)) {
      const message = `Your request was rejected by the safety system: ${prompt}`;
      return error(400, "image_generation_user_error", "moderation_blocked", message);
    }
    const [width = 1024, height = 1024] = size.split("x").map(Number);
    const image = await paintPng(width, height, prompt);
    const data = this.sendsUrls
      ? { url: this.sendsUrls === "own" ? `${this.url}/files/1.png` : this.sendsUrls }
      : { b64_json: image.toString("base64") };
    return { status: 200, body: { created: 1, data: [data], usage: { total_tokens: 1 } } };
  }
}
