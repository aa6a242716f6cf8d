import { DomainError } from "#domain/errors.ts";
import { nextAttemptAt } from "#domain/generations.ts";
import type { ErrorCode } from "#domain/messages.ts";
import type { ApiDeps } from "../http/context.ts";
import {
  ImageModelError,
  type ImageModelProblem,
} from "../providers/images/remote/image-model-error.ts";
import {
  type ClaimedGeneration,
  failGeneration,
  postponeGeneration,
  releaseGeneration,
} from "./generations.queries.ts";
import { NotStoredError } from "./stored-image.ts";

/** The reason that work on an image is aborted. */
export class Ended extends Error {
  override readonly name = "Ended";
  constructor(readonly why: "claim lost" | "stopping" | "timeout") {
    super(why);
  }
}

const FAILURES: Record<ImageModelProblem, ErrorCode> = {
  rejected: "generation_rejected",
  busy: "generation_busy",
  unavailable: "generation_unavailable",
  misconfigured: "generation_unavailable",
};

/**
 * Decides what happens to an image whose work ended with this error: it is requeued, tried again
 * later, or has failed.
 */
export async function settleFailure(
  deps: ApiDeps,
  claimed: ClaimedGeneration,
  error: unknown,
): Promise<void> {
  if (error instanceof Ended) return settleEnded(deps, claimed, error);
  if (error instanceof NotStoredError) return settleUnstored(deps, claimed, error);
  if (error instanceof ImageModelError) return settleModelError(deps, claimed, error);
  if (error instanceof DomainError && error.code === "order_refunded") {
    return fail(deps, claimed, error.code);
  }
  deps.log.error({ err: error, generation: claimed.id }, "a picture could not be made");
  return fail(deps, claimed, "generation_failed");
}

async function settleEnded(deps: ApiDeps, claimed: ClaimedGeneration, { why }: Ended) {
  if (why === "stopping") return releaseGeneration(deps.database, claimed);
  if (why === "claim lost") return;
  const facts = { generation: claimed.id, images: deps.images.name };
  deps.log.warn(facts, "a picture was not made in time");
  return fail(deps, claimed, "generation_timeout");
}

function settleUnstored(deps: ApiDeps, claimed: ClaimedGeneration, error: NotStoredError) {
  const dueAt = toNextAttempt(deps, claimed, error);
  const facts = { err: error, generation: claimed.id, retriedAt: dueAt };
  deps.log.error(facts, error.message);
  return postponeOrFail(deps, claimed, { dueAt, failure: "generation_unavailable" });
}

function settleModelError(deps: ApiDeps, claimed: ClaimedGeneration, error: ImageModelError) {
  const { problem } = error;
  const mayRetry = problem === "busy" || problem === "unavailable";
  const dueAt = mayRetry ? toNextAttempt(deps, claimed, error) : null;
  const facts = { err: error, generation: claimed.id, problem, retriedAt: dueAt };
  if (problem === "rejected") deps.log.info(facts, "an image model rejected a prompt");
  else deps.log.error(facts, "an image model failed");
  return postponeOrFail(deps, claimed, { dueAt, failure: FAILURES[problem] });
}

/** Null when no attempt or not enough time is left. */
function toNextAttempt(
  { now }: Pick<ApiDeps, "now">,
  { attempts, expiresAt }: ClaimedGeneration,
  { retryAfterMs }: { retryAfterMs: number | undefined },
): Date | null {
  return nextAttemptAt({ attempts, now: now(), expiresAt, retryAfterMs });
}

function postponeOrFail(
  deps: ApiDeps,
  claimed: ClaimedGeneration,
  { dueAt, failure }: { dueAt: Date | null; failure: ErrorCode },
): Promise<void> {
  if (dueAt) return postponeGeneration(deps.database, claimed, dueAt);
  return fail(deps, claimed, failure);
}

function fail(
  { database, now }: ApiDeps,
  claimed: ClaimedGeneration,
  failure: ErrorCode,
): Promise<void> {
  return failGeneration(database, claimed, { failure, now: now() });
}
