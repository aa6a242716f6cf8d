import { parentPort } from "node:worker_threads";
import { ART_STYLES, type ArtRequest, renderArt } from "./art-engine/index.ts";

// A separate program, built as build/server/painter.js and run in worker threads: it renders one
// requested image after the other (docs/decisions/0009).

export type PaintingRequest = Omit<ArtRequest, "style"> & { style: string };
export type PaintingResult = { png: Uint8Array } | { rejection: string } | { failure: string };

/** Renders a PNG, or returns why the request cannot be painted. */
export async function paint({ style, ...rest }: PaintingRequest): Promise<PaintingResult> {
  const known = ART_STYLES.find((name) => name === style);
  if (!known) return { rejection: `There is no painter for the style ${style}.` };
  try {
    return { png: await renderArt({ ...rest, style: known }) };
  } catch (error) {
    if (error instanceof RangeError) return { rejection: error.message };
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on("message", async (request: PaintingRequest) => {
  parentPort?.postMessage(await paint(request));
});
