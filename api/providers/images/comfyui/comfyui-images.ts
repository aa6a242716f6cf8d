import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { CANCEL_MS_MAX, type ImageGenerator, type ImageRequest, UNLIMITED } from "../images.ts";
import { checkImage } from "../remote/checked-image.ts";
import { ImageModelError } from "../remote/image-model-error.ts";
import {
  ComfyUiServer,
  type ComfyUiServerOptions,
  type HistoryEntry,
  type ImageFile,
  pickImage,
} from "./comfyui-server.ts";
import { fillWorkflow, type Workflow } from "./workflow.ts";

export type ComfyUiOptions = ComfyUiServerOptions & {
  workflow: Workflow;
  concurrencyMax: number;
  deadlineMs: number;
  pollEveryMs?: number;
};

const POLL_EVERY_MS = 1_000;
/**
 * An image is given up after this many consecutive failed polls: the server was restarted or is
 * down. A single poll may fail while the image is being generated.
 */
const MISSED_POLLS_MAX = 3;

/** How often the file of a finished image is requested. */
export const VIEWS_MAX = 3;

/** How to wait for the server. */
type Waiting = { pollEveryMs: number; signal: AbortSignal };

/** Generates images with ComfyUI: queues the prompt, polls the history, then fetches the file. */
export function createComfyUiImages(options: ComfyUiOptions): ImageGenerator {
  const { workflow, pollEveryMs = POLL_EVERY_MS } = options;
  const server = new ComfyUiServer(options);
  return {
    name: "comfyui",
    source: "ai",
    concurrency: { max: options.concurrencyMax, per: "shop" },
    deadlineMs: options.deadlineMs,
    async generate(request, { signal } = UNLIMITED) {
      const { prompt, seed, widthPx: width, heightPx: height } = request;
      const graph = fillWorkflow(workflow, { prompt, seed, width, height });
      const ownId = randomUUID();
      const waiting = { pollEveryMs, signal };
      let stage: "queueing" | "queued" | "made" = "queueing";
      try {
        const id = await server.queue({ graph, prompt, ownId }, signal);
        stage = "queued";
        const entry = await waitForEntry(server, id, waiting);
        stage = "made";
        return await fetchImage(server, pickImage(entry), request, waiting);
      } catch (error) {
        const isRejected = stage === "queueing" && !signal.aborted && !isTemporary(error);
        // Otherwise the server would generate an unused image, and the next attempt would wait for
        // it.
        if (stage !== "made" && !isRejected) await cancel(server, ownId);
        throw signal.aborted ? signal.reason : toPlainError(error);
      }
    },
    close: async () => {},
  };
}

async function waitForEntry(
  server: ComfyUiServer,
  id: string,
  { pollEveryMs, signal }: Waiting,
): Promise<HistoryEntry> {
  let missed = 0;
  for (;;) {
    const found = await poll(server, id, signal).catch((error: unknown) => {
      if (signal.aborted || missed + 1 >= MISSED_POLLS_MAX || !isTemporary(error)) throw error;
      return null;
    });
    if (found !== null && found !== "waiting") return found;
    missed = found === null ? missed + 1 : 0;
    if (missed >= MISSED_POLLS_MAX) {
      throw new ImageModelError("unavailable", "the image server has forgotten what it queued");
    }
    await pause(pollEveryMs, undefined, { signal });
  }
}

/** The server's record of an image; null if it has none. */
async function poll(server: ComfyUiServer, id: string, signal: AbortSignal) {
  return (await server.findEntry(id, signal)) ?? ((await server.findJob(id, signal)) && "waiting");
}

/** Requests the file again if it does not arrive: generating the image again would take minutes. */
async function fetchImage(
  server: ComfyUiServer,
  file: ImageFile,
  request: ImageRequest,
  { pollEveryMs, signal }: Waiting,
): Promise<Buffer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await checkImage(await server.view(file, signal), request);
    } catch (error) {
      if (signal.aborted || tries >= VIEWS_MAX || !isTemporary(error)) throw error;
    }
    await pause(pollEveryMs, undefined, { signal });
  }
}

async function cancel(server: ComfyUiServer, ownId: string): Promise<void> {
  try {
    await server.cancel(ownId, AbortSignal.timeout(CANCEL_MS_MAX));
  } catch {
    // The server may be down, in which case there is nothing to cancel.
  }
}

/**
 * Converts a call's timeout, which is the server's failure, unlike the end of the image's time
 * limit.
 */
function toPlainError(error: unknown): unknown {
  if (!(error instanceof DOMException) || error.name !== "TimeoutError") return error;
  return new ImageModelError("unavailable", "the image server did not respond in time");
}

/** True for failures that the next poll may not have. */
function isTemporary(error: unknown): boolean {
  const plain = toPlainError(error);
  return plain instanceof ImageModelError && ["busy", "unavailable"].includes(plain.problem);
}
