import { PRODUCT_UPLOAD_BYTES_MAX } from "#domain/products.ts";
import type { Upload } from "../../noun.ts";

/** Somewhat more than a picture may have: one that is too large is rejected under its field. */
const BYTES_MAX = PRODUCT_UPLOAD_BYTES_MAX + 4 * 1024 * 1024;

/** The form of a product, also of a new one ("create"); the API takes its picture alone. */
export const productUpload: Upload = {
  apiPath: "/api/staff/products/pictures",
  pagePath: "/staff/products/:id",
  bytesMax: BYTES_MAX,
};

/** The form of a category or a style: the picture of a style. */
export const groupUpload: Upload = { ...productUpload, pagePath: "/staff/groups/:id/:id" };

/** The form of the settings: the picture of the currency. */
export const settingsUpload: Upload = { ...productUpload, pagePath: "/staff/settings" };
