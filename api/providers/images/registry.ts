import { configureProviders, type ProviderModule } from "../provider-modules.ts";
import { comfyui } from "./comfyui/comfyui.ts";
import type { ImageGenerator } from "./images.ts";
import { openai } from "./openai/openai.ts";
import { sdwebui } from "./sdwebui/sdwebui.ts";

/** An image model, with its settings. */
export type ConfiguredImages = { readonly name: string; create(): ImageGenerator };
export type ImageProviderModule = ProviderModule<ConfiguredImages>;

/** The built-in engine, which is not a model and thus not in the list. */
export const PROCEDURAL = "procedural";

/** The kinds of image models. A new one needs a folder and a line here (docs/decisions/0047). */
export const imageProviders: readonly ImageProviderModule[] = [openai, sdwebui, comfyui];

/**
 * Configures the named image model from the environment; null for the procedural engine. `problems`
 * lists all configuration errors, one line each.
 */
export function configureImages(
  name: string,
  environment: Record<string, string | undefined>,
): { images: ConfiguredImages | null; problems: string[] } {
  const names = name === PROCEDURAL ? [] : [name];
  const given = { variable: "IMAGE_PROVIDER", names, besides: [PROCEDURAL] };
  const { providers, problems } = configureProviders(given, environment, imageProviders);
  return { images: providers[0] ?? null, problems };
}
