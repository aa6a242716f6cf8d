import { IMPORT_BYTES_MAX } from "#domain/imports.ts";
import type { Noun, Upload } from "../noun.ts";
import { importJobs } from "./imports.jobs.ts";

/** Enough for a gigabyte over a slow connection. */
const UPLOAD_WITHIN_MS = 30 * 60_000;

const importUpload: Upload = {
  apiPath: "/api/staff/imports",
  pagePath: "/staff/imports",
  bytesMax: IMPORT_BYTES_MAX,
  withinMs: UPLOAD_WITHIN_MS,
  isStreamed: true,
};

/** Product tables, with or without images: checked, written and undone as a unit. */
export const imports: Noun = {
  name: "imports",
  uploads: [importUpload],
  jobs: importJobs,
};
