import type { ImageSource } from "#domain/image-sources.ts";

export type ImageRequest = {
  prompt: string;
  /** A style's slug; only the procedural engine needs it. */
  style: string;
  seed: number;
  widthPx: number;
  heightPx: number;
};

export type ImageWork = {
  /** Aborted when nobody wants the image any more, or its time is over. */
  signal: AbortSignal;
  /** Says how far it has come, from 0 to 1; models that do not know never say. */
  onProgress?: (share: number) => void;
  /** Whose image it is, as a hash: providers that watch for misuse want to know people apart. */
  person?: string;
};

/** For work that nobody ends. */
export const UNLIMITED: ImageWork = { signal: new AbortController().signal };

/** Makes an image from a prompt. The embedded default is procedural (spec §2 Generate, design §4). */
export type ImageGenerator = {
  /** Named in logs: "procedural", "openai", "sdwebui", "comfyui". */
  readonly name: string;
  /** What its images are marked as. */
  readonly source: ImageSource;
  /** How many images it makes at once: each process has an engine, all of them share a model's server. */
  readonly atOnce: { readonly max: number; readonly per: "process" | "shop" };
  /** After this an image is given up. */
  readonly deadlineMs: number;
  /**
   * Makes an image that decodes, of about that size. Throws DomainError when the request cannot be
   * painted, ImageModelError when a model's server rejects it or fails, and the signal's reason.
   */
  generate(request: ImageRequest, work?: ImageWork): Promise<Buffer>;
  close(): Promise<void>;
};

/** What the demo data is painted with. */
export type Painter = Pick<ImageGenerator, "source" | "generate">;
