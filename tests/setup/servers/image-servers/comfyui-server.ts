import { z } from "zod";
import { ImageServer, paintPng, type Sent, type ServerCall } from "./image-server.ts";

/** A workflow as written by "Export (API)", with the product's placeholders. */
export const COMFY_WORKFLOW = {
  "3": {
    class_type: "KSampler",
    inputs: { seed: "{{seed}}", steps: 20, cfg: 7, sampler_name: "euler", positive: ["6", 0] },
    _meta: { title: "KSampler" },
  },
  "5": {
    class_type: "EmptyLatentImage",
    inputs: { width: "{{width}}", height: "{{height}}", batch_size: 1 },
  },
  "6": {
    class_type: "CLIPTextEncode",
    inputs: { text: "masterpiece, {{prompt}}", clip: ["4", 1] },
  },
  "9": { class_type: "SaveImage", inputs: { filename_prefix: "shop", images: ["8", 0] } },
};

const KNOWN_NODES = ["KSampler", "EmptyLatentImage", "CLIPTextEncode", "SaveImage", "PreviewImage"];
const promptSchema = z.looseObject({
  prompt: z.record(
    z.string(),
    z.looseObject({ class_type: z.string(), inputs: z.record(z.string(), z.unknown()) }),
  ),
  client_id: z.string(),
  prompt_id: z.uuid().optional(),
});

type Entry = {
  id: string;
  clientId: string;
  graph: Record<string, { inputs: Record<string, unknown> }>;
};

/**
 * A ComfyUI server with a queue that a test may run step by step, a history, and files to view. It
 * rejects unknown nodes, numbers given as strings, graphs without an output, and missing files.
 */
export class ComfyUiServer extends ImageServer {
  pending: Entry[] = [];
  running: Entry[] = [];
  /** The outcome of a finished run; tests change it. */
  ending: "success" | "execution_error" | "no image" = "success";
  /** The history entry of a finished run, if a test overrides it. */
  entry: unknown = undefined;
  /** False: queued runs wait for `work`. */
  worksAtOnce = true;
  /** False: like older servers, which do not take the prompt's id from the request. */
  takesIds = true;
  /** Queueing is confirmed only after this. */
  hold = Promise.resolve();
  readonly #history = new Map<string, unknown>();
  readonly #files = new Map<string, Buffer>();
  #count = 0;

  /** Starts the run that has waited longest. */
  begin(): void {
    const next = this.pending.shift();
    if (next) this.running.push(next);
  }

  /** Finishes the current runs. */
  async finish(): Promise<void> {
    const ended = [...this.running];
    for (const entry of ended) await this.#finish(entry);
    // The history gets it first: a real server moves it atomically.
    this.running = this.running.filter((entry) => !ended.includes(entry));
  }

  /** Clears the state, like a restart. */
  forget(): void {
    this.pending = [];
    this.running = [];
    this.#history.clear();
  }

  protected async respond({ method, path, query, body }: ServerCall): Promise<Sent> {
    if (method === "POST" && path === "/prompt") return this.#queue(body);
    if (method === "GET" && path.startsWith("/history/")) {
      const id = decodeURIComponent(path.slice("/history/".length));
      const entry = this.#history.get(id);
      return { status: 200, body: entry === undefined ? {} : { [id]: entry } };
    }
    if (method === "GET" && path === "/queue") {
      const rows = (list: Entry[]) =>
        list.map((entry, at) => [at, entry.id, entry.graph, { client_id: entry.clientId }, []]);
      return {
        status: 200,
        body: { queue_running: rows(this.running), queue_pending: rows(this.pending) },
      };
    }
    if (method === "POST" && path === "/queue") {
      const { delete: ids } = z.object({ delete: z.array(z.string()) }).parse(body);
      this.pending = this.pending.filter(({ id }) => !ids.includes(id));
      return { status: 200, body: null };
    }
    if (method === "POST" && path === "/interrupt") {
      this.running = [];
      return { status: 200, body: null };
    }
    if (method === "GET" && path === "/view") {
      const file = this.#files.get(`${query.get("type")}/${query.get("filename")}`);
      return file ? { status: 200, body: file, type: "image/png" } : { status: 404, body: null };
    }
    return { status: 405, body: null };
  }

  async #queue(body: unknown): Promise<Sent> {
    const parsed = promptSchema.safeParse(body);
    if (!parsed.success) return reject("no_prompt", "No prompt provided", {});
    const graph = parsed.data.prompt;
    const nodes = Object.entries(graph);
    const unknown = nodes.find(([, node]) => !KNOWN_NODES.includes(node.class_type));
    if (unknown) return reject("invalid_prompt", "Cannot execute: node not found", {});
    if (!nodes.some(([, node]) => /^(?:Save|Preview)Image$/.test(node.class_type))) {
      return reject("prompt_no_outputs", "Prompt has no outputs", {});
    }
    const numbers = nodes.flatMap(([id, { inputs }]) =>
      ["seed", "width", "height"].map((name) => ({ id, value: inputs[name] })),
    );
    const wrong = numbers.find(({ value }) => value !== undefined && !Number.isInteger(value));
    if (wrong) {
      const errors = [{ type: "invalid_input_type", message: "Failed to convert", details: "" }];
      return reject("prompt_outputs_failed_validation", "Prompt outputs failed validation", {
        [wrong.id]: { errors, dependent_outputs: ["9"], class_type: "" },
      });
    }
    this.#count += 1;
    const { client_id: clientId, prompt_id: promptId } = parsed.data;
    const id = (this.takesIds && promptId) || `id-${this.#count}`;
    const entry: Entry = { id, clientId, graph };
    if (this.worksAtOnce) await this.#finish(entry);
    else this.pending.push(entry);
    await this.hold;
    return { status: 200, body: { prompt_id: id, number: this.#count, node_errors: {} } };
  }

  async #finish({ id, graph }: Entry): Promise<void> {
    if (this.entry !== undefined) {
      this.#history.set(id, this.entry);
      return;
    }
    if (this.ending === "execution_error") {
      const facts = { prompt_id: id, node_type: "KSampler", exception_type: "OutOfMemoryError" };
      const messages = [
        ["execution_start", {}],
        ["execution_error", facts],
      ];
      const status = { status_str: "error", completed: false, messages };
      this.#history.set(id, { prompt: [], outputs: {}, status });
      return;
    }
    const inputs = Object.values(graph).map((node) => node.inputs);
    const width = Number(inputs.find((one) => "width" in one)?.width ?? 512);
    const height = Number(inputs.find((one) => "height" in one)?.height ?? 512);
    const filename = `shop_${this.#files.size}_.png`;
    this.#files.set(`output/${filename}`, await paintPng(width, height, JSON.stringify(graph)));
    const images = [{ filename, subfolder: "", type: "output" }];
    this.#history.set(id, {
      prompt: [],
      outputs: { "9": this.ending === "no image" ? { text: ["none"] } : { images } },
      status: { status_str: "success", completed: true, messages: [] },
    });
  }
}

const reject = (type: string, message: string, nodeErrors: unknown): Sent => ({
  status: 400,
  body: { error: { type, message, details: "", extra_info: {} }, node_errors: nodeErrors },
});
