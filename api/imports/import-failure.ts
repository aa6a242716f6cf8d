import type { FieldErrorCode } from "#domain/messages.ts";

/** A file that cannot be read as a whole: nothing is imported, and the import shows the reason. */
export class ImportFailure extends Error {
  override readonly name = "ImportFailure";

  constructor(
    readonly code: FieldErrorCode,
    options: { cause?: unknown } = {},
  ) {
    super(code, options);
  }
}
