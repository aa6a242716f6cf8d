import { z } from "zod";

/** A workflow as exported by ComfyUI with "Export (API)": nodes by id. */
export type Workflow = Record<string, unknown>;

const PLACEHOLDERS = ["prompt", "width", "height", "seed"] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];
export type WorkflowValues = Readonly<Record<Placeholder, string | number>>;

const nodeSchema = z.looseObject({
  class_type: z.string(),
  inputs: z.record(z.string(), z.unknown()),
});
const workflowSchema = z
  .record(z.string(), nodeSchema)
  .refine((nodes) => Object.keys(nodes).length > 0);

/** Without a new seed each time, ComfyUI would return its cached image. */
const REQUIRED: readonly Placeholder[] = ["prompt", "seed"];

/**
 * Parses a workflow file; returns the problem if it is invalid. It must have the placeholders
 * {{prompt}} and {{seed}}; {{width}} and {{height}} are optional.
 */
export function parseWorkflow(text: string): { workflow: Workflow } | { problem: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: "is no JSON" };
  }
  const parsed = workflowSchema.safeParse(json);
  if (!parsed.success) {
    return {
      problem: 'is no workflow in API format: export it by "Export (API)" in ComfyUI',
    };
  }
  const missing = REQUIRED.filter((name) => !text.includes(`{{${name}}}`));
  if (missing.length > 0) {
    const names = missing.map((name) => `{{${name}}}`).join(" and ");
    return { problem: `has no ${names} in it: an input must have that as its value` };
  }
  return { workflow: parsed.data };
}

/**
 * Fills in the placeholders of a workflow. A text that consists of one placeholder becomes the
 * value itself, so that numbers stay numbers; within a longer text, the value is inserted as text.
 */
export function fillWorkflow(workflow: Workflow, values: WorkflowValues): Workflow {
  return Object.fromEntries(
    Object.entries(workflow).map(([key, part]) => [key, fill(part, values)]),
  );
}

const ONE_PLACE = /^\{\{(prompt|width|height|seed)\}\}$/;
const PLACES = /\{\{(prompt|width|height|seed)\}\}/g;

function fill(part: unknown, values: WorkflowValues): unknown {
  if (typeof part === "string") {
    const name = PLACEHOLDERS.find((one) => one === ONE_PLACE.exec(part)?.[1]);
    if (name) return values[name];
    // A replacer function, because the value may contain $ or placeholders.
    return part.replace(PLACES, (place, found: Placeholder) => String(values[found] ?? place));
  }
  if (Array.isArray(part)) return part.map((one) => fill(one, values));
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, fill(one, values)]));
}
