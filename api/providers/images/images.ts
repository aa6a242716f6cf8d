import type { ImageSource } from "#domain/image-sources.ts";

/** Makes an image from a prompt. The embedded default is procedural (spec §2 Generate, design §4). */
export type ImageGenerator = {
  /** Named in texts and logs: "procedural", "openai", "sdwebui". */
  readonly name: string;
  /** What its images are marked as. */
  readonly source: ImageSource;
  /** Renders a PNG. `style` is a style's slug. Throws DomainError when the request is rejected. */
  generate(request: {
    prompt: string;
    style: string;
    seed: number;
    widthPx: number;
    heightPx: number;
  }): Promise<Buffer>;
};
