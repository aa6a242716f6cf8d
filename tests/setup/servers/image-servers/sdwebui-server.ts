import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { ImageServer, paintPng, type Sent, type ServerCall } from "./image-server.ts";

export const SDWEBUI_LOGIN = "shop:correct horse";
/** The server's valid values of an operator's settings. */
export const SDWEBUI_SETTINGS = {
  login: SDWEBUI_LOGIN,
  checkpoint: null,
  steps: 20,
  cfgScale: 7,
  sampler: "Euler a",
  scheduler: "Automatic",
  negativePrompt: "blurry",
};
const SAMPLERS = ["Euler a", "DPM++ 2M"];
const CHECKPOINTS = ["v1-5.safetensors"];

const txt2imgSchema = z.strictObject({
  prompt: z.string(),
  negative_prompt: z.string(),
  seed: z.number().int(),
  steps: z.number().int().min(1).max(150),
  cfg_scale: z.number(),
  width: z.number().int().multipleOf(8),
  height: z.number().int().multipleOf(8),
  sampler_name: z.string(),
  scheduler: z.string(),
  batch_size: z.literal(1),
  n_iter: z.literal(1),
  send_images: z.boolean(),
  save_images: z.boolean(),
  override_settings: z.strictObject({ sd_model_checkpoint: z.string() }).optional(),
  override_settings_restore_afterwards: z.boolean().optional(),
});

const error = (status: number, name: string, detail: unknown): Sent => ({
  status,
  body: { error: name, detail, body: "", errors: "" },
});

/**
 * The API of AUTOMATIC1111 and Forge: one picture at a time, like its `queue_lock`. It rejects a
 * wrong login, unknown samplers and checkpoints, and sizes that are not multiples of eight.
 */
export class SdWebUiServer extends ImageServer {
  /** Pictures wait for this promise, which a test may replace. */
  hold: Promise<void> = Promise.resolve();
  progress = 0.5;
  running = 0;
  runningMax = 0;
  #interrupt: () => void = () => {};

  protected async respond(call: ServerCall, request: IncomingMessage): Promise<Sent> {
    const login = `Basic ${Buffer.from(SDWEBUI_LOGIN).toString("base64")}`;
    if (request.headers.authorization !== login) {
      return { status: 401, body: { detail: "Incorrect username or password" } };
    }
    switch (`${call.method} ${call.path}`) {
      case "POST /sdapi/v1/txt2img":
        return this.#paint(call.body);
      case "GET /sdapi/v1/progress":
        return { status: 200, body: { progress: this.progress, eta_relative: 3, state: {} } };
      case "POST /sdapi/v1/interrupt":
        this.#interrupt();
        return { status: 200, body: {} };
      default:
        return error(404, "Not Found", "Not Found");
    }
  }

  async #paint(body: unknown): Promise<Sent> {
    const parsed = txt2imgSchema.safeParse(body);
    if (!parsed.success) return error(422, "RequestValidationError", parsed.error.issues);
    const { prompt, width, height, sampler_name, override_settings } = parsed.data;
    if (!SAMPLERS.includes(sampler_name)) {
      return error(400, "HTTPException", "Sampler not found");
    }
    const checkpoint = override_settings?.sd_model_checkpoint;
    if (checkpoint !== undefined && !CHECKPOINTS.includes(checkpoint)) {
      return error(500, "RuntimeError", "");
    }
    this.running += 1;
    this.runningMax = Math.max(this.runningMax, this.running);
    const interrupted = new Promise<void>((resolve) => {
      this.#interrupt = resolve;
    });
    await Promise.race([this.hold, interrupted]);
    this.running -= 1;
    const image = await paintPng(width, height, prompt);
    return {
      status: 200,
      body: { images: [image.toString("base64")], parameters: body, info: "{}" },
    };
  }
}
