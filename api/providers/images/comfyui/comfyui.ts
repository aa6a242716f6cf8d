import { readFileSync } from "node:fs";
import { z } from "zod";
import type { ImageProviderModule } from "../registry.ts";
import {
  concurrency,
  deadlineSeconds,
  headerValue,
  missing,
  serverUrl,
} from "../remote/settings.ts";
import { createComfyUiImages } from "./comfyui-images.ts";
import { parseWorkflow, type Workflow } from "./workflow.ts";

const workflowFile = z
  .string({ error: missing("the path of a workflow in API format") })
  .transform((path, context): Workflow => {
    const found = readWorkflow(path);
    if ("workflow" in found) return found.workflow;
    context.addIssue({ code: "custom", message: found.problem });
    return z.NEVER;
  });

function readWorkflow(path: string) {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return { problem: `${path} cannot be read` };
  }
  return parseWorkflow(text);
}

const settingsSchema = z.object({
  IMAGE_API_URL: z.string({ error: missing("the address of a ComfyUI server") }).pipe(serverUrl),
  /** ComfyUI has no authentication of its own; a proxy in front of it may require a key. */
  IMAGE_API_KEY: headerValue.optional(),
  IMAGE_WORKFLOW: workflowFile,
  IMAGE_AT_ONCE: concurrency.default(1),
  IMAGE_DEADLINE_SECONDS: deadlineSeconds.default(180),
});

/** A ComfyUI server with the operator's own workflow. */
export const comfyui: ImageProviderModule = {
  name: "comfyui",
  settings: Object.keys(settingsSchema.shape),
  secrets: ["IMAGE_API_KEY"],
  configure: (environment) => {
    const settings = settingsSchema.parse(environment);
    return {
      name: "comfyui",
      create: () =>
        createComfyUiImages({
          url: settings.IMAGE_API_URL,
          key: settings.IMAGE_API_KEY ?? null,
          workflow: settings.IMAGE_WORKFLOW,
          concurrencyMax: settings.IMAGE_AT_ONCE,
          deadlineMs: settings.IMAGE_DEADLINE_SECONDS * 1000,
        }),
    };
  },
};
