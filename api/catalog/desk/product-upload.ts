import { PRODUCT_UPLOAD_BYTES_MAX } from "#domain/products.ts";
import type { Upload } from "../../noun.ts";

/**
 * Slightly above the image limit, so that a file that is too large is rejected under its own field.
 */
const BYTES_MAX = PRODUCT_UPLOAD_BYTES_MAX + 4 * 1024 * 1024;

/** The product form, including the one at "create"; the API reads only its image. */
export const productUpload: Upload = {
  apiPath: "/api/staff/products/pictures",
  pagePath: "/staff/products/:id",
  bytesMax: BYTES_MAX,
};

/** The form of a category or a style, with a style's image. */
export const groupUpload: Upload = { ...productUpload, pagePath: "/staff/groups/:id/:id" };

/** The settings form, with the currency's image. */
export const settingsUpload: Upload = { ...productUpload, pagePath: "/staff/settings" };
