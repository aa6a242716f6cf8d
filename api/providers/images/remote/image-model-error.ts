/**
 * Why a model's server made no image:
 * - `rejected`: its rules forbid the prompt or the picture; trying again changes nothing.
 * - `busy`: it has too much to do now (429, a full queue).
 * - `unavailable`: it failed or sent what cannot be used; another try may help.
 * - `misconfigured`: key, model, workflow or account must be seen to by the operator.
 */
export type ImageModelProblem = "rejected" | "busy" | "unavailable" | "misconfigured";

/** An error of a model's server. The message is for the operator: no secret, no prompt is in it. */
export class ImageModelError extends Error {
  override readonly name = "ImageModelError";
  /** How long the server asks us to wait. */
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
