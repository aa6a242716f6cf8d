import { randomInt } from "node:crypto";
import { DomainError } from "#domain/errors.ts";
import type { GenerateImageBody } from "../contract/purchases.ts";
import type { ApiDeps } from "../http/context.ts";
import { limitTime } from "../providers/images/time-limit.ts";
import { requireSettings } from "../site/site.queries.ts";
import { requireOpenDelivery } from "./delivery.ts";
import { encodeImage, zipImage } from "./download.ts";
import { type ImageChoice, parseImageChoice } from "./image-choice.ts";
import { getOrderOfProduct, type OrderRow } from "./purchases.queries.ts";

/** Images made at once: as many as there are painters. Those who come later wait in a line. */
export const AT_ONCE_MAX = 2;
export const WAITING_MAX = 12;
/** One person's part of that line. */
export const AT_ONCE_PER_USER_MAX = 2;
const RETRY_AFTER_SECONDS = 5;
/** The second click of a double click may come after the first one's image. */
const REPEAT_MS = 3_000;
const SEED_MAX = 1_000_000;
/** For a product without one. */
const STYLE = "watercolour";

export type ImageFile = { fileName: string; bytes: Uint8Array<ArrayBuffer> };
export type GenerateImage = (userId: number, body: GenerateImageBody) => Promise<ImageFile>;

/**
 * Makes new images from bought prompts (spec §7 purchase/generate-image): an order's prompt and
 * style with a fresh seed, as a zip like the order's own. It is free of charge, as often as one
 * likes, and goes on after the prompt was withdrawn: what it costs us is processor time, so that is
 * what is limited. The same request again while it is under way, or within REPEAT_MS after, is
 * the same click: it returns the same image. An `operation_id` marks deliberate repeats.
 * Throws prompt_not_owned, delivery_not_open, validation_failed naming what is allowed, too_many_attempts for a third
 * image of one person at the same time, generation_busy, generation_failed.
 */
export function createGeneration(deps: ApiDeps): GenerateImage {
  const runLimited = limitConcurrency();
  const clicks = createClicks(deps.now);
  const working = new Map<number, number>();

  const withinShare = async (userId: number, make: () => Promise<ImageFile>) => {
    const count = working.get(userId) ?? 0;
    if (count >= AT_ONCE_PER_USER_MAX) {
      throw new DomainError("too_many_attempts", { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    working.set(userId, count + 1);
    try {
      return await runLimited(make);
    } finally {
      const left = (working.get(userId) ?? 1) - 1;
      if (left > 0) working.set(userId, left);
      else working.delete(userId);
    }
  };

  return async (userId, body) => {
    const order = await getOrderOfProduct(deps.database, userId, Number(body.prompt_id));
    if (!order) throw purchaseNotOwned();
    requireOpenDelivery(order, deps.now());
    const choice = parseImageChoice(await requireSettings(deps.database), body);
    const { widthPx, heightPx } = choice.size;
    const parts = [userId, order.id, choice.format, widthPx, heightPx, body.operation_id ?? ""];
    return clicks(parts.join("/"), () =>
      withinShare(userId, () => generateImage(deps, order, choice)),
    );
  };
}

/** 422 and not 403, so that clients show the message instead of their "forbidden" page. */
function purchaseNotOwned(): DomainError {
  const code = "prompt_not_owned";
  return new DomainError(code, { fields: { prompt_id: [{ code }] } });
}

async function generateImage(
  deps: ApiDeps,
  order: OrderRow,
  choice: ImageChoice,
): Promise<ImageFile> {
  const seed = randomInt(1, SEED_MAX);
  try {
    const { deadlineMs } = deps.images;
    const request = { prompt: order.prompt, style: order.style ?? STYLE, seed, ...choice.size };
    const work = { signal: AbortSignal.timeout(deadlineMs) };
    const original = await limitTime(deps.images.generate(request, work), deadlineMs);
    const image = await encodeImage(original, choice, deps.images.source);
    // Several images of one prompt end up in one folder.
    const name = `${order.slug}-${seed}`;
    const bytes = zipImage({ name, prompt: order.prompt, image, format: choice.format });
    return { fileName: `${name}.zip`, bytes };
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError("generation_failed", { cause: error });
  }
}

/** A few at once, some more waiting in the order they came; the rest are sent away. */
function limitConcurrency() {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < AT_ONCE_MAX) running += 1;
    else if (waiting.length < WAITING_MAX) {
      // A finished request passes its slot on, so that no later one takes it.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else throw new DomainError("generation_busy", { retryAfterSeconds: RETRY_AFTER_SECONDS });
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** The same click returns the same image; a failure is forgotten at once. */
function createClicks(now: () => Date) {
  type Click = { file: Promise<ImageFile>; endsAt: number };
  const clicks = new Map<string, Click>();
  return (key: string, make: () => Promise<ImageFile>): Promise<ImageFile> => {
    const known = clicks.get(key);
    if (known && now().getTime() < known.endsAt) return known.file;
    const click: Click = { file: make(), endsAt: Number.POSITIVE_INFINITY };
    clicks.set(key, click);
    const remove = () => {
      if (clicks.get(key) === click) clicks.delete(key);
    };
    click.file.then(() => {
      click.endsAt = now().getTime() + REPEAT_MS;
      setTimeout(remove, REPEAT_MS).unref();
    }, remove);
    return click.file;
  };
}
