import { fieldError } from "#domain/errors.ts";
import {
  IMAGE_FORMATS,
  type ImageFormat,
  type ImageSize,
  offeredImages,
  PURCHASED_IMAGE_SIZE,
  parseImageSize,
} from "#domain/purchases.ts";

export type ImageChoice = { format: ImageFormat; size: ImageSize };

/**
 * The requested format and size if the settings offer them, by default the first format and the
 * original size. Throws validation_failed with the allowed values.
 */
export function parseImageChoice(
  settings: { formats: string[]; sizes: string[] },
  requested: { format?: string; size?: string },
): ImageChoice {
  const { formats, sizes } = offeredImages(settings);
  const requestedFormat = requested.format || formats[0];
  const requestedSize =
    requested.size || (sizes.includes(PURCHASED_IMAGE_SIZE) ? PURCHASED_IMAGE_SIZE : sizes[0]);
  const format = IMAGE_FORMATS.find((known) => known === requestedFormat);
  if (!format || !formats.includes(format)) {
    throw fieldError("format", "choice_invalid", { choices: formats.join(", ") });
  }
  const size =
    requestedSize && sizes.includes(requestedSize) ? parseImageSize(requestedSize) : null;
  if (!size) throw fieldError("size", "choice_invalid", { choices: sizes.join(", ") });
  return { format, size };
}
