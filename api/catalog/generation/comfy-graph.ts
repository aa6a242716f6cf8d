import { GENERATION_TEXT_LENGTH_MAX } from "#domain/products.ts";
import type { Generation } from "./generation.ts";

type Node = { type: string; inputs: ReadonlyMap<string, unknown> };
type Graph = ReadonlyMap<string, Node>;

/**
 * Maximum number of steps along the graph; real graphs are far shallower, but a hostile one may be
 * cyclic.
 */
const STEPS_MAX = 20;

/**
 * Reads the graph that ComfyUI writes under `prompt`: the sampler references the seed, texts and
 * model through links to other nodes. Takes parsed JSON; returns null if no text leads to a
 * sampler.
 */
export function readComfyGraph(parsed: Record<string, unknown> | null): Generation | null {
  if (!parsed) return null;
  const graph = toGraph(parsed);
  const samplers = [...graph.values()].filter(({ inputs }) => inputs.has("positive"));
  for (const sampler of samplers) {
    const prompt = findText(graph, sampler.inputs.get("positive"), TEXT_INPUTS);
    if (prompt === null) continue;
    const seed = sampler.inputs.get("seed") ?? sampler.inputs.get("noise_seed");
    const model = findText(graph, sampler.inputs.get("model"), MODEL_INPUTS);
    return {
      prompt,
      seed: Number.isInteger(seed) ? String(seed) : null,
      model: model?.slice(0, GENERATION_TEXT_LENGTH_MAX) ?? null,
      size: findSize(graph, sampler.inputs.get("latent_image")),
    };
  }
  return null;
}

const TEXT_INPUTS = ["text", "text_g", "string", "value", "positive", "conditioning", "prompt"];
const MODEL_INPUTS = ["ckpt_name", "unet_name", "model_name", "model"];

function toGraph(parsed: Record<string, unknown>): Graph {
  const nodes = Object.entries(parsed).flatMap(([id, value]): [string, Node][] => {
    const [type, inputs] = [fieldOf(value, "class_type"), fieldOf(value, "inputs")];
    if (typeof type !== "string" || typeof inputs !== "object" || inputs === null) return [];
    return [[id, { type, inputs: new Map(Object.entries(inputs)) }]];
  });
  return new Map(nodes);
}

function fieldOf(value: unknown, name: string): unknown {
  return new Map(Object.entries(typeof value === "object" && value !== null ? value : {})).get(
    name,
  );
}

/** Returns the node that a link `[id, output]` references. */
function follow(graph: Graph, link: unknown): Node | null {
  const id: unknown = Array.isArray(link) ? link[0] : null;
  return (typeof id === "string" && graph.get(id)) || null;
}

/** Returns the first text upstream of an input. */
function findText(graph: Graph, input: unknown, names: readonly string[]): string | null {
  let current = input;
  for (let steps = 0; steps < STEPS_MAX; steps++) {
    if (typeof current === "string") return current;
    const node = follow(graph, current);
    const name = node && names.find((one) => node.inputs.has(one));
    if (!node || !name) return null;
    current = node.inputs.get(name);
  }
  return null;
}

function findSize(graph: Graph, link: unknown): Generation["size"] {
  const inputs = follow(graph, link)?.inputs;
  const [widthPx, heightPx] = [inputs?.get("width"), inputs?.get("height")];
  if (!Number.isSafeInteger(widthPx) || !Number.isSafeInteger(heightPx)) return null;
  return { widthPx: Number(widthPx), heightPx: Number(heightPx) };
}
