import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { CANCEL_MS_MAX, type ImageGenerator, type ImageRequest, UNLIMITED } from "../images.ts";
import { checkImage } from "../remote/checked-image.ts";
import { ImageModelError } from "../remote/image-model-error.ts";
import {
  IMAGE_BYTES_MAX,
  ModelServer,
  parseBody,
  quoteServer,
  type ServerResponse,
  SHORT_MS,
  toStatusError,
} from "../remote/model-server.ts";
import { fillWorkflow, type Workflow } from "./workflow.ts";

export type ComfyUiOptions = {
  url: string;
  key: string | null;
  workflow: Workflow;
  atOnceMax: number;
  deadlineMs: number;
  pollEveryMs?: number;
  /** Timeout of a call that does not wait for an image; shorter in tests. */
  callMsMax?: number;
};

const POLL_EVERY_MS = 1_000;
/**
 * After this many failed polls in a row the image is given up: the server was restarted, or is
 * gone. A single poll may fail while the image is being generated.
 */
const MISSED_POLLS_MAX = 3;

/** How often a finished image's file is asked for. */
export const VIEWS_MAX = 3;

const promptSchema = z.object({ prompt_id: z.string().min(1).max(200) });
const fileSchema = z.object({
  filename: z.string().min(1).max(500),
  subfolder: z.string().max(500).default(""),
  type: z.string().max(20).default("output"),
});
const outputSchema = z.looseObject({ images: z.array(fileSchema).catch([]).default([]) });
const historySchema = z.object({
  outputs: z.record(z.string(), outputSchema.catch({ images: [] })).catch({}),
  status: z
    .object({
      status_str: z.string().catch(""),
      completed: z.boolean().catch(false),
      messages: z.array(z.unknown()).catch([]),
    })
    .nullish()
    .catch(null),
});
/** Number, id, graph, extra data: the ids of the job and of the client that sent it. */
const queueRowSchema = z.array(z.unknown()).transform(([, id, , extra]) => {
  const { data } = z.object({ client_id: z.unknown() }).safeParse(extra);
  return { ids: [id, data?.client_id] as const };
});
const queueSchema = z.object({
  queue_running: z.array(queueRowSchema).catch([]),
  queue_pending: z.array(queueRowSchema).catch([]),
});
const errorSchema = z.object({
  error: z
    .union([
      z.string(),
      z.object({ type: z.unknown().optional(), message: z.unknown().optional() }),
    ])
    .nullish(),
  node_errors: z.record(z.string(), z.unknown()).nullish().catch(null),
});
const failureSchema = z.tuple([
  z.literal(["execution_error", "execution_interrupted"]),
  z.looseObject({
    exception_type: z.unknown().optional(),
    node_type: z.unknown().optional(),
  }),
]);

type HistoryEntry = z.infer<typeof historySchema>;
type QueueRow = z.infer<typeof queueRowSchema>;
type ImageFile = z.infer<typeof fileSchema>;

