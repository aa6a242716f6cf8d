import { toReference } from "#app/i18n/message-reference.ts";
import { OFFER_UPLOAD_BYTES_MAX, OFFER_UPLOAD_MB_MAX } from "#domain/offers.ts";

/** The error of an image over 5 MB (spec §5), as a reference that the form translates. */
export const IMAGE_TOO_LARGE = toReference({
  code: "file_too_large",
  params: { maxSize: OFFER_UPLOAD_MB_MAX },
});

/** Takes an image in bytes; found too large before megabytes are sent in vain. */
export const isImageTooLarge = ({ size }: Pick<File, "size">): boolean =>
  size > OFFER_UPLOAD_BYTES_MAX;
