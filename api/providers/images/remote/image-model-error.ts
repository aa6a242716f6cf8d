/**
 * Why a model's server generated no image:
 * - `rejected`: its rules forbid the prompt or the image; a retry changes nothing.
 * - `busy`: it is overloaded (429, a full queue).
 * - `unavailable`: it failed or sent an unusable response; a retry may help.
 * - `misconfigured`: the operator must check key, model, workflow or account.
 */
export type ImageModelProblem = "rejected" | "busy" | "unavailable" | "misconfigured";

/**
 * A model server's error. The message is for the operator and contains neither secrets nor the
 * prompt.
 */
export class ImageModelError extends Error {
  override readonly name = "ImageModelError";
  /** How long to wait, as requested by the server. */
  readonly retryAfterMs: number | undefined;

  constructor(
    readonly problem: ImageModelProblem,
    message: string,
    options: { retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs;
  }
}
