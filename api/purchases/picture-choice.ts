import { fieldError } from "#domain/errors.ts";
import {
  IMAGE_FORMATS,
  type ImageFormat,
  type ImageSize,
  offeredPictures,
  PURCHASED_IMAGE_SIZE,
  parseImageSize,
} from "#domain/purchases.ts";

export type PictureChoice = { format: ImageFormat; size: ImageSize };

/**
 * The wanted format and size, if the settings offer them; what is not named is the first format and
 * the size that is sold. Throws validation_failed naming what is allowed.
 */
export function readPictureChoice(
  settings: { formats: string[]; sizes: string[] },
  wanted: { format?: string; size?: string },
): PictureChoice {
  const { formats, sizes } = offeredPictures(settings);
  const wantedFormat = wanted.format || formats[0];
  const wantedSize =
    wanted.size || (sizes.includes(PURCHASED_IMAGE_SIZE) ? PURCHASED_IMAGE_SIZE : sizes[0]);
  const format = IMAGE_FORMATS.find((known) => known === wantedFormat);
  if (!format || !formats.includes(format)) {
    throw fieldError("format", "choice_invalid", { choices: formats.join(", ") });
  }
  const size = wantedSize && sizes.includes(wantedSize) ? parseImageSize(wantedSize) : null;
  if (!size) throw fieldError("size", "choice_invalid", { choices: sizes.join(", ") });
  return { format, size };
}
