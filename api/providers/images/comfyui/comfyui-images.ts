import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { type ImageGenerator, UNLIMITED } from "../images.ts";
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
};

const POLL_EVERY_MS = 1_000;
/** After this many polls with the id in neither list it is lost: the server was restarted. */
const LOST_AFTER_POLLS = 3;

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
const queueSchema = z.object({
  queue_running: z.array(z.array(z.unknown())).catch([]),
  queue_pending: z.array(z.array(z.unknown())).catch([]),
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
type ImageFile = z.infer<typeof fileSchema>;

/** Generates images with ComfyUI: queue, history, then the file. */
export function createComfyUiImages(options: ComfyUiOptions): ImageGenerator {
  const { workflow, key, pollEveryMs = POLL_EVERY_MS } = options;
  const server = new ModelServer(
    options.url,
    key === null ? {} : { authorization: `Bearer ${key}` },
  );
  const clientId = randomUUID();

  const getJson = async (path: string, signal: AbortSignal): Promise<unknown> => {
    const response = await server.get(path, { signal: limited(signal) });
    if (response.status !== 200) throw toStatusError(response, "");
    return parseBody(response.bytes);
  };

  const queue = async (graph: Workflow, prompt: string, signal: AbortSignal) => {
    const body = { prompt: graph, client_id: clientId, prompt_id: randomUUID() };
    const response = await server.post("/prompt", { body, signal: limited(signal) });
    if (response.status !== 200) throw toError(response, [prompt, key ?? ""]);
    const { data } = promptSchema.safeParse(parseBody(response.bytes));
    if (data) return data.prompt_id;
    throw new ImageModelError("unavailable", "the image server did not say what it queued");
  };

  const findPlace = async (id: string, signal: AbortSignal) => {
    const { data } = queueSchema.safeParse(await getJson("/queue", signal));
    const has = (rows: unknown[][] = []) => rows.some((row) => row[1] === id);
    if (has(data?.queue_running)) return "running";
    return has(data?.queue_pending) ? "pending" : null;
  };

  const findEntry = async (id: string, signal: AbortSignal): Promise<HistoryEntry | null> => {
    const json = await getJson(`/history/${encodeURIComponent(id)}`, signal);
    const { data } = z.record(z.string(), z.unknown()).safeParse(json);
    const entry = historySchema.safeParse(data?.[id]);
    return entry.data ?? null;
  };

  const waitFor = async (id: string, signal: AbortSignal): Promise<HistoryEntry> => {
    let missed = 0;
    for (;;) {
      const entry = await findEntry(id, signal);
      if (entry) return entry;
      missed = (await findPlace(id, signal)) === null ? missed + 1 : 0;
      if (missed >= LOST_AFTER_POLLS) {
        throw new ImageModelError("unavailable", "the image server has forgotten what it queued");
      }
      await pause(pollEveryMs, undefined, { signal });
    }
  };

  const cancel = async (id: string) => {
    const signal = AbortSignal.timeout(SHORT_MS);
    try {
      await server.post("/queue", { body: { delete: [id] }, signal });
      // Older servers cancel whatever is running, so only interrupt our own job.
      if ((await findPlace(id, signal)) !== "running") return;
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
      const id = await queue(graph, prompt, signal);
      try {
        const file = pickImage(await waitFor(id, signal));
        const path = `/view?${new URLSearchParams(file)}`;
        const response = await server.get(path, {
          signal: limited(signal),
          bytesMax: IMAGE_BYTES_MAX,
        });
        if (response.status !== 200) throw toStatusError(response, "for the image that it named");
        return await checkImage(response.bytes);
      } catch (error) {
        if (signal.aborted) await cancel(id);
        throw signal.aborted ? signal.reason : toPlainError(error);
      }
    },
    close: async () => {},
  };
}

/** None of these calls waits for an image, so each has a short timeout of its own. */
const limited = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(SHORT_MS)]);

/** A timed-out call is the server's failure, not the end of the image's time limit. */
function toPlainError(error: unknown): unknown {
  if (!(error instanceof DOMException) || error.name !== "TimeoutError") return error;
  return new ImageModelError("unavailable", "the image server did not respond in time");
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