/** Generates images with ComfyUI: queue, history, then the file. */
export function createComfyUiImages(options: ComfyUiOptions): ImageGenerator {
  const { workflow, key, pollEveryMs = POLL_EVERY_MS, callMsMax = SHORT_MS } = options;
  const server = new ModelServer(
    options.url,
    key === null ? {} : { authorization: `Bearer ${key}` },
  );
  /** None of these calls waits for an image, so each has a short timeout of its own. */
  const limited = (signal: AbortSignal) =>
    AbortSignal.any([signal, AbortSignal.timeout(callMsMax)]);

  const getJson = async (path: string, signal: AbortSignal): Promise<unknown> => {
    const response = await server.get(path, { signal: limited(signal) });
    if (response.status !== 200) throw toStatusError(response, "");
    return parseBody(response.bytes);
  };

  /** Queues under our own id and returns the server's: older servers assign another. */
  const queue = async (
    { graph, prompt, ownId }: { graph: Workflow; prompt: string; ownId: string },
    signal: AbortSignal,
  ) => {
    const body = { prompt: graph, client_id: ownId, prompt_id: ownId };
    const response = await server.post("/prompt", { body, signal: limited(signal) });
    if (response.status !== 200) throw toError(response, [prompt, key ?? ""]);
    const { data } = promptSchema.safeParse(parseBody(response.bytes));
    if (data) return data.prompt_id;
    throw new ImageModelError("unavailable", "the image server did not say what it queued");
  };

  const findJob = async (id: string, signal: AbortSignal) => {
    const { data } = queueSchema.safeParse(await getJson("/queue", signal));
    const find = (rows: QueueRow[] = []) => rows.find((row) => row.ids.includes(id));
    const running = find(data?.queue_running);
    if (running) return { id: running.ids[0], place: "running" };
    const pending = find(data?.queue_pending);
    return pending ? { id: pending.ids[0], place: "pending" } : null;
  };

  const findEntry = async (id: string, signal: AbortSignal): Promise<HistoryEntry | null> => {
    const json = await getJson(`/history/${encodeURIComponent(id)}`, signal);
    const { data } = z.record(z.string(), z.unknown()).safeParse(json);
    const entry = historySchema.safeParse(data?.[id]);
    return entry.data ?? null;
  };

  /** The server's record of an image; null if it has none. */
  const poll = async (id: string, signal: AbortSignal) =>
    (await findEntry(id, signal)) ?? ((await findJob(id, signal)) && "waiting");

  const waitFor = async (id: string, signal: AbortSignal): Promise<HistoryEntry> => {
    let missed = 0;
    for (;;) {
      const seen = await poll(id, signal).catch((error: unknown) => {
        if (signal.aborted || missed + 1 >= MISSED_POLLS_MAX || !mayPass(error)) throw error;
        return null;
      });
      if (seen !== null && seen !== "waiting") return seen;
      missed = seen === null ? missed + 1 : 0;
      if (missed >= MISSED_POLLS_MAX) {
        throw new ImageModelError("unavailable", "the image server has forgotten what it queued");
      }
      await pause(pollEveryMs, undefined, { signal });
    }
  };

  const viewFile = async (file: ImageFile, request: ImageRequest, signal: AbortSignal) => {
    const path = `/view?${new URLSearchParams(file)}`;
    const bytesMax = IMAGE_BYTES_MAX;
    const response = await server.get(path, { signal: limited(signal), bytesMax });
    if (response.status !== 200) throw toStatusError(response, "for the image that it named");
    return checkImage(response.bytes, request);
  };

  /** Asks again for a file that did not come: to make the image again would take minutes. */
  const fetchFile = async (
    file: ImageFile,
    request: ImageRequest,
    signal: AbortSignal,
  ): Promise<Buffer> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await viewFile(file, request, signal);
      } catch (error) {
        if (signal.aborted || tries >= VIEWS_MAX || !mayPass(error)) throw error;
      }
      await pause(pollEveryMs, undefined, { signal });
    }
  };

  const cancel = async (ownId: string) => {
    const signal = AbortSignal.timeout(Math.min(callMsMax, CANCEL_MS_MAX));
    try {
      // By our own id: the server may have queued it without having said so.
      const id = (await findJob(ownId, signal))?.id;
      if (id === undefined) return;
      await server.post("/queue", { body: { delete: [id] }, signal });
      // Older servers cancel whatever is running, so only interrupt our own job.
      if ((await findJob(ownId, signal))?.place !== "running") return;
      await server.post("/interrupt", { body: { prompt_id: id }, signal });
    } catch {
      // The server may be down, and then there is nothing to cancel.
    }
  };

  return {
    name: "comfyui",
    source: "ai",
    atOnce: { max: options.atOnceMax, per: "shop" },
    deadlineMs: options.deadlineMs,
    async generate(request, { signal } = UNLIMITED) {
      const { prompt, seed, widthPx: width, heightPx: height } = request;
      const graph = fillWorkflow(workflow, { prompt, seed, width, height });
      const ownId = randomUUID();
      let stage: "queueing" | "queued" | "made" = "queueing";
      try {
        const id = await queue({ graph, prompt, ownId }, signal);
        stage = "queued";
        const entry = await waitFor(id, signal);
        stage = "made";
        return await fetchFile(pickImage(entry), request, signal);
      } catch (error) {
        const isRejected = stage === "queueing" && !signal.aborted && !mayPass(error);
        // Else the server would make it for nobody, and the next attempt would wait for that.
        if (stage !== "made" && !isRejected) await cancel(ownId);
        throw signal.aborted ? signal.reason : toPlainError(error);
      }
    },
    close: async () => {},
  };
}

/** A timed-out call is the server's failure, not the end of the image's time limit. */
function toPlainError(error: unknown): unknown {
  if (!(error instanceof DOMException) || error.name !== "TimeoutError") return error;
  return new ImageModelError("unavailable", "the image server did not respond in time");
}

/** True for failures that the next poll may not have. */
function mayPass(error: unknown): boolean {
  const plain = toPlainError(error);
  return plain instanceof ImageModelError && ["busy", "unavailable"].includes(plain.problem);
}

/** The workflow's saved image, otherwise its preview. Throws for a failed run. */
function pickImage({ outputs, status }: HistoryEntry): ImageFile {
  if (status?.status_str === "error") {
    const failure = status.messages.flatMap((message) => {
      const { data } = failureSchema.safeParse(message);
      return data ? [data] : [];
    })[0];
    const [kind = "", facts] = failure ?? [];
    const said = [kind, facts?.exception_type, facts?.node_type]
      .map((part) => quoteServer(part, []))
      .filter((part) => part !== "");
    throw new ImageModelError("unavailable", `the workflow failed: ${said.join(", ")}`);
  }
  const files = Object.values(outputs).flatMap(({ images }) => images);
  const file = files.find(({ type }) => type === "output") ?? files[0];
  if (file) return file;
  throw new ImageModelError("misconfigured", "the workflow saves no image: it needs SaveImage");
}

function toError(response: ServerResponse, sent: readonly string[]): ImageModelError {
  const { data } = errorSchema.safeParse(parseBody(response.bytes));
  const error = data?.error;
  const parts = typeof error === "object" ? [error?.type, error?.message] : [error];
  const nodes = Object.keys(data?.node_errors ?? {});
  const said = [...parts, nodes.length > 0 ? `nodes ${nodes.join(", ")}` : ""]
    .map((part) => quoteServer(part, sent))
    .filter((part) => part !== "");
  return toStatusError(response, said.join(", "));
}
