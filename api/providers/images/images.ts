import type { ImageSource } from "#domain/image-sources.ts";

export type ImageRequest = {
  prompt: string;
  /** A style's slug; only used by the procedural engine. */
  style: string;
  seed: number;
  widthPx: number;
  heightPx: number;
};

export type ImageWork = {
  /** Aborted when the image is no longer needed, or on timeout. */
  signal: AbortSignal;
  /** Reports progress from 0 to 1; models that do not know it never call it. */
  onProgress?: (share: number) => void;
  /** A hash of the requesting user: providers that monitor misuse need to distinguish users. */
  person?: string;
};

/**
 * How long a generator may take to cancel its job on a model's server once its signal is aborted.
 * Until then the next image is not sent, because a late cancellation would end that one instead.
 */
export const CANCEL_MS_MAX = 5_000;

/** For work that is never aborted. */
export const UNLIMITED: ImageWork = { signal: new AbortController().signal };

/**
 * Generates an image from a prompt. The embedded default is procedural (spec §2 Generate, design
 * §4).
 */
export type ImageGenerator = {
  /** Named in logs, such as "procedural". */
  readonly name: string;
  /** The marking its images get. */
  readonly source: ImageSource;
  /**
   * Maximum concurrent images: each process has its own engine, while all share a model's server.
   */
  readonly atOnce: { readonly max: number; readonly per: "process" | "shop" };
  /** Timeout after which an image is given up. */
  readonly deadlineMs: number;
  /**
   * Generates a decodable image of about that size. Throws DomainError when the request cannot be
   * painted, ImageModelError when a model's server rejects it or fails, and the signal's reason:
   * the latter within CANCEL_MS_MAX, when nothing more is sent about this image.
   */
  generate(request: ImageRequest, work?: ImageWork): Promise<Buffer>;
  close(): Promise<void>;
};

/** Paints the demo data. */
export type Painter = Pick<ImageGenerator, "source" | "generate">;
