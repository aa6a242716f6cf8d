import { IMPORT_BYTES_MAX, IMPORT_UPLOAD_TIMEOUT_MS } from "#domain/imports.ts";
import type { Noun, Upload } from "../noun.ts";
import { importJobs } from "./imports.jobs.ts";

const importUpload: Upload = {
  apiPath: "/api/staff/imports",
  pagePath: "/staff/imports",
  bytesMax: IMPORT_BYTES_MAX,
  timeoutMs: IMPORT_UPLOAD_TIMEOUT_MS,
  isStreamed: true,
};

/** Product tables, with or without images: checked, written and undone as a unit. */
export const imports: Noun = {
  name: "imports",
  uploads: [importUpload],
  jobs: importJobs,
};
