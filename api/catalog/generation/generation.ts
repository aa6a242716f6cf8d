import { isRecord, parseJson } from "#domain/json.ts";
import { GENERATION_TEXT_LENGTH_MAX, PRODUCT_PROMPT_LENGTH_MAX } from "#domain/products.ts";
import { readComfyGraph } from "./comfy-graph.ts";
import { readImageTexts } from "./image-texts.ts";

/** Quantifier for the length of a text in a pattern. */
const TEXT = `{1,${GENERATION_TEXT_LENGTH_MAX}}`;

/**
 * How an image was made, according to its generator. The size is the one it states, not the actual
 * one.
 */
export type Generation = {
  prompt: string;
  seed: string | null;
  model: string | null;
  size: { widthPx: number; heightPx: number } | null;
};

/**
 * Reads what AUTOMATIC1111, Forge, ComfyUI or InvokeAI wrote into an untrusted image; null if there
 * is no metadata or nothing usable as a prompt. Only a suggestion, which staff review before
 * publishing.
 */
export function readGeneration(bytes: Buffer): Generation | null {
  const texts = readImageTexts(bytes);
  const generation =
    fromParameters(texts.get("parameters") ?? texts.get("UserComment")) ??
    fromInvoke(texts.get("invokeai_metadata")) ??
    readComfyGraph(parseObject(texts.get("prompt")));
  if (!generation) return null;
  const prompt = toPlainText(generation.prompt);
  if (prompt === "" || prompt.length > PRODUCT_PROMPT_LENGTH_MAX) return null;
  const model = toPlainText(generation.model ?? "") || null;
  return { ...generation, prompt, model };
}

/** Removes characters that no text may contain, and lone surrogates. */
const toPlainText = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Cs}]/gu, "").trim();

/**
 * Parses the format of AUTOMATIC1111 and Forge: the prompt, a line "Negative prompt: ...", and a
 * last line "Steps: 20, Seed: 7, Size: 512x768, Model: name".
 */
function fromParameters(text: string | undefined): Generation | null {
  if (text === undefined) return null;
  const lines = text.split("\n");
  const last = lines.findLastIndex((line) => /^Steps: \d+,/.test(line.trim()));
  if (last === -1) return null;
  const above = lines.slice(0, last);
  const negative = above.findIndex((line) => line.startsWith("Negative prompt:"));
  const values = lines[last] ?? "";
  const read = (name: string) =>
    new RegExp(`(?:^|, )${name}: (?:"([^"]${TEXT})"|([^,]${TEXT}))`).exec(values);
  const size = /(?:^|, )Size: (\d{1,5})x(\d{1,5})/.exec(values);
  const model = read("Model");
  return {
    prompt: above.slice(0, negative === -1 ? undefined : negative).join("\n"),
    seed: /(?:^|, )Seed: (\d{1,20})/.exec(values)?.[1] ?? null,
    model: model?.[1] ?? model?.[2] ?? null,
    size: size ? { widthPx: Number(size[1]), heightPx: Number(size[2]) } : null,
  };
}

function fromInvoke(text: string | undefined): Generation | null {
  const metadata = parseObject(text);
  const prompt = metadata?.positive_prompt;
  if (!metadata || typeof prompt !== "string") return null;
  const { seed, width, height } = metadata;
  const model = isRecord(metadata.model)
    ? (metadata.model.name ?? metadata.model.model_name)
    : null;
  return {
    prompt,
    seed: Number.isSafeInteger(seed) ? String(seed) : null,
    model: typeof model === "string" ? model.slice(0, GENERATION_TEXT_LENGTH_MAX) : null,
    size:
      Number.isSafeInteger(width) && Number.isSafeInteger(height)
        ? { widthPx: Number(width), heightPx: Number(height) }
        : null,
  };
}

/** Parses a JSON text that contains an object; null for anything else. */
function parseObject(text: string | undefined): Record<string, unknown> | null {
  const parsed = text === undefined ? null : parseJson(text);
  return isRecord(parsed) ? parsed : null;
}
