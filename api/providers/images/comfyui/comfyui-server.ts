import { z } from "zod";
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
import type { Workflow } from "./workflow.ts";

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
/**
 * A row has a number, id, graph and extra data; of these, the ids of the job and of the client that
 * sent it are kept.
 */
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

export type HistoryEntry = z.infer<typeof historySchema>;
type QueueRow = z.infer<typeof queueRowSchema>;
export type ImageFile = z.infer<typeof fileSchema>;

export type ComfyUiServerOptions = {
  url: string;
  key: string | null;
  /** Timeout of a call; shorter in tests. */
  callMsMax?: number;
};

/** ComfyUI's HTTP API. No call waits for an image, so each has its own short timeout. */
export class ComfyUiServer {
  readonly #server: ModelServer;
  readonly #key: string;
  readonly #callMsMax: number;

  constructor({ url, key, callMsMax = SHORT_MS }: ComfyUiServerOptions) {
    this.#server = new ModelServer(url, key === null ? {} : { authorization: `Bearer ${key}` });
    this.#key = key ?? "";
    this.#callMsMax = callMsMax;
  }

  /**
   * Queues a job under our own id and returns the server's id, because older servers assign
   * another.
   */
  async queue(
    { graph, prompt, ownId }: { graph: Workflow; prompt: string; ownId: string },
    signal: AbortSignal,
  ): Promise<string> {
    const body = { prompt: graph, client_id: ownId, prompt_id: ownId };
    const response = await this.#server.post("/prompt", { body, signal: this.#limited(signal) });
    if (response.status !== 200) throw toQueueError(response, [prompt, this.#key]);
    const { data } = promptSchema.safeParse(parseBody(response.bytes));
    if (data) return data.prompt_id;
    throw new ImageModelError("unavailable", "the image server did not say what it queued");
  }

  async findJob(id: string, signal: AbortSignal) {
    const { data } = queueSchema.safeParse(await this.#getJson("/queue", signal));
    const find = (rows: QueueRow[] = []) => rows.find((row) => row.ids.includes(id));
    const running = find(data?.queue_running);
    if (running) return { id: running.ids[0], place: "running" };
    const pending = find(data?.queue_pending);
    return pending ? { id: pending.ids[0], place: "pending" } : null;
  }

  /** The record of a finished job; null if there is none yet. */
  async findEntry(id: string, signal: AbortSignal): Promise<HistoryEntry | null> {
    const json = await this.#getJson(`/history/${encodeURIComponent(id)}`, signal);
    const { data } = z.record(z.string(), z.unknown()).safeParse(json);
    const entry = historySchema.safeParse(data?.[id]);
    return entry.data ?? null;
  }

  async view(file: ImageFile, signal: AbortSignal): Promise<Buffer> {
    const response = await this.#server.get(`/view?${new URLSearchParams(file)}`, {
      signal: this.#limited(signal),
      bytesMax: IMAGE_BYTES_MAX,
    });
    if (response.status !== 200) throw toStatusError(response, "for the image that it named");
    return response.bytes;
  }

  /** Ends a job by our own id, because the server may have queued it without responding. */
  async cancel(ownId: string, signal: AbortSignal): Promise<void> {
    const id = (await this.findJob(ownId, signal))?.id;
    if (id === undefined) return;
    await this.#server.post("/queue", { body: { delete: [id] }, signal: this.#limited(signal) });
    // Older servers cancel whatever is running, so interrupt only our own job.
    if ((await this.findJob(ownId, signal))?.place !== "running") return;
    await this.#server.post("/interrupt", {
      body: { prompt_id: id },
      signal: this.#limited(signal),
    });
  }

  async #getJson(path: string, signal: AbortSignal): Promise<unknown> {
    const response = await this.#server.get(path, { signal: this.#limited(signal) });
    if (response.status !== 200) throw toStatusError(response, "");
    return parseBody(response.bytes);
  }

  #limited(signal: AbortSignal): AbortSignal {
    return AbortSignal.any([signal, AbortSignal.timeout(this.#callMsMax)]);
  }
}

/** Returns the workflow's saved image, otherwise its preview. Throws if the run failed. */
export function pickImage({ outputs, status }: HistoryEntry): ImageFile {
  if (status?.status_str === "error") {
    const failure = status.messages.flatMap((message) => {
      const { data } = failureSchema.safeParse(message);
      return data ? [data] : [];
    })[0];
    const [kind = "", facts] = failure ?? [];
    const said = quoteAll([kind, facts?.exception_type, facts?.node_type], []);
    throw new ImageModelError("unavailable", `the workflow failed: ${said}`);
  }
  const files = Object.values(outputs).flatMap(({ images }) => images);
  const file = files.find(({ type }) => type === "output") ?? files[0];
  if (file) return file;
  throw new ImageModelError("misconfigured", "the workflow saves no image: it needs SaveImage");
}

function toQueueError(response: ServerResponse, sent: readonly string[]): ImageModelError {
  const { data } = errorSchema.safeParse(parseBody(response.bytes));
  const error = data?.error;
  const parts = typeof error === "object" ? [error?.type, error?.message] : [error];
  const nodes = Object.keys(data?.node_errors ?? {});
  if (nodes.length > 0) parts.push(`nodes ${nodes.join(", ")}`);
  return toStatusError(response, quoteAll(parts, sent));
}

function quoteAll(parts: readonly unknown[], sent: readonly string[]): string {
  const quoted = parts.map((part) => quoteServer(part, sent));
  return quoted.filter((part) => part !== "").join(", ");
}
