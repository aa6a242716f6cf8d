import { ART_STYLES, type ArtRequest, renderArt } from "../art-engine/index.ts";

export type PaintingRequest = Omit<ArtRequest, "style"> & { style: string };

/** Renders a PNG. Throws RangeError for a style or size that cannot be painted. */
export async function paint({ style, ...rest }: PaintingRequest): Promise<Buffer> {
  const known = ART_STYLES.find((name) => name === style);
  if (!known) throw new RangeError(`There is no painter for the style ${style}.`);
  return renderArt({ ...rest, style: known });
}
