import type { ImageSource } from "#domain/image-sources.ts";

export type ImageRequest = {
  prompt: string;
  /** A style's slug, which only the procedural engine uses. */
  style: string;
  seed: number;
  widthPx: number;
  heightPx: number;
};

export type ImageWork = {
  /** Aborted when the image is no longer needed, or on timeout. */
  signal: AbortSignal;
  /** Reports progress from 0 to 1; not called for models that do not report any. */
  onProgress?: (share: number) => void;
  /** A hash of the requesting user: providers that monitor misuse need to distinguish users. */
  person?: string;
};

/**
 * How long a generator may take to cancel its job on a model's server after its signal is aborted.
 * The next image is not sent before that, because a late cancellation would end that one instead.
 */
export const CANCEL_MS_MAX = 5_000;

/** For work that is never aborted. */
export const UNLIMITED: ImageWork = { signal: new AbortController().signal };

/**
 * Generates images from prompts. The embedded default is procedural (spec §2 Generate, design §4).
 */
export type ImageGenerator = {
  /** Its name in logs, such as "procedural". */
  readonly name: string;
  /** How its images are marked. */
  readonly source: ImageSource;
  /**
   * Maximum number of concurrent images: each process has its own engine, while all share a model's
   * server.
   */
  readonly concurrency: { readonly max: number; readonly per: "process" | "shop" };
  /** The timeout after which an image is given up. */
  readonly deadlineMs: number;
  /**
   * Generates a decodable image of about the requested size. Throws DomainError if the request
   * cannot be painted, ImageModelError if a model's server rejects it or fails, and the signal's
   * reason within CANCEL_MS_MAX; after that, nothing more is sent about this image.
   */
  generate(request: ImageRequest, work?: ImageWork): Promise<Buffer>;
  close(): Promise<void>;
};

/** Paints the demo data. */
export type Painter = Pick<ImageGenerator, "source" | "generate">;
